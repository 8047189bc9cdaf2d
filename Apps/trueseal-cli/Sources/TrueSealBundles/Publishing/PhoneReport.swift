internal import TrueSealTerminal
internal import TrueSealUpdater
internal import TrueSealUpdaterFiles

/// What a phone remembers, and what each file in its store is kept for (UX-03).
struct PhoneReport: Encodable, Equatable, Sendable {
  /// A release the phone holds.
  struct Release: Encodable, Equatable, Sendable {
    let seq: UInt64
    /// `current`, `previous`, `pending`, `trial`, `built-in`; none for leftovers.
    let roles: [String]
    let commit: String?
    let fileCount: Int
    /// How many of its files the store lacks.
    let missingCount: Int
  }

  /// What one file is kept for.
  struct Reason: Encodable, Equatable, Sendable {
    let seq: UInt64
    let roles: [String]
    let path: String
  }

  /// A file in the store.
  struct StoredFile: Encodable, Equatable, Sendable {
    let name: String
    let byteCount: UInt64
    let keptFor: [Reason]
  }

  let installId: String
  let port: UInt64?
  let current: UInt64?
  let previous: UInt64?
  let pending: UInt64?
  let trial: UInt64?
  let trialFails: UInt64
  let serving: UInt64?
  let bad: [UInt64]
  let floor: UInt64
  var releases: [Release] = []
  var files: [StoredFile] = []

  /// Looks at the folder of an app, the one that has `valence` in it; changes nothing there.
  ///
  /// - Throws: `Refusal`, storage.
  init(of appSupport: String, on disk: Disk) throws(Refusal) {
    let view = UpdaterView(appSupport: appSupport)
    guard let state = try Self.asking({ () throws(UpdaterFilesError) in try view.state() }) else {
      throw Refusal(.storage, "\(appSupport)/valence holds no state that can be read")
    }
    installId = "\(state.installID)"
    port = state.port
    current = state.current
    previous = state.previous
    pending = state.pending
    trial = state.trial
    trialFails = state.trialFails
    serving = state.serving
    bad = state.bad
    floor = state.floor
    let store = ReleaseFolder(disk: disk, root: "\(appSupport)/valence")
    let (manifests, signatures) = try store.seqs()
    let names = try store.names("cas")
    var reasons: [String: [Reason]] = [:]
    for seq in manifests.sorted() {
      guard
        let manifest = try Self.asking({ () throws(UpdaterFilesError) in try view.manifest(of: seq)
        })
      else { continue }
      let roles = roles(of: seq, isSigned: signatures.contains(seq))
      for file in manifest.files {
        reasons["\(file.hash)", default: []].append(
          Reason(seq: seq, roles: roles, path: file.path))
      }
      let missing = Set(manifest.files.map { "\($0.hash)" }).subtracting(names).count
      releases.append(
        Release(
          seq: seq, roles: roles, commit: manifest.commit, fileCount: manifest.files.count,
          missingCount: missing))
    }
    for name in names {
      let byteCount = try disk.standing(at: store.place("cas/\(name)"))?.byteCount ?? 0
      files.append(
        StoredFile(name: name, byteCount: byteCount, keptFor: reasons[name] ?? []))
    }
  }

  private func roles(of seq: UInt64, isSigned: Bool) -> [String] {
    var roles: [String] = []
    for (role, holder) in [
      ("current", current), ("previous", previous), ("pending", pending), ("trial", trial),
    ] where holder == seq {
      roles.append(role)
    }
    // What came with the app is stored without a signature.
    return isSigned ? roles : roles + ["built-in"]
  }

  private static func asking<Value>(
    _ question: () throws(UpdaterFilesError) -> Value
  ) throws(Refusal) -> Value {
    do {
      return try question()
    } catch {
      throw Refusal(.storage, "the phone's folder cannot be read: \(error.detail)")
    }
  }
}
