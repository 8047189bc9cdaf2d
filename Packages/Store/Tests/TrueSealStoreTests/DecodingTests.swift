import Foundation
import Testing
import TrueSealStore
import TrueSealStoreFixtures

/// A file that is none of ours, or no longer: a typed error, or rows that can be read.
@Suite struct `A database file` {
  /// How far the reading of one file got.
  enum Stage: Hashable, CaseIterable {
    case refusedAsDamaged, refusedAsTooNew, refusedAsTooOld, refusedAsWrongKey
    case takenForNew, openedAndRefusedRows, openedWithOtherRows, openedWithTheSameRows
  }

  static let bodies = (1...6).map { [UInt8](repeating: UInt8($0 * 16), count: 90 * $0 * $0) }

  let scratch: Scratch
  let valid: [UInt8]

  init() throws {
    scratch = try Scratch()
    let database = try scratch.open()
    try database.write { transaction in
      for (id, body) in Self.bodies.enumerated() {
        try transaction.run("INSERT INTO entry VALUES(?, ?)", .integer(Int64(id)), .blob(body))
      }
    }
    database.close()
    valid = try scratch.bytes()
  }

  /// Opens a file of these bytes and reads its rows; a refused file must be left as it was.
  private func stage(of bytes: [UInt8], _ comment: @autoclosure () -> Comment) throws -> Stage {
    try scratch.overwrite(bytes)
    do throws(StoreError) {
      let database = try scratch.open()
      if database.origin == .created { return .takenForNew }
      return try rowStage(database)
    } catch {
      #expect(try scratch.bytes() == bytes, comment())
      switch error.code {
      case .damaged: return .refusedAsDamaged
      case .tooNew: return .refusedAsTooNew
      case .tooOld: return .refusedAsTooOld
      case .wrongKey: return .refusedAsWrongKey
      default:
        Issue.record("\(error)", severity: .error)
        return .refusedAsDamaged
      }
    }
  }

  private func rowStage(_ database: Database) throws(StoreError) -> Stage {
    do throws(StoreError) {
      let bodies = try database.read { transaction throws(StoreError) in
        var bodies: [[UInt8]] = []
        try transaction.forEach("SELECT id, body FROM entry ORDER BY id") {
          row throws(StoreError) in
          _ = try row.integer(0)
          bodies.append(try row.blob(1))
          return bodies.count < 10_000
        }
        return bodies
      }
      return bodies == Self.bodies ? .openedWithTheSameRows : .openedWithOtherRows
    } catch {
      #expect([.damaged, .misuse].contains(error.code), "\(error)")
      return .openedAndRefusedRows
    }
  }

  @Test func `S-11 of any other length is refused as damaged and left alone`() throws {
    #expect(try stage(of: valid, "whole") == .openedWithTheSameRows)
    #expect(try stage(of: [], "empty") == .takenForNew)
    try FileManager.default.removeItem(atPath: scratch.store)
    try scratch.makeStore()
    let lengths = Array(1...200) + Array(stride(from: 211, to: valid.count, by: 97))
    for length in lengths where length < valid.count {
      let found = try stage(of: Array(valid.prefix(length)), "length \(length)")
      #expect(found == .refusedAsDamaged, "length \(length)")
    }
    for more in [1, 100, 4_096] {
      let found = try stage(of: valid + [UInt8](repeating: 0xA5, count: more), "\(more) more")
      #expect(found == (more == 4_096 ? .openedWithTheSameRows : .refusedAsDamaged))
    }
  }

  @Test func `S-11 of another kind is refused as damaged and left alone`() throws {
    var generator = SeededGenerator(seed: 11)
    let random = (0..<8_192).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let kinds: [(String, [UInt8])] = [
      ("zeros", [UInt8](repeating: 0, count: 8_192)), ("random", random),
      ("text", Array(repeating: Array("not a database\n".utf8), count: 600).flatMap { $0 }),
      ("only the first words", Array("SQLite format 3\0".utf8)),
      ("the first words and noise", Array("SQLite format 3\0".utf8) + random),
      ("another format", Array("SQLite format 2\0".utf8) + valid.dropFirst(16)),
    ]
    for (name, bytes) in kinds {
      let found = try stage(of: bytes, "\(name)")
      #expect(found == .refusedAsDamaged || name.hasPrefix("the first words"), "\(name)")
      #expect(![.takenForNew, .openedWithOtherRows].contains(found), "\(name)")
    }
  }

