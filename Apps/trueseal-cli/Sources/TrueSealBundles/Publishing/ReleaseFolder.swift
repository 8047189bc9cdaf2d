internal import TrueSealCrypto
package import TrueSealTerminal
package import TrueSealUpdater

/// A folder that any static web server can serve: `channels/`, `manifests/` and `cas/`.
///
/// A draft, and what an app ships with, is laid out in the same way, without channels.
package struct ReleaseFolder: Sendable {
  let disk: Disk
  package let root: String

  package init(disk: Disk, root: String) {
    self.disk = disk
    self.root = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
  }

  /// A manifest as it is stored; without signature in a draft that nobody has signed.
  package struct Stored: Hashable, Sendable {
    package let bytes: [UInt8]
    package let signature: [UInt8]?
  }

  func place(_ path: String) -> String { "\(root)/\(path)" }
  func place(of hash: ContentHash) -> String { "\(root)/cas/\(hash)" }

  // MARK: Reading

  /// The numbers that manifests or signatures are named after.
  package func seqs() throws(Refusal) -> (manifests: Set<UInt64>, signatures: Set<UInt64>) {
    var manifests: Set<UInt64> = []
    var signatures: Set<UInt64> = []
    for name in try names("manifests") {
      if let seq = Self.seq(name, ".json") { manifests.insert(seq) }
      if let seq = Self.seq(name, ".json.sig") { signatures.insert(seq) }
    }
    return (manifests, signatures)
  }

  /// A manifest and its signature; nil without a manifest.
  ///
  /// What is too long is cut one byte above the limit.
  package func stored(_ seq: UInt64) throws(Refusal) -> Stored? {
    let bytes = try disk.whole(
      place(BundleManifest.path(of: seq)), byteCountMax: UpdaterLimits.manifestByteCountMax)
    guard let bytes else { return nil }
    let signature = try disk.whole(
      place(BundleManifest.signaturePath(of: seq)),
      byteCountMax: UpdaterLimits.signatureByteCountMax)
    return Stored(bytes: bytes, signature: signature)
  }

  /// The one manifest of a draft, or of what an app ships with.
  ///
  /// - Throws: `Refusal`, storage, unless there is just one.
  package func only() throws(Refusal) -> (manifest: BundleManifest, stored: Stored) {
    let seqs = try seqs().manifests
    guard let seq = seqs.first, seqs.count == 1, let stored = try stored(seq) else {
      throw Refusal(.storage, "\(root) holds \(seqs.count) manifests, and must hold one")
    }
    return (try Self.decoded(stored.bytes, seq), stored)
  }

  static func decoded(_ bytes: [UInt8], _ seq: UInt64) throws(Refusal) -> BundleManifest {
    do {
      return try BundleManifest(decoding: bytes)
    } catch {
      throw Refusal(.checkFailed, "release \(seq): \(error.detail)")
    }
  }

  /// What stands where a channel points; nil for no pointer, and for one that cannot be read.
  func pointer(of channel: Channel) throws(Refusal) -> Pointer? {
    let bytes = try disk.whole(
      place(channel.pointerPath), byteCountMax: UpdaterLimits.pointerByteCountMax)
    guard let bytes else { return nil }
    return (try? Pointer(decoding: bytes)) ?? (try? Pointer(decoding: bytes, isDated: true))
  }

  func channels() throws(Refusal) -> [Channel] {
    try names("channels").filter { $0.hasSuffix(".json") }.compactMap {
      Channel(String($0.dropLast(".json".count)))
    }
  }

  /// Everything the choice of numbers depends on.
  func shelf() throws(Refusal) -> Shelf {
    var shelf = Shelf()
    let (manifests, signatures) = try seqs()
    shelf.published = manifests.intersection(signatures)
    shelf.seen = manifests.union(signatures)
    for channel in try channels() {
      guard let pointer = try pointer(of: channel) else { continue }
      shelf.pointers[channel] = pointer
      shelf.seen.insert(pointer.seq)
    }
    for seq in shelf.published {
      guard let stored = try stored(seq), let manifest = try? BundleManifest(decoding: stored.bytes)
      else { continue }
      shelf.floor = max(shelf.floor, manifest.floor)
    }
    return shelf
  }

  func names(_ folder: String) throws(Refusal) -> [String] {
    guard try disk.standing(at: place(folder))?.kind == .folder else { return [] }
    return try disk.names(in: place(folder))
  }

  /// The number in a file's name, if the name is just how that number is written.
  private static func seq(_ name: String, _ suffix: String) -> UInt64? {
    guard name.hasSuffix(suffix), let seq = UInt64(name.dropLast(suffix.count)),
      name == "\(seq)\(suffix)", (1...UpdaterLimits.seqMax).contains(seq)
    else { return nil }
    return seq
  }

  // MARK: Changing

  /// Makes the folders and removes what an earlier process left unfinished.
  func prepare() throws(Refusal) {
    for folder in ["", "channels", "manifests", "cas", "tmp"] {
      try disk.makeFolder(place(folder))
    }
    for name in try disk.names(in: place("tmp")) { try disk.remove(place("tmp/\(name)")) }
  }

  func temporary() -> String { place("tmp/\(Hex.text(Entropy.system.bytes(count: 8)))") }

  /// Takes files in under their hashes; one that is there and sound stays as it is.
  ///
  /// - Returns: What was taken, and how many bytes were not there before.
  func take(
    _ sources: [InputFolder.Source]
  ) throws(Refusal) -> (files: [BundleFile], newByteCount: UInt64) {
    var files: [BundleFile] = []
    var newByteCount: UInt64 = 0
    for source in sources {
      let temporary = temporary()
      let (hash, byteCount) = try disk.copy(source.place, to: temporary)
      files.append(BundleFile(path: source.path, hash: hash, byteCount: byteCount))
      if try isSound(hash, byteCount) {
        try disk.remove(temporary)
      } else {
        try disk.rename(temporary, to: place(of: hash))
        newByteCount += byteCount
      }
    }
    try disk.synchronizeFolder(place("cas"))
    return (files, newByteCount)
  }

  private func isSound(_ hash: ContentHash, _ byteCount: UInt64) throws(Refusal) -> Bool {
    let place = place(of: hash)
    guard let standing = try disk.standing(at: place) else { return false }
    guard standing.kind == .file, standing.byteCount == byteCount else { return false }
    return try disk.digest(of: place).hash == hash
  }

  /// Puts up a manifest for good, its signature first, so that no manifest stands without one.
  ///
  /// - Throws: `Refusal`; neither of the two is ever written over.
  func publish(_ bytes: [UInt8], signature: [UInt8], seq: UInt64) throws(Refusal) {
    try disk.add(
      place(BundleManifest.signaturePath(of: seq)), signature, temporary: temporary())
    try disk.add(place(BundleManifest.path(of: seq)), bytes, temporary: temporary())
  }

  /// Moves a channel's pointer, its signature first where it has one.
  func point(
    _ channel: Channel, _ bytes: [UInt8], signature: [UInt8]?
  ) throws(Refusal) {
    if let signature {
      try disk.replace(
        place(channel.pointerPath + ".sig"), with: signature, temporary: temporary())
    }
    try disk.replace(place(channel.pointerPath), with: bytes, temporary: temporary())
  }
}
