internal import TrueSealTerminal
internal import TrueSealUpdater

/// Runs the app's own checks over what a release folder holds (UX-03).
struct ReleaseCheck: Sendable {
  let folder: ReleaseFolder
  let verifier: Verifier
  let demandsSignedPointer: Bool
  let now: UInt64

  /// What is wrong, in the words of the check that was not passed.
  struct Problem: Encodable, Hashable, Sendable {
    let check: String
    let reason: String
  }

  /// One release, and what is wrong with it.
  struct Verdict: Encodable, Hashable, Sendable {
    let seq: UInt64
    var fileCount = 0
    var byteCount: UInt64 = 0
    var problem: Problem?
    /// Whether a channel points at it; what nobody points at may be signed by keys since retired.
    var isPointedAt = false

    /// Whether the problem keeps a phone from a release it is sent to, or is damage.
    var isBad: Bool {
      guard let problem else { return false }
      return isPointedAt || !["signature", "compat"].contains(problem.check)
    }
  }

  /// One channel, and what is wrong with its pointer.
  struct Signpost: Encodable, Hashable, Sendable {
    let channel: String
    var seq: UInt64?
    var rollout: UInt64?
    var notAfter: UInt64?
    var problem: Problem?
  }

  /// All of a folder.
  struct Report: Encodable, Hashable, Sendable {
    var releases: [Verdict] = []
    var channels: [Signpost] = []
    /// What belongs to no release.
    var strays: [String] = []

    var isSound: Bool {
      !releases.contains(where: \.isBad) && !channels.contains { $0.problem != nil }
    }
  }

  /// Examines everything.
  func report() throws(Refusal) -> Report {
    var report = Report()
    var measured = Measured()
    for channel in try folder.channels() { report.channels.append(try signpost(channel)) }
    let pointed = Set(report.channels.compactMap(\.seq))
    let (manifests, signatures) = try folder.seqs()
    for seq in manifests.sorted() {
      var verdict = try verdict(on: seq, &measured)
      verdict.isPointedAt = pointed.contains(seq)
      report.releases.append(verdict)
    }
    for seq in signatures.subtracting(manifests).sorted() {
      report.strays.append(BundleManifest.signaturePath(of: seq))
    }
    for name in try folder.names("cas") where !measured.names.contains(name) {
      report.strays.append("cas/\(name)")
    }
    for index in report.channels.indices {
      guard report.channels[index].problem == nil, let seq = report.channels[index].seq,
        !manifests.contains(seq), seq > 1
      else { continue }
      report.channels[index].problem = Problem(
        check: "pointer", reason: "release \(seq) is not published")
    }
    return report
  }

  /// Runs checks 1 to 7 on one release as it stands on the disk.
  func verdict(on seq: UInt64) throws(Refusal) -> Verdict {
    var measured = Measured()
    return try verdict(on: seq, &measured)
  }

  /// Runs checks 1 to 6 on bytes, for a phone that has nothing yet.
  func check(_ stored: ReleaseFolder.Stored, seq: UInt64) throws(Check.Failure) -> BundleManifest {
    let state = Self.freshState
    return try verifier.verify(
      stored.bytes, signature: stored.signature,
      as: state.map { .release(seq: seq, state: $0) } ?? .stored(seq: seq)
    ).manifest
  }

  // MARK: Releases

  /// Files that have been read, so that each is read once.
  private struct Measured {
    var files: [ContentHash: (hash: ContentHash, byteCount: UInt64)] = [:]
    var names: Set<String> = []
  }

  private static let freshState = InstallID("00000000-0000-4000-8000-000000000000").map {
    Activation.State(installID: $0)
  }

  private func verdict(on seq: UInt64, _ measured: inout Measured) throws(Refusal) -> Verdict {
    var verdict = Verdict(seq: seq)
    guard let stored = try folder.stored(seq) else {
      verdict.problem = Problem(check: "size", reason: "there is no manifest")
      return verdict
    }
    let manifest: BundleManifest
    do {
      manifest = try check(stored, seq: seq)
    } catch {
      verdict.problem = Problem(check: error.check.rawValue, reason: error.reason.detail)
      if let known = try? BundleManifest(decoding: stored.bytes) {
        measured.names.formUnion(known.files.map { "\($0.hash)" })
      }
      return verdict
    }
    verdict.fileCount = manifest.files.count
    verdict.byteCount = manifest.byteCount
    measured.names.formUnion(manifest.files.map { "\($0.hash)" })
    for file in manifest.files where verdict.problem == nil {
      verdict.problem = try problem(with: file, &measured)
    }
    return verdict
  }

  private func problem(
    with file: BundleFile, _ measured: inout Measured
  ) throws(Refusal) -> Problem? {
    let name = Check.file.rawValue
    let place = folder.place(of: file.hash)
    guard try folder.disk.standing(at: place)?.kind == .file else {
      return Problem(check: name, reason: "\(file.path): cas/\(file.hash) is no file")
    }
    if measured.files[file.hash] == nil {
      measured.files[file.hash] = try folder.disk.digest(of: place)
    }
    guard let found = measured.files[file.hash] else { return nil }
    do throws(Check.Failure) {
      try Verifier.check(file, byteCount: found.byteCount, digest: found.hash.bytes)
      return nil
    } catch {
      return Problem(check: name, reason: "\(file.path): \(error.reason.detail)")
    }
  }

  // MARK: Channels

  private func signpost(_ channel: Channel) throws(Refusal) -> Signpost {
    var signpost = Signpost(channel: channel.name)
    let limit = UpdaterLimits.pointerByteCountMax
    let bytes = try folder.disk.whole(folder.place(channel.pointerPath), byteCountMax: limit) ?? []
    let signature = try folder.disk.whole(
      folder.place(channel.pointerPath + ".sig"),
      byteCountMax: UpdaterLimits.signatureByteCountMax)
    do throws(UpdaterError) {
      let pointer =
        try demandsSignedPointer
        ? verifier.keys.pointer(
          decoding: bytes, signature: signature, channel: channel, now: now)
        : Pointer(decoding: bytes)
      signpost.seq = pointer.seq
      signpost.rollout = pointer.rollout
      signpost.notAfter = pointer.notAfter
    } catch {
      signpost.seq = try folder.pointer(of: channel)?.seq
      signpost.problem = Problem(check: "pointer", reason: error.detail)
    }
    return signpost
  }
}
