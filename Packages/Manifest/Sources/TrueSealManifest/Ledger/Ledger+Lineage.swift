extension Ledger {
  /// The messages by which a recipient can judge a manifest, in the order they must be sent.
  ///
  /// The last one begins with the manifest, then come its ancestors back to those the recipient has
  /// been sent, newest first, then the carriers named on behalf of others, with what these were
  /// built on. What does not fit goes ahead, oldest first, each message newest first. `newestSent`
  /// is the hash of the newest manifest the recipient was sent. A message keeps to 255 manifests
  /// and, but for a single manifest that alone is longer, to `byteCountMax` bytes. Source: M-40.
  public func lineage(
    of hash: [UInt8], since newestSent: [UInt8]? = nil,
    byteCountMax: Int = ManifestLimits.messageByteCountMax
  ) -> [[VerifiedManifest]] {
    let lineage = evidence(for: hash, since: newestSent)
    guard let manifest = lineage.first else { return [] }

    // The newest stay with the manifest, so that whatever goes ahead never needs what follows.
    var last = Load(manifest)
    let others = lineage.dropFirst().sorted { $0.rank > $1.rank }
    let staying = others.prefix { last.add($0, byteCountMax: byteCountMax) }
    let stayingHashes = Set(last.manifests.map(\.hash))

    var ahead: [Load] = []
    for older in others.dropFirst(staying.count).reversed() {
      if ahead.last?.fits(older, byteCountMax: byteCountMax) ?? false {
        ahead[ahead.endIndex - 1].add(older, byteCountMax: byteCountMax)
      } else {
        ahead.append(Load(older))
      }
    }
    return ahead.map { $0.manifests.reversed() }
      + [lineage.filter { stayingHashes.contains($0.hash) }]
  }

  /// The manifest, its ancestors the recipient lacks, then the carriers all of these name.
  private func evidence(for hash: [UInt8], since newestSent: [UInt8]?) -> [VerifiedManifest] {
    var evidence: [VerifiedManifest] = []
    var included: Set<[UInt8]> = []
    var starts = [hash]
    var position = 0
    while position < starts.count {
      var step: [UInt8]? = starts[position]
      position += 1
      while let next = step, let node = places[next].map({ nodes[$0] }), !included.contains(next) {
        if next != hash, let newestSent, descends(newestSent, from: next) { break }
        included.insert(next)
        evidence.append(node.manifest)
        starts += node.manifest.onBehalf
        step = node.parent.map { nodes[$0].manifest.hash }
      }
    }
    return evidence
  }
}

/// Manifests for one message, and the bytes they take.
private struct Load {
  private(set) var manifests: [VerifiedManifest]
  private var byteCount: Int

  init(_ manifest: VerifiedManifest) {
    manifests = [manifest]
    byteCount =
      GroupManifestMessage.countByteCount + GroupManifestMessage.byteCount(of: manifest.encoded)
  }

  func fits(_ manifest: VerifiedManifest, byteCountMax: Int) -> Bool {
    manifests.count < ManifestLimits.messageManifestCountMax
      && byteCount + GroupManifestMessage.byteCount(of: manifest.encoded) <= byteCountMax
  }

  @discardableResult
  mutating func add(_ manifest: VerifiedManifest, byteCountMax: Int) -> Bool {
    guard fits(manifest, byteCountMax: byteCountMax) else { return false }
    manifests.append(manifest)
    byteCount += GroupManifestMessage.byteCount(of: manifest.encoded)
    return true
  }
}
