/// Where manifests wait for others, each under the hash of one it lacks.
///
/// Bounded as M-13 says, so that nobody can fill it for everybody.
struct WaitingRoom: Sendable {
  private(set) var entries: [[UInt8]: WaitingManifest] = [:]
  private var hashesByMissing: [[UInt8]: [[UInt8]]] = [:]
  private var countByAuthor: [[UInt8]: Int] = [:]

  /// Takes one in; false when the room, or the author's share of it, is full.
  mutating func admit(_ entry: WaitingManifest, missing: [UInt8]) -> Bool {
    guard entries.count < ManifestLimits.waitingCountMax,
      countByAuthor[entry.author, default: 0] < ManifestLimits.waitingPerAuthorCountMax
    else { return false }
    place(entry, missing: missing)
    return true
  }

  /// Puts one back that was released and lacks yet another manifest; it keeps its place.
  mutating func place(_ entry: WaitingManifest, missing: [UInt8]) {
    let hash = entry.manifest.hash
    entries[hash] = entry
    hashesByMissing[missing, default: []].append(hash)
    countByAuthor[entry.author, default: 0] += 1
  }

  /// Lets go of those that waited for this hash, lowest rank first.
  mutating func release(waitingFor hash: [UInt8]) -> [WaitingManifest] {
    let released = (hashesByMissing.removeValue(forKey: hash) ?? [])
      .compactMap { entries.removeValue(forKey: $0) }
    for entry in released { discount(entry.author) }
    return released.sorted { $0.manifest.rank < $1.manifest.rank }
  }

  /// Lets go of one.
  mutating func remove(_ hash: [UInt8]) {
    guard let entry = entries.removeValue(forKey: hash) else { return }
    for (missing, hashes) in hashesByMissing where hashes.contains(hash) {
      let others = hashes.filter { $0 != hash }
      hashesByMissing[missing] = others.isEmpty ? nil : others
    }
    discount(entry.author)
  }

  private mutating func discount(_ author: [UInt8]) {
    let count = countByAuthor[author, default: 1] - 1
    countByAuthor[author] = count == 0 ? nil : count
  }

  /// The hashes of those built directly on a manifest that is not held.
  func children(of missingParent: [UInt8]) -> [[UInt8]] {
    (hashesByMissing[missingParent] ?? [])
      .filter { entries[$0]?.manifest.parent == missingParent }
  }
}
