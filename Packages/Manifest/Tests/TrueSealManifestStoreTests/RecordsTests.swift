import Testing
import TrueSealManifest
@testable import TrueSealManifestStore
import TrueSealStore

@Suite struct `The records` {
  let shelf: Shelf
  let ann: Shelf.Device
  let line: [VerifiedManifest]

  init() throws {
    shelf = try Shelf()
    (ann, line) = try Shelf.line()
  }

  private func stored() throws -> Ledger? {
    try shelf.database.read { transaction throws(StoreError) in
      try LedgerRecords().ledger(in: transaction)
    }
  }

  @Test func `give back a ledger as it was, after the store is opened again`() throws {
    #expect(try stored() == nil)
    var ledger = Ledger(groupID: line[0].manifest.groupID)
    _ = ledger.insert(line[0], from: nil)
    let founded = ledger
    try shelf.database.write { transaction throws(StoreError) in
      try LedgerRecords().insert(founded, in: transaction)
    }
    for manifest in [line[2], line[1]] {
      let effects = ledger.insert(manifest, from: ann.signingKey)
      let changed = ledger
      try shelf.database.write { transaction throws(StoreError) in
        try LedgerRecords().save(effects, of: changed, in: transaction)
      }
      try shelf.reopen()
      let again = try #require(try stored())
      #expect(again.held == ledger.held && again.current == ledger.current)
      #expect(again.waiting == ledger.waiting)
    }
    #expect(try stored()?.current == line[2])
  }

  @Test func `forget a waiting manifest that is refused`() throws {
    let stranger = try Shelf.Device("stranger")
    let forged = try stranger.signed(
      Manifest(
        groupID: line[0].manifest.groupID, version: 3, parent: line[1].hash,
        issuer: stranger.signingKey, onBehalf: [], members: line[1].manifest.members))
    var ledger = Ledger(groupID: line[0].manifest.groupID)
    _ = ledger.insert(line[0], from: nil)
    _ = ledger.insert(forged, from: ann.signingKey)
    let before = ledger
    try shelf.database.write { transaction throws(StoreError) in
      try LedgerRecords().insert(before, in: transaction)
    }
    #expect(try stored()?.waiting.count == 1)
    let effects = ledger.insert(line[1], from: ann.signingKey)
    let after = ledger
    try shelf.database.write { transaction throws(StoreError) in
      try LedgerRecords().save(effects, of: after, in: transaction)
      #expect(try WaitingRecords().all(in: transaction).isEmpty)
    }
  }

  @Test func `M-30 write a manifest, what was sent and the pending change together or not at all`()
    throws
  {
    struct Crash: Error {}
    let (line, ann) = (line, ann)
    let member = try #require(line[1].manifest.members.first { $0.signingKey != ann.signingKey })
    let change = PendingChange(.admission(member), carriers: [line[1].hash])
    func write(_ crashes: Bool) throws {
      try shelf.database.write { transaction in
        for manifest in line.prefix(2) { try HeldRecords().insert(manifest, in: transaction) }
        try SentRecords().note(line[1].rank, to: member.signingKey, in: transaction)
        try PendingChangeRecords().save(change, in: transaction)
        if crashes { throw Crash() }
      }
    }
    #expect(throws: Crash.self) { try write(true) }
    try shelf.reopen()
    #expect(try stored() == nil)
    try shelf.database.read { transaction throws(StoreError) in
      #expect(try PendingChangeRecords().all(in: transaction).isEmpty)
      #expect(try SentRecords().all(in: transaction).isEmpty)
    }
    try write(false)
    try shelf.reopen()
    let ledger = try #require(try stored())
    #expect(change.state(in: ledger) == .satisfied)
    try shelf.database.read { transaction throws(StoreError) in
      #expect(try PendingChangeRecords().all(in: transaction) == [change])
      #expect(try SentRecords().all(in: transaction) == [member.signingKey: line[1].rank])
    }
  }

  @Test func `keep pending changes of every kind, with their newest carriers`() throws {
    let member = line[0].manifest.members[0]
    var changes = [
      PendingChange(.admission(member), carriers: [line[0].hash]),
      PendingChange(.removal(signingKey: member.signingKey), carriers: []),
      PendingChange(.leave(signingKey: ann.signingKey), carriers: [line[1].hash, line[2].hash]),
    ]
    let before = changes
    try shelf.database.write { transaction throws(StoreError) in
      for change in before { try PendingChangeRecords().save(change, in: transaction) }
    }
    changes[0].carry(by: line[2].hash)
    let after = changes
    try shelf.database.write { transaction throws(StoreError) in
      try PendingChangeRecords().save(after[0], in: transaction)
      #expect(try PendingChangeRecords().all(in: transaction) == after)
      try PendingChangeRecords().removeAll(in: transaction)
      #expect(try PendingChangeRecords().all(in: transaction).isEmpty)
    }
  }

  @Test func `M-40 remember the newest manifest a recipient was sent`() throws {
    let (line, key) = (line, ann.signingKey)
    try shelf.database.write { transaction throws(StoreError) in
      let sent = SentRecords()
      for manifest in [line[0], line[2]] {
        try sent.note(manifest.rank, to: key, in: transaction)
        #expect(try sent.all(in: transaction) == [key: manifest.rank])
      }
      try sent.removeAll(in: transaction)
      #expect(try sent.all(in: transaction).isEmpty)
    }
  }

