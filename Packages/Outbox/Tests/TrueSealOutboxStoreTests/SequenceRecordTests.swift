import Testing
import TrueSealOutboxStore
import TrueSealStore

@Suite struct `The sequence record` {
  let shelf: Shelf
  let sequence = SequenceRecord()
  var database: Database { shelf.database }

  init() throws { shelf = try Shelf() }

  @Test func `S-07 counts from 1 and gives no number twice`() throws {
    let sequence = sequence
    let taken = try (1...50).map { _ in
      try database.write { transaction in try sequence.next(in: transaction) }
    }
    #expect(taken == Array(1...50))
    try shelf.work { transaction throws in #expect(try sequence.last(in: transaction) == 50) }
  }

  @Test func `S-07 goes on counting when the outbox has been emptied`() throws {
    let sequence = sequence
    try shelf.work { transaction throws in
      let number = try sequence.next(in: transaction)
      try entries.insert(message(number), to: [alice], in: transaction)
      try entries.clear(in: transaction)
      #expect(try sequence.next(in: transaction) == number + 1)
    }
  }

  @Test func `S-07 goes on counting after the store was closed and opened`() throws {
    let sequence = sequence
    try database.write { transaction in _ = try sequence.next(in: transaction) }
    database.close()
    let again = try Shelf.open(shelf.directory)
    defer { again.close() }
    let next = try again.write { transaction in try sequence.next(in: transaction) }
    #expect(next == 2)
  }

  @Test func `S-07 loses a number together with the transaction that took it, and only then`()
    throws
  {
    struct Refusal: Error {}
    let sequence = sequence
    #expect(throws: Refusal.self) {
      try shelf.work { transaction throws in
        let number = try sequence.next(in: transaction)
        try entries.insert(message(number), to: [alice], in: transaction)
        throw Refusal()
      }
    }
    try shelf.work { transaction throws in
      #expect(try entries.count(in: transaction) == 0)
      #expect(try sequence.next(in: transaction) == 1)
    }
  }

  @Test func `S-12 is raised to a time and never lowered`() throws {
    let sequence = sequence
    try shelf.work { transaction throws in
      try sequence.raise(to: 1_700_000_000_000, in: transaction)
      #expect(try sequence.next(in: transaction) == 1_700_000_000_001)
      try sequence.raise(to: 5, in: transaction)
      #expect(try sequence.next(in: transaction) == 1_700_000_000_002)
      try sequence.clear(in: transaction)
      #expect(try sequence.last(in: transaction) == 0)
    }
  }

  @Test func `S-07 fails at its end instead of starting over`() throws {
    let sequence = sequence
    try shelf.work { transaction throws in
      try sequence.raise(to: .max, in: transaction)
      #expect(throws: StoreError.self) { try sequence.next(in: transaction) }
      #expect(try sequence.last(in: transaction) == UInt64(Int64.max))
    }
  }
}
