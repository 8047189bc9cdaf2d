import Foundation
import Testing
import TrueSealOutbox
import TrueSealOutboxStore
import TrueSealStore

let alice = [UInt8](repeating: 0xA1, count: 32)
let bob = [UInt8](repeating: 0xB0, count: 32)
let entries = EntryRecords()
let bodies = BodyRecords()

func message(_ sequence: UInt64, says text: String = "hello") -> OutgoingMessage {
  .sync(sequence: sequence, at: 1_000, body: Body(Array(text.utf8)))
}

@Suite struct `Entry records` {
  let shelf: Shelf
  var database: Database { shelf.database }

  init() throws { shelf = try Shelf() }

  @Test func `S-08 keep one entry for each recipient, and the body once`() throws {
    try shelf.work { transaction throws in
      try entries.insert(message(7), to: [alice, bob], in: transaction)
      #expect(try entries.count(in: transaction) == 2)
      #expect(try entries.count(of: .sync, in: transaction) == 2)
      #expect(try entries.count(of: .pair, in: transaction) == 0)
      #expect(try bodies.count(in: transaction) == 1)
      #expect(try bodies.body(of: 7, in: transaction) == Body(Array("hello".utf8)))
      #expect(try entries.recipients(in: transaction) == [alice, bob])
      let expected = Entry(
        recipient: bob, sequence: 7, kind: .sync, timestamp: 1_000, expiry: 2_592_001_000)
      #expect(
        try entries.entries(of: bob, after: 0, limit: 9, in: transaction) == [expected])
    }
  }

  @Test func `S-08 let the body go with the last entry, whichever that is`() throws {
    try shelf.work { transaction throws in
      try entries.insert(message(1), to: [alice, bob], in: transaction)
      try entries.insert(message(2), to: [alice], in: transaction)
      let first = Entry.ID(recipient: alice, sequence: 1)
      #expect(try entries.delete(first, in: transaction))
      #expect(try !entries.delete(first, in: transaction))
      #expect(try bodies.body(of: 1, in: transaction) != nil)
      #expect(try entries.delete(Entry.ID(recipient: bob, sequence: 1), in: transaction))
      #expect(try bodies.body(of: 1, in: transaction) == nil)
      #expect(try bodies.count(in: transaction) == 1)
      #expect(try entries.count(of: .sync, in: transaction) == 1)
      #expect(try entries.recipients(in: transaction) == [alice])
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `S-08 leave no body in any file once the log is cut`() throws {
    let secret = "a body nobody shall find again"
    let long = String(repeating: secret, count: 500)
    try shelf.work { transaction throws in
      try entries.insert(message(1, says: secret), to: [alice, bob], in: transaction)
      try entries.insert(message(2, says: long), to: [alice], in: transaction)
    }
    try database.truncateLog()
    #expect(try finds(secret))
    try shelf.work { transaction throws in
      #expect(try entries.delete(.sync, in: transaction) == 3)
    }
    try database.truncateLog()
    #expect(try !finds(secret))
  }

  @Test func `D-01 store nothing for a message without a recipient`() throws {
    try shelf.work { transaction throws in
      try entries.insert(message(1), to: [], in: transaction)
      #expect(try bodies.count(in: transaction) == 0)
    }
  }

  @Test func `D-02 give a recipient's entries by rising number, in pages`() throws {
    try shelf.work { transaction throws in
      for sequence: UInt64 in [3, 1, 1 << 40, 2] {
        try entries.insert(message(sequence), to: [alice], in: transaction)
      }
      try entries.insert(message(4), to: [bob], in: transaction)
    }
    try shelf.work { transaction throws in
      let first = try entries.entries(of: alice, after: 0, limit: 3, in: transaction)
      #expect(first.map(\.sequence) == [1, 2, 3])
      let rest = try entries.entries(of: alice, after: 3, limit: 3, in: transaction)
      #expect(rest.map(\.sequence) == [1 << 40])
      #expect(try entries.entries(of: [9], after: 0, limit: 3, in: transaction).isEmpty)
      #expect(try entries.entries(of: alice, after: .max, limit: 3, in: transaction).isEmpty)
      #expect(try entries.entries(of: alice, after: 0, limit: -1, in: transaction).isEmpty)
    }
  }

  @Test func `D-04 cut a body for all who have not got it yet`() throws {
    try shelf.work { transaction throws in
      let whole = OutgoingMessage(
        sequence: 5, kind: .groupManifest, body: Body([1, 2, 3, 4], mayCompress: false),
        partCount: 4)
      try entries.insert(whole, to: [alice], in: transaction)
      let cut = Body([1, 2], mayCompress: false)
      #expect(try bodies.replace(cut, of: 5, partCount: 2, in: transaction))
      #expect(try bodies.body(of: 5, in: transaction) == cut)
      #expect(
        try entries.entries(of: alice, after: 0, limit: 1, in: transaction)
          == [Entry(recipient: alice, sequence: 5, kind: .groupManifest, partCount: 2)])
      #expect(try !bodies.replace(cut, of: 6, partCount: 2, in: transaction))
    }
  }

  @Test func `D-05 find what is past its expiry, and nothing that has none`() throws {
    try shelf.work { transaction throws in
      try entries.insert(message(1), to: [alice, bob], in: transaction)
      let pair = OutgoingMessage(sequence: 2, kind: .pair, body: Body([]))
      try entries.insert(pair, to: [alice], in: transaction)
      try entries.insert(
        .sync(sequence: 3, at: 1_001, body: Body([])), to: [alice], in: transaction)
    }
    try shelf.work { transaction throws in
      let expiry = 1_000 + OutboxLimits.lifetimeMilliseconds
      #expect(try entries.expired(at: expiry - 1, limit: 9, in: transaction).isEmpty)
      let expired = try entries.expired(at: expiry, limit: 9, in: transaction)
      #expect(expired.map(\.recipient) == [alice, bob])
      #expect(expired.map(\.sequence) == [1, 1])
      #expect(try entries.expired(at: .max, limit: 2, in: transaction).count == 2)
      #expect(try entries.expired(at: .max, limit: 9, in: transaction).count == 3)
    }
  }

  @Test func `D-08 delete Sync entries of one recipient or of all, and keep the others`() throws {
    try shelf.work { transaction throws in
      for sequence: UInt64 in 1...5 {
        try entries.insert(message(sequence), to: [alice, bob], in: transaction)
      }
      let revoke = OutgoingMessage(sequence: 6, kind: .revoke, body: Body([]))
      try entries.insert(revoke, to: [alice, bob], in: transaction)
      #expect(
        try entries.entries(of: alice, after: 0, limit: 9, skippingSync: true, in: transaction)
          .map(\.sequence) == [6])
      #expect(try entries.delete(.sync, to: alice, in: transaction) == 5)
      #expect(
        try entries.entries(of: alice, after: 0, limit: 9, in: transaction).map(\.sequence) == [6])
      #expect(try bodies.count(in: transaction) == 6)
      #expect(try entries.delete(.sync, in: transaction) == 5)
      #expect(try bodies.count(in: transaction) == 1)
      #expect(try entries.count(in: transaction) == 2)
    }
  }

  @Test func `S-10 leave nothing behind when cleared`() throws {
    try shelf.work { transaction throws in
      try entries.insert(message(1), to: [alice, bob], in: transaction)
      try entries.clear(in: transaction)
      #expect(try entries.count(in: transaction) == 0)
      #expect(try bodies.count(in: transaction) == 0)
      #expect(try entries.recipients(in: transaction).isEmpty)
    }
    try database.truncateLog()
    #expect(try !finds("hello"))
  }

  @Test func `refuse a number or a recipient used twice`() throws {
    #expect(throws: StoreError.self) {
      try shelf.work { transaction throws in
        try entries.insert(message(1), to: [alice, alice], in: transaction)
      }
    }
    try shelf.work { transaction throws in
      #expect(try entries.count(in: transaction) == 0)
      try entries.insert(message(1), to: [alice], in: transaction)
      #expect(throws: StoreError.self) {
        try entries.insert(message(1), to: [bob], in: transaction)
      }
    }
  }

  @Test func `keep every number, kind and time that fits, and never trap on others`() throws {
    let odd = OutgoingMessage(
      sequence: UInt64(Int64.max), kind: Entry.Kind(rawValue: 255), timestamp: .max, expiry: .max,
      body: Body([], mayCompress: false), partCount: .max)
    try shelf.work { transaction throws in
      try entries.insert(odd, to: [[]], in: transaction)
      let read = try entries.entries(of: [], after: 0, limit: .max, in: transaction)
      #expect(read.map(\.sequence) == [UInt64(Int64.max)])
      #expect(read.map(\.kind) == [Entry.Kind(rawValue: 255)])
      #expect(read.map(\.expiry) == [UInt64(Int64.max)])
      #expect(read.map(\.partCount) == [.max])
    }
  }

  /// Whether the words stand in any file of the store.
  private func finds(_ words: String) throws -> Bool {
    let directory = URL(fileURLWithPath: shelf.directory)
    let files = try FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: nil)
    return try files.contains { try Data(contentsOf: $0).range(of: Data(words.utf8)) != nil }
  }
}
