/// What a file held when it was last synced, as far as that was written over since.
struct Unsynced {
  /// What a disk writes whole or not at all, in bytes.
  static let sectorByteCount = 512

  /// The length at the last sync.
  private(set) var byteCount: Int
  /// Whether the folder would still list the file after a loss of power.
  var isNamed: Bool
  /// What the sectors written to since held, cut at `byteCount`.
  private var sectors: [Int: [UInt8]] = [:]

  init(byteCount: Int, isNamed: Bool) {
    self.byteCount = byteCount
    self.isNamed = isNamed
  }

  /// Keeps what is about to be written over or cut away; `read` gives the bytes that are there.
  mutating func keep(_ range: Range<Int>, read: (Range<Int>) -> [UInt8]) {
    guard !range.isEmpty else { return }
    let size = Self.sectorByteCount
    for sector in range.lowerBound / size...(range.upperBound - 1) / size
    where sectors[sector] == nil {
      let start = min(sector * size, byteCount)
      let kept = start..<min(start + size, byteCount)
      sectors[sector] = kept.isEmpty ? [] : read(kept)
    }
  }

  /// Takes note that everything was synced.
  mutating func sync(byteCount: Int) {
    self.byteCount = byteCount
    sectors = [:]
  }

  /// The file as it was synced last.
  func synced(from current: [UInt8]) -> [UInt8] {
    var bytes = Self.resized(current, to: byteCount)
    for (sector, kept) in sectors { Self.put(kept, in: &bytes, sector) }
    return bytes
  }

  /// The file when only some of what was not synced came to the disk.
  func mixed(
    from current: [UInt8], by generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let length = Bool.random(using: &generator) ? current.count : byteCount
    var bytes = Self.resized(synced(from: current), to: length)
    for sector in sectors.keys.sorted() where Bool.random(using: &generator) {
      let start = min(sector * Self.sectorByteCount, current.count)
      let end = min(start + Self.sectorByteCount, current.count)
      Self.put(Array(current[start..<end]), in: &bytes, sector)
    }
    return bytes
  }

  private static func resized(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    bytes.prefix(count) + [UInt8](repeating: 0, count: max(0, count - bytes.count))
  }

  private static func put(_ kept: [UInt8], in bytes: inout [UInt8], _ sector: Int) {
    let start = sector * sectorByteCount
    guard start < bytes.count else { return }
    let end = min(start + kept.count, bytes.count)
    bytes.replaceSubrange(start..<end, with: kept.prefix(end - start))
  }
}
