internal import TrueSealTerminal
internal import TrueSealUpdater

/// Makes releases out of folders of files, signs them, puts them up, and moves channels.
///
/// What is put up stays as it is for good. A channel moves last, and only to what has passed the checks
/// of its own app as it stands on the disk.
struct Publisher: Sendable {
  let folder: ReleaseFolder
  let facts: AppFacts
  /// The second since 1970.
  let now: UInt64
  /// Held while this publisher lives.
  private let lock: Disk.Lock

  var disk: Disk { folder.disk }

  /// Opens a release folder for changes by this process alone.
  ///
  /// - Throws: `Refusal`, storage.
  init(_ root: String, on disk: Disk, now: UInt64) throws(Refusal) {
    let folder = ReleaseFolder(disk: disk, root: root)
    guard try disk.standing(at: folder.root)?.kind == .folder else {
      throw Refusal(.storage, "there is no folder \(root); trueseal bundle init makes one")
    }
    lock = try disk.lock(folder.root)
    facts = try AppFacts(in: folder.root, on: disk)
    try folder.prepare()
    self.folder = folder
    self.now = now
  }

  // MARK: Beginning

  /// What `init` did.
  struct Beginning: Encodable, Sendable {
    let app: String
    /// Public keys in hexadecimal digits.
    let keys: [String]
    let required: Int
  }

  /// Makes a release folder, or adds keys to one; keys that are not there yet are made.
  ///
  /// - Parameter facts: What a new folder begins with, without its keys; nil for one that is there.
  /// - Throws: `Refusal`.
  static func begin(
    _ root: String, facts stated: AppFacts?, keyPaths: [String], on disk: Disk
  ) throws(Refusal) -> Beginning {
    let folder = ReleaseFolder(disk: disk, root: root)
    let isThere = try disk.standing(at: folder.place(AppFacts.fileName)) != nil
    guard isThere == (stated == nil) else {
      throw .usage(
        isThere
          ? "\(root) is a release folder already; only --key goes with it"
          : "a new release folder needs --app-id")
    }
    guard stated == nil || !keyPaths.isEmpty else { throw .usage("init needs --key FILE") }
    try disk.makeFolder(folder.root)
    let lock = try disk.lock(folder.root)
    var facts: AppFacts
    if let stated { facts = stated } else { facts = try AppFacts(in: folder.root, on: disk) }
    for path in keyPaths {
      try checkOutside(path, folder)
      let publicKey =
        try disk.standing(at: path) == nil
        ? KeyFile.generate(at: path, on: disk) : KeyFile.read(path, on: disk).publicKey
      let text = Hex.text(publicKey)
      if !facts.keys.contains(text) { facts.keys.append(text) }
    }
    _ = try facts.verifier()
    try folder.prepare()
    try disk.replace(
      folder.place(AppFacts.fileName), with: try facts.encoded(), temporary: folder.temporary())
    withExtendedLifetime(lock) {}
    return Beginning(app: facts.appId, keys: facts.keys, required: facts.required)
  }

  /// A web server serves all of a release folder, so no key may live there.
  private static func checkOutside(_ path: String, _ folder: ReleaseFolder) throws(Refusal) {
    guard let root = Disk.resolved(folder.root),
      let place = Disk.resolved(Disk.folder(of: path))
    else { return }
    guard place != root, !place.hasPrefix(root + "/") else {
      throw .usage("a web server would hand out \(path); keep keys outside \(folder.root)")
    }
  }

  // MARK: Making a manifest

  /// What a release is to be, beside its files.
  struct Wish: Sendable {
    var seq: UInt64?
    var floor: UInt64?
    var isUrgent = false
    var entry = "index.html"
    var commit: String?
    var requirements = Requirements(host: 1, bridge: 1)
  }

  /// What is in a release.
  struct Making: Encodable, Equatable, Sendable {
    let seq: UInt64
    let floor: UInt64
    let urgent: Bool
    let commit: String?
    let fileCount: Int
    let byteCount: UInt64

    init(_ manifest: BundleManifest) {
      seq = manifest.seq
      floor = manifest.floor
      urgent = manifest.isUrgent
      commit = manifest.commit
      fileCount = manifest.files.count
      byteCount = manifest.byteCount
    }
  }

  /// Takes a folder's files into `target` and says what they are as a release.
  func compose(
    _ input: String, _ wish: Wish, into target: ReleaseFolder
  ) throws(Refusal) -> BundleManifest {
    let sources = try InputFolder(disk: disk, folder: input).sources()
    let shelf = try folder.shelf()
    let seq = try shelf.seq(stated: wish.seq)
    let floor = try shelf.floor(stated: wish.floor, for: seq)
    // The names are judged before anything is copied.
    if let none = ContentHash([UInt8](repeating: 0, count: 32)) {
      _ = try manifest(
        wish, seq, floor,
        sources.map { BundleFile(path: $0.path, hash: none, byteCount: 0) })
    }
    return try manifest(wish, seq, floor, target.take(sources).files)
  }

  private func manifest(
    _ wish: Wish, _ seq: UInt64, _ floor: UInt64, _ files: [BundleFile]
  ) throws(Refusal) -> BundleManifest {
    do {
      return try BundleManifest(
        appID: facts.appId, seq: seq, floor: floor, isUrgent: wish.isUrgent, entry: wish.entry,
        commit: wish.commit, requirements: wish.requirements, files: files)
    } catch {
      throw Refusal(.inputRefused, "no bundle can be like that: \(error.detail)")
    }
  }

  // MARK: Drafts

  /// Makes an unsigned draft, which is also what an app can ship with.
  func build(_ input: String, _ wish: Wish, draft: String) throws(Refusal) -> Making {
    let target = ReleaseFolder(disk: disk, root: draft)
    guard try target.names("manifests").isEmpty else {
      throw Refusal(.storage, "\(draft) holds a draft already")
    }
    try target.prepare()
    let manifest = try compose(input, wish, into: target)
    try disk.replace(
      target.place(AppFacts.fileName), with: try facts.encoded(), temporary: target.temporary())
    try disk.add(
      target.place(BundleManifest.path(of: manifest.seq)), manifest.encoded,
      temporary: target.temporary())
    return Making(manifest)
  }

  /// Signs a draft, beside whoever has signed it already; needs no release folder.
  static func sign(_ draft: String, by signers: [Signer], on disk: Disk) throws(Refusal) -> Making {
    let target = ReleaseFolder(disk: disk, root: draft)
    let (manifest, stored) = try target.only()
    let signature = try Signer.file(
      over: SignedMessage.manifest(stored.bytes), by: signers, adding: entries(of: stored))
    try target.prepare()
    try disk.replace(
      target.place(BundleManifest.signaturePath(of: manifest.seq)), with: signature,
      temporary: target.temporary())
    return Making(manifest)
  }

  static func entries(of stored: ReleaseFolder.Stored) -> [SignatureFile.Entry] {
    stored.signature.flatMap { try? SignatureFile(decoding: $0) }?.entries ?? []
  }
}
