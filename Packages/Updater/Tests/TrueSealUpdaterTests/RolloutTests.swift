import Testing

@testable import TrueSealUpdater

@Suite struct `A rollout` {
  private static let zero = "00000000-0000-4000-8000-000000000000"
  private static let full = "ffffffff-ffff-4fff-bfff-ffffffffffff"
  private static let mixed = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"

  /// Computed apart from this code, in exact integers.
  @Test(
    arguments: [
      (zero, 1, 80), (zero, 9, 28), (zero, 10, 20), (zero, 42, 27), (zero, 43, 8),
      (zero, 9_007_199_254_740_991, 59), (mixed, 43, 8), (mixed, 44, 89), (full, 43, 10),
      (full, 100, 18),
    ] as [(String, UInt64, UInt64)])
  func `UR-09 hashes the UUID, a colon and the number`(
    text: String, seq: UInt64, share: UInt64
  ) throws {
    let id = try #require(InstallID(text))
    #expect(Rollout.share(of: id, seq: seq) == share)
  }

  /// The published vectors of FNV-1a.
  @Test(
    arguments: [("", 0x811c_9dc5), ("a", 0xe40c_292c), ("foobar", 0xbf9c_f968)]
      as [(String, UInt32)])
  func `UR-09 hashes by FNV-1a of 32 bits`(text: String, hash: UInt32) {
    #expect(Rollout.fnv1a(text.utf8) == hash)
  }

  @Test func `U-09 leaves out a share equal to the percentage and takes in one below`() throws {
    let zero = try #require(InstallID(Self.zero))
    #expect(!Rollout.includes(zero, seq: 43, percent: 8))
    #expect(Rollout.includes(zero, seq: 43, percent: 9))
    let full = try #require(InstallID(Self.full))
    #expect(!Rollout.includes(full, seq: 43, percent: 10))
    #expect(Rollout.includes(full, seq: 43, percent: 11))
  }

  @Test func `UR-08 of 0 takes nobody, of 100 everybody`() throws {
    for number in 0..<10_000 {
      let id = try #require(Installations.id(number))
      #expect(!Rollout.includes(id, seq: 43, percent: 0))
      #expect(Rollout.includes(id, seq: 43, percent: 100))
    }
  }

  @Test func `UR-10 that is raised takes nobody out`() throws {
    for number in 0..<200 {
      let id = try #require(Installations.id(number))
      let joined = (0...100).map { Rollout.includes(id, seq: 44, percent: $0) }
      #expect(joined == joined.sorted { !$0 && $1 })
    }
  }

  /// The last digit shifts a share by nearly a constant: 45 and 47 have no phone in common with 43.
  @Test func `UR-11 of ten percent can share no phone with that of another release`() throws {
    var counts: [UInt64: Int] = [:]
    var first = 0
    for number in 0..<4_000 {
      let id = try #require(Installations.id(number))
      guard Rollout.includes(id, seq: 43, percent: 10) else { continue }
      first += 1
      for seq in [UInt64(45), 46, 47] where Rollout.includes(id, seq: seq, percent: 10) {
        counts[seq, default: 0] += 1
      }
    }
    #expect((300...500).contains(first))
    #expect(counts[45] == nil)
    #expect(counts[47] == nil)
    #expect((counts[46] ?? 0) > first / 10)
  }
}

@Suite struct `The name of an installation` {
  @Test func `U-10 U-11 is a version 4 UUID of random bytes and nothing else`() throws {
    let ones = try #require(InstallID(randomBytes: [UInt8](repeating: 0xff, count: 16)))
    #expect(ones.description == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    let zeros = try #require(InstallID(randomBytes: [UInt8](repeating: 0, count: 16)))
    #expect(zeros.description == "00000000-0000-4000-8000-000000000000")
    #expect(InstallID(zeros.description) == zeros)
    #expect(InstallID(randomBytes: [1]) == nil)
  }

  @Test(arguments: [
    "", "00000000-0000-4000-8000-00000000000", "00000000-0000-4000-8000-0000000000000",
    "00000000-0000-1000-8000-000000000000", "00000000-0000-4000-c000-000000000000",
    "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF", "00000000000040008000000000000000",
    "g0000000-0000-4000-8000-000000000000", "0000000-00000-4000-8000-000000000000",
  ])
  func `UR-09 has one spelling`(text: String) {
    #expect(InstallID(text) == nil)
  }
}