  @Test func `S-11 with one bit of its header changed is refused, or read as it was`() throws {
    var counts: [Stage: Int] = [:]
    for bit in 0..<(FileLayout.headerByteCount * 8) {
      var bytes = valid
      bytes[bit / 8] ^= 1 << (bit % 8)
      let found = try stage(of: bytes, "bit \(bit)")
      counts[found, default: 0] += 1
      #expect(found != .openedWithOtherRows && found != .takenForNew, "bit \(bit)")
      switch bit / 8 {
      case 0..<20, 21..<24, 44..<48, 52..<60, 64..<68, 72..<92:
        #expect(found == .refusedAsDamaged, "bit \(bit)")
      case 60..<64: #expect([.refusedAsTooNew, .refusedAsTooOld].contains(found), "bit \(bit)")
      case 68..<72: #expect(found == .refusedAsWrongKey, "bit \(bit)")
      default: break
      }
    }
    #expect(counts[.refusedAsTooOld] == 1)
    #expect(counts[.refusedAsTooNew] == 31)
    #expect((counts[.openedWithTheSameRows] ?? 0) > 0)
  }

  @Test func `S-11 edited anywhere gives a typed error or rows, in bounded time`() throws {
    let seed: UInt64 = 20_260_402
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    var counts: [Stage: Int] = [:]
    var slowest = Duration.zero
    for round in 0..<10_000 {
      let bytes =
        round.isMultiple(of: 2) ? noise(&generator) : edited(valid, using: &generator)
      let start = ContinuousClock.now
      counts[try stage(of: bytes, "round \(round)"), default: 0] += 1
      slowest = max(slowest, ContinuousClock.now - start)
    }
    print(counts, "slowest", slowest)
    for stage in Stage.allCases { #expect((counts[stage] ?? 0) > 0, "\(stage) was never reached") }
    #expect(slowest < .seconds(5))
  }

  /// Bytes without a meaning, half of them behind a header that has one.
  private func noise(_ generator: inout SeededGenerator) -> [UInt8] {
    let count = Int.random(in: 0...1_200, using: &generator)
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    guard Bool.random(using: &generator) else { return count < 20 ? [] : bytes }
    return valid.prefix(100) + bytes + valid.dropFirst(100 + count)
  }

  /// The valid file with one to eight edits.
  private func edited(_ valid: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = valid
    // The header, the tables of the pages and what ends a page are where structure is.
    let places = [0..<100, 100..<140, 3_800..<4_096, 4_096..<4_140, 8_192..<8_250]
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      let range = Bool.random(using: &generator) ? places.randomElement(using: &generator) : nil
      let place = Int.random(in: range ?? 0..<valid.count, using: &generator) % bytes.count
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
      case 2: bytes.remove(at: place)
      case 3:
        let from = Int.random(in: 0..<bytes.count - 64, using: &generator)
        bytes.replaceSubrange(place..<min(place + 64, bytes.count), with: bytes[from..<from + 64])
      case 4: for offset in place..<min(place + 2, bytes.count) { bytes[offset] = 0xFF }
      default: for offset in place..<min(place + 2, bytes.count) { bytes[offset] = 0 }
      }
    }
    // Most keep the length, so that more than the length is looked at.
    guard Int.random(in: 0..<8, using: &generator) > 0 else { return bytes }
    return Array((bytes + valid.suffix(16)).prefix(valid.count))
  }

  @Test func `S-11 without its log or with a stray one is opened as far as it goes`() throws {
    try scratch.overwrite([UInt8](repeating: 0x5A, count: 5_000), scratch.main + "-wal")
    #expect(try stage(of: valid, "a stray log") == .openedWithTheSameRows)
    try scratch.overwrite([UInt8](repeating: 0, count: 700), scratch.main + "-journal")
    #expect(try stage(of: valid, "a cold journal") == .openedWithTheSameRows)
    #expect(try scratch.snapshot()["box.trueseal-journal"] == nil)
  }

  @Test func `S-11 that is gone while its log is there is damaged, not new`() throws {
    try scratch.overwrite([UInt8](repeating: 0x5A, count: 5_000), scratch.main + "-wal")
    for isEmpty in [true, false] {
      if isEmpty {
        try scratch.overwrite([])
      } else {
        try FileManager.default.removeItem(atPath: scratch.main)
      }
      let before = try scratch.snapshot()
      #expect(scratch.refusal() == .damaged)
      #expect(try scratch.snapshot().keys.sorted() == before.keys.sorted())
      #expect(try scratch.bytes(scratch.main + "-wal").count == 5_000)
    }
  }
}

/// The one number of the format these tests need.
private enum FileLayout {
  static let headerByteCount = 100
}