  @Test func `M-45 keep what a joiner waits with`() throws {
    let cat = try Shelf.Device("cat")
    func empty() -> JoinWait {
      JoinWait(
        signingKey: cat.signingKey, agreementKey: cat.agreementKey, trustedKey: ann.signingKey)
    }
    func stored() throws -> JoinWait {
      let (cat, ann) = (cat, ann)
      return try shelf.database.read { transaction throws(StoreError) in
        try JoinWaitRecords().wait(
          signingKey: cat.signingKey, agreementKey: cat.agreementKey, trustedKey: ann.signingKey,
          in: transaction)
      }
    }
    #expect(try stored() == empty())
    var wait = empty()
    _ = wait.receive([line[2]], from: line[0].manifest.members[0].signingKey)
    _ = wait.receive([line[0]], from: ann.signingKey)
    _ = wait.receive([line[0], line[0]], from: ann.signingKey)
    let saved = wait
    try shelf.database.write { transaction throws(StoreError) in
      try JoinWaitRecords().save(saved, in: transaction)
      try JoinWaitRecords().save(saved, in: transaction)
    }
    try shelf.reopen()
    var again = try stored()
    #expect(again == wait && again.kept.count == 1 && again.earlier.count == 2)
    guard case .admitted(let ledger) = again.receive([line[1]], from: ann.signingKey) else {
      Issue.record("the admission ends the wait")
      return
    }
    #expect(ledger.held == line)
    try shelf.database.write { transaction throws(StoreError) in
      try JoinWaitRecords().removeAll(in: transaction)
    }
    #expect(try stored() == empty())
  }

  @Test func `notice a damaged manifest and a foreign one`() throws {
    let line = line
    try shelf.database.write { transaction throws(StoreError) in
      try HeldRecords().insert(line[0], in: transaction)
      try transaction.run("UPDATE held_manifest SET encoded = ?", .blob(line[1].encoded))
    }
    #expect(throws: StoreError(.damaged)) { try stored() }
    try shelf.database.write { transaction throws(StoreError) in
      try transaction.run("UPDATE held_manifest SET encoded = ?", .blob([1, 2, 3]))
    }
    #expect(throws: StoreError(.damaged)) { try stored() }

    let foreign = try ann.signed(
      Ledger.founding(
        groupID: [UInt8](repeating: 7, count: 32), founder: ann.member(since: 1),
        joiner: Shelf.Device("ben").member(since: 1)))
    try shelf.database.write { transaction throws(StoreError) in
      try LedgerRecords().removeAll(in: transaction)
      try HeldRecords().insert(line[0], in: transaction)
      try HeldRecords().insert(foreign, in: transaction)
    }
    #expect(throws: StoreError(.damaged)) { try stored() }
  }

  @Test func `W-51 refuse a held manifest of which any byte is damaged, not only its checksum`()
    throws
  {
    let line = line
    let encoded = line[1].encoded
    func load(_ hash: [UInt8], _ bytes: [UInt8], checksum: [UInt8]) throws -> Ledger? {
      try shelf.database.write { transaction throws(StoreError) in
        try LedgerRecords().removeAll(in: transaction)
        try HeldRecords().insert(line[0], in: transaction)
        try transaction.run(
          "INSERT INTO held_manifest(hash, checksum, encoded) VALUES(?, ?, ?)", .blob(hash),
          .blob(checksum), .blob(bytes))
      }
      return try stored()
    }
    let sound = Checksum.of(encoded, hash: line[1].hash)
    #expect(try load(line[1].hash, encoded, checksum: sound)?.current == line[1])
    for place in encoded.indices.dropLast(ManifestLimits.signatureByteCount) {
      var bytes = encoded
      bytes[place] ^= 0x10
      #expect(throws: StoreError(.damaged)) {
        try load(line[1].hash, bytes, checksum: sound)
      }
    }
    var hash = line[1].hash
    hash[31] ^= 1
    #expect(throws: StoreError(.damaged)) { try load(hash, encoded, checksum: sound) }
    // The bytes of another manifest, and ones that are no manifest under a checksum that fits.
    #expect(throws: StoreError(.damaged)) {
      try load(
        line[1].hash, line[2].encoded, checksum: Checksum.of(line[2].encoded, hash: line[2].hash))
    }
    let cut = Array(encoded.dropLast())
    #expect(throws: StoreError(.damaged)) {
      try load(line[1].hash, cut, checksum: Checksum.of(cut, hash: line[1].hash))
    }
    // A checksum says nothing that the hash would not say as well.
    for place in sound.indices {
      var checksum = sound
      checksum[place] ^= 1
      let ledger = try load(line[1].hash, encoded, checksum: checksum)
      #expect(ledger?.held == Array(line.prefix(2)) && ledger?.current == line[1])
    }
  }

  @Test func `are named migrations on strict tables`() throws {
    #expect(
      Migration.manifest.map(\.name) == [
        "manifest.1.held", "manifest.2.waiting", "manifest.3.pending", "manifest.4.sent",
        "manifest.5.early", "manifest.6.told",
      ])
    try shelf.database.read { transaction throws(StoreError) in
      let tables = try transaction.rows("SELECT sql FROM sqlite_schema WHERE type = 'table'")
      #expect(tables.count == 7)
      for table in tables { #expect(try table.text(0).contains(") STRICT")) }
    }
  }
}
