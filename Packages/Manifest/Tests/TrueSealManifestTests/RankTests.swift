import Testing
import TrueSealManifest

@Suite struct `A rank` {
  static let ranks = [UInt64(1), 2, 1 << 62].flatMap { version in
    [[UInt8](), [0], [1], [2], [1, 0], [0x80], [0xff]].map { Rank(version: version, hash: $0) }
  }

  @Test func `puts exactly one of two rivals higher`() {
    for a in Self.ranks {
      for b in Self.ranks {
        #expect(a == b ? !(a < b) : (a < b) != (b < a), "\(a) and \(b)")
      }
    }
  }

  @Test func `is transitive`() {
    for a in Self.ranks {
      for b in Self.ranks where a < b {
        for c in Self.ranks where b < c { #expect(a < c) }
      }
    }
  }

  @Test func `is higher for the higher version, then for the lower hash as unsigned bytes`() {
    #expect(Rank(version: 2, hash: [0xff]) > Rank(version: 1, hash: [0]))
    #expect(Rank(version: 2, hash: [0x7f]) > Rank(version: 2, hash: [0x80]))
    #expect(Rank(version: 2, hash: [1]) > Rank(version: 2, hash: [1, 0]))
  }
}
