import Testing
import TrueSealManifest

/// Lists that no honest code writes, put together byte by byte.
@Suite struct `Crafted bytes` {
  /// Where the count of members stands, with a parent and no carriers (W-50).
  private static let countOffset = 1 + 32 + 8 + 1 + 32 + 32 + 1

  /// A manifest's bytes with its list of entries changed; each entry is a key, a key, a version, a label.
  private func crafted(
    _ manifest: VerifiedManifest, _ change: (inout [[UInt8]]) -> Void
  ) throws -> [UInt8] {
    let bytes = manifest.encoded
    var entries: [[UInt8]] = []
    var start = Self.countOffset + 1
    try #require(Int(bytes[Self.countOffset]) == manifest.manifest.members.count)
    for member in manifest.manifest.members {
      let end = start + 32 + 32 + 8 + 1 + member.label.text.utf8.count
      entries.append(Array(bytes[start..<end]))
      start = end
    }
    try #require(start == bytes.count - 64)
    change(&entries)
    return bytes[..<Self.countOffset] + [UInt8(entries.count)] + entries.joined() + bytes.suffix(64)
  }

  private func code(_ bytes: [UInt8]) -> ManifestError.Code? {
    refusal { try SignedManifest(decoding: bytes, by: .hashing).verified(by: .hashing) }
  }

  @Test func `M-10 M-15 with a key twice, entries out of order or nobody listed are malformed`()
    throws
  {
    let world = try World(5)
    #expect(try code(crafted(world.base) { _ in }) == nil)
    let changes: [(inout [[UInt8]]) -> Void] = [
      { $0.insert($0[2], at: 2) },
      { $0.append($0[0]) },
      { $0.swapAt(0, 1) },
      { $0 = [] },
      { entries in entries[1].replaceSubrange(32..<64, with: entries[0][32..<64]) },
      { entries in entries[1].replaceSubrange(32..<64, with: entries[0][0..<32]) },
      { entries in entries[1].replaceSubrange(0..<32, with: entries[0][0..<32]) },
    ]
    for (number, change) in changes.enumerated() {
      #expect(try code(crafted(world.base, change)) == .malformed, "\(number)")
    }
  }

  @Test func `M-03 M-10 with 33 members are malformed`() throws {
    let world = try World(32)
    let full = world.base
    let others = try World.row[40...41].map { try $0.member(since: 1) }
    let donor = try Making.child(
      of: try Making.founding(World.row[40], World.row[41]), by: World.row[40], checks: .hashing)
    var entry: [UInt8] = []
    _ = try crafted(donor) { entry = $0[0] }
    #expect(others.map(\.signingKey).contains(Array(entry[0..<32])))
    #expect(try code(crafted(full) { $0[31] = entry }) == nil)
    #expect(try code(crafted(full) { $0.append(entry) }) == .malformed)
  }
}
