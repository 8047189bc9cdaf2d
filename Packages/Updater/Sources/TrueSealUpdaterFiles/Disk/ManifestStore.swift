internal import TrueSealUpdater

/// Manifests and signatures as they were verified: `manifests/<seq>.json` and `.sig`.
package struct ManifestStore: Sendable {
  static let folder = "manifests"

  /// One manifest as it is stored.
  struct Stored: Hashable, Sendable {
    let bytes: [UInt8]
    /// Nil for what came with the app.
    let signature: [UInt8]?
  }

  let files: any FileSystem
  let temporaryNames: TemporaryNames

  /// What is stored under a number, too long by one byte at most; nil if there is no manifest.
  ///
  /// - Throws: `UpdaterFilesError` if the file system does not answer.
  func read(_ seq: UInt64) throws(UpdaterFilesError) -> Stored? {
    guard
      let bytes = try readable(
        BundleManifest.path(of: seq), byteCountMax: UpdaterLimits.manifestByteCountMax)
    else { return nil }
    let signature = try readable(
      BundleManifest.signaturePath(of: seq), byteCountMax: UpdaterLimits.signatureByteCountMax)
    return Stored(bytes: bytes, signature: signature)
  }

  /// A link or a folder in the place of a file is no file.
  private func readable(
    _ name: String, byteCountMax: Int
  ) throws(UpdaterFilesError) -> [UInt8]? {
    do {
      return try files.whole(name, byteCountMax: byteCountMax)
    } catch {
      if error.code == .notAFile { return nil }
      throw error
    }
  }

  /// Writes the very bytes that were verified, the manifest before its signature (UR-18, UR-42).
  func write(_ bundle: VerifiedBundle) throws(UpdaterFilesError) {
    let seq = bundle.manifest.seq
    let signaturePath = BundleManifest.signaturePath(of: seq)
    if bundle.signature == nil { try files.removeAll(signaturePath) }
    try replace(BundleManifest.path(of: seq), with: bundle.bytes)
    if let signature = bundle.signature { try replace(signaturePath, with: signature) }
  }

  private func replace(_ name: String, with bytes: [UInt8]) throws(UpdaterFilesError) {
    if let status = try files.status(of: name), status.kind != .file { try files.removeAll(name) }
    try files.replace(
      name, in: Self.folder, with: bytes, temporary: temporaryNames.next(for: "manifest"))
  }

  /// The numbers of all stored manifests, with or without a signature.
  func seqs() throws(UpdaterFilesError) -> [UInt64] {
    try files.names(in: Self.folder).compactMap { Self.seq(of: $0, suffix: ".json") }.sorted()
  }

  /// Removes all but these, links and strange names among the rest (UR-46).
  func removeAll(but kept: Set<UInt64>) throws(UpdaterFilesError) {
    for name in try files.names(in: Self.folder) {
      let seq = Self.seq(of: name, suffix: ".json") ?? Self.seq(of: name, suffix: ".json.sig")
      let path = "\(Self.folder)/\(name)"
      if let seq, kept.contains(seq), try files.status(of: path)?.kind == .file { continue }
      try files.removeAll(path)
    }
  }

  /// The number in a file's name, if the name is just how that number is written.
  private static func seq(of name: String, suffix: String) -> UInt64? {
    guard name.hasSuffix(suffix), let seq = UInt64(name.dropLast(suffix.count)),
      name == "\(seq)\(suffix)"
    else { return nil }
    return seq
  }

  /// The highest floor among stored releases that the keys of today vouch for (UR-52).
  func floor(appID: String, keys: TrustedKeys) throws(UpdaterFilesError) -> UInt64 {
    var floor: UInt64 = 0
    for seq in try seqs() {
      guard let stored = try read(seq), let signature = stored.signature,
        (try? keys.check(signature, over: SignedMessage.manifest(stored.bytes))) != nil,
        let manifest = try? BundleManifest(decoding: stored.bytes), manifest.appID == appID,
        manifest.seq == seq, manifest.floor <= seq
      else { continue }
      floor = max(floor, manifest.floor)
    }
    return floor
  }
}
