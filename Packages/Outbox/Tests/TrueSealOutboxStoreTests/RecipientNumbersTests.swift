import Testing
import TrueSealOutbox
import TrueSealOutboxStore
import TrueSealStore

@Suite struct `The numbers of recipients` {
  let shelf: Shelf
  private static let entries = EntryRecords()

  init() throws { shelf = try Shelf() }

  private struct Refused: Error {}

  private static func key(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 32) }

  private static func insert(
    _ sequence: UInt64, to keys: [[UInt8]], in transaction: borrowing Transaction
  ) throws {
    try entries.insert(
      .sync(sequence: sequence, at: 1_000, body: Body([1])), to: keys, in: transaction)
  }

  private static func sequences(of key: [UInt8], in transaction: borrowing Transaction) throws
    -> [UInt64]
  {
    try entries.entries(of: key, after: 0, limit: 100, in: transaction).map(\.sequence)
  }

  /// Each list is written once, so that every pair of neighbours follows one upon the other.
  static let lists: [[UInt8]] = [
    [1, 2, 3], [1, 2, 3], [3, 2, 1], [2, 3, 1], [1, 2], [2], [2, 3], [4, 1, 2, 3], [1, 2, 3], [5],
    [1, 2, 3, 4, 5],
  ]

  @Test func `S-08 name the recipients of one message after another, in any order`() throws {
    try shelf.work { transaction in
      for (place, list) in Self.lists.enumerated() {
        try Self.insert(UInt64(place + 1), to: list.map(Self.key), in: transaction)
      }
    }
    try shelf.work { transaction in
      for number in UInt8(1)...5 {
        let meant = (1...UInt64(Self.lists.count)).filter { sequence in
          Self.lists[Int(sequence) - 1].contains(number)
        }
        let found = try Self.sequences(of: Self.key(number), in: transaction)
        #expect(found == meant)
      }
    }
  }

  @Test func `S-08 are given anew once the outbox was cleared`() throws {
    let keys = [1, 2, 3].map(Self.key)
    try shelf.work { try Self.insert(1, to: keys, in: $0) }
    try shelf.work { try Self.entries.clear(in: $0) }
    try shelf.work { transaction in
      try Self.insert(2, to: [Self.key(9)], in: transaction)
      try Self.insert(3, to: keys, in: transaction)
      #expect(try Self.sequences(of: Self.key(9), in: transaction) == [2])
      for key in keys { #expect(try Self.sequences(of: key, in: transaction) == [3]) }
    }
  }

  @Test func `S-08 are given anew once the transaction that gave them was undone`() throws {
    let keys = [1, 2, 3].map(Self.key)
    #expect(throws: Refused.self) {
      try shelf.work { transaction in
        try Self.insert(1, to: keys, in: transaction)
        throw Refused()
      }
    }
    try shelf.work { transaction in
      try Self.insert(2, to: keys, in: transaction)
      for key in keys { #expect(try Self.sequences(of: key, in: transaction) == [2]) }
    }
  }
}
