/// Runs the canonical checks for one host and its keys.
public struct Verifier: Sendable {
  /// The host that would show the bundle.
  public let host: Host
  /// The keys it trusts.
  public let keys: TrustedKeys

  /// Takes what is compiled into the host.
  public init(host: Host, keys: TrustedKeys) {
    self.host = host
    self.keys = keys
  }

  /// Runs checks 1 to 6, or those of them that apply, and reports the first that is not passed.
  ///
  /// Takes time and memory in proportion to the bytes; none before their length is checked.
  ///
  /// - Parameters:
  ///   - bytes: The manifest as received.
  ///   - signature: The signature file as received; not looked at for what came with the app.
  /// - Throws: `Check.Failure`.
  public func verify(
    _ bytes: [UInt8], signature: [UInt8]?, as claim: Claim
  ) throws(Check.Failure) -> VerifiedBundle {
    let isSigned = claim.checks.contains(.signature)
    var subject = Subject(
      bytes: bytes, signature: isSigned ? signature ?? [] : nil, claim: claim)
    for check in claim.checks {
      do {
        try run(check, on: &subject)
      } catch {
        throw Check.Failure(check, error)
      }
    }
    guard let manifest = subject.manifest else {
      throw Check.Failure(.format, UpdaterError(.notJSON, "no check has read the manifest"))
    }
    return VerifiedBundle(manifest, bytes: bytes, signature: subject.signature)
  }

  /// Runs check 7 on what was counted and hashed while a file was streamed (UC-7).
  ///
  /// - Throws: `Check.Failure`, check `file`.
  public static func check(
    _ file: BundleFile, byteCount: UInt64, digest: [UInt8]
  ) throws(Check.Failure) {
    guard byteCount == file.byteCount else {
      throw Check.Failure(
        .file, UpdaterError(.wrongContent, "\(byteCount) bytes, not \(file.byteCount)"))
    }
    guard ContentHash(digest) == file.hash else {
      throw Check.Failure(.file, UpdaterError(.wrongContent, "another hash than \(file.hash)"))
    }
  }

  private struct Subject {
    let bytes: [UInt8]
    let signature: [UInt8]?
    let claim: Claim
    var manifest: BundleManifest?
  }

  private func run(_ check: Check, on subject: inout Subject) throws(UpdaterError) {
    switch check {
    case .size: try checkSize(subject)
    case .encoding: try Encoding.check(subject.bytes)
    case .signature:
      try keys.check(subject.signature ?? [], over: SignedMessage.manifest(subject.bytes))
    case .format: subject.manifest = try BundleManifest(decodingText: subject.bytes)
    case .identity: try checkIdentity(subject)
    case .compat:
      guard let manifest = subject.manifest, host.offers(manifest.requirements) else {
        throw UpdaterError(.incompatible, "the host lacks what the bundle requires")
      }
    case .file: break
    }
  }

  private func checkSize(_ subject: Subject) throws(UpdaterError) {
    guard (1...UpdaterLimits.manifestByteCountMax).contains(subject.bytes.count) else {
      throw UpdaterError(.wrongLength, "a manifest of \(subject.bytes.count) bytes")
    }
    guard let signature = subject.signature else { return }
    guard (1...UpdaterLimits.signatureByteCountMax).contains(signature.count) else {
      throw UpdaterError(.wrongLength, "a signature file of \(signature.count) bytes")
    }
  }

  private func checkIdentity(_ subject: Subject) throws(UpdaterError) {
    guard let manifest = subject.manifest, manifest.appID == host.appID else {
      throw UpdaterError(.wrongIdentity, "a bundle of another app")
    }
    try subject.claim.check(manifest)
  }
}
