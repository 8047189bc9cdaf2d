import Foundation
import Testing
import TrueSealCrypto
import TrueSealManifest
import TrueSealManifestStore
import TrueSealStore
import TrueSealTesting

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `What lies at rest` {
  static let key = (0..<32).map { UInt8($0) &* 7 &+ 3 }

  @Test(arguments: [true, false])
  func `S-13 with a key, no private key, body or name is in any file; without one, all are`(
    isSealed: Bool
  ) async throws {
    let full = try await FullHouse(storeKey: isSealed ? Self.key : nil)
    let (home, bob, dave) = (full.home, full.bob, full.dave)
    func expect(_ secrets: [String: [UInt8]], in name: String, _ moment: Comment) throws {
      let files = try home.contents(of: name)
      for (what, secret) in secrets {
        #expect(files.contains { $0.contains(secret) } != isSealed, "\(what), \(moment)")
      }
    }
    let (secrets, davesSecrets) = (await full.secretsOfBob(), await full.secretsOfDave())
    try expect(secrets, in: full.bobName, "in the log")
    try expect(davesSecrets, in: full.daveName, "in the log")
    var rows: [SealedColumn: Int] = [:]
    for (phone, name) in [(bob, full.bobName), (dave, full.daveName)] {
      let found = try await phone.client.sealedCells()
      for (column, cells) in found.cells {
        rows[column, default: 0] += cells.count
        for cell in cells {
          #expect(cell.stored.count == cell.plain.count + (isSealed ? 40 : 0), "\(column)")
        }
      }
      let pieces = found.pieces
      #expect(pieces.count > 5)
      let inFiles = try home.contents(of: name).reduce(into: Set<[UInt8]>()) {
        $0.formUnion(pieces.found(in: $1))
      }
      // A long cell is in several pages, so that a few of its pieces are in two parts.
      let isShown = inFiles.count * 10 > pieces.count * 9
      #expect(isSealed ? inFiles.isEmpty : isShown, "\(inFiles.count) of \(pieces.count), \(name)")
    }
    for column in SealedColumn.all { #expect((rows[column] ?? 0) > 0, "no row of \(column)") }
    for phone in [bob, dave] {
      try await phone.client.cutLog()
    }
    try expect(secrets, in: full.bobName, "in the file")
    try expect(davesSecrets, in: full.daveName, "in the file")

    await bob.client.close()
    try expect(secrets, in: full.bobName, "closed")
    let again = try await home.phone(full.bobName)
    #expect(await again.client.status == .member)
    #expect(await again.client.keys.signing.seed().exposed() == secrets["signing seed"])
    try await full.expectDelivery(from: again)
  }

  @Test func `S-13 a key that is wrong, missing or too many is refused, and changes nothing`()
    async throws
  {
    for (made, opened) in [(Self.key, [nil, Array(Self.key.reversed())]), (nil, [Self.key])]
      as [([UInt8]?, [[UInt8]?])]
    {
      let home = try Household(seed: 821, storeKey: made)
      let client = try await home.device("alice")
      let id = await client.me.id
      await client.close()
      let before = try home.scratch.contents()
      for key in opened {
        let refused = await #expect(throws: TrueSealError.self) {
          try await TrueSeal.open(
            parts: home.relay.parts(directory: home.scratch.path + "/alice", storeKey: key))
        }
        #expect(refused == .storage(.wrongKey))
        #expect(try home.scratch.contents() == before)
      }
      #expect(try await home.device("alice").me.id == id)
    }
  }

  @Test func `S-13 open takes the key, and asks for it again`() async throws {
    let scratch = try Scratch()
    let relay =
      "trueseal://\(String(repeating: "09", count: 32))@127.0.0.1:9?push=10"
    let client = try await TrueSeal.open(relay: relay, storage: scratch.path, storeKey: Self.key)
    let id = await client.me.id
    await client.close()
    let refused = await #expect(throws: TrueSealError.self) {
      try await TrueSeal.open(relay: relay, storage: scratch.path)
    }
    #expect(refused == .storage(.wrongKey))
    let again = try await TrueSeal.open(relay: relay, storage: scratch.path, storeKey: Self.key)
    #expect(await again.me.id == id)
    await again.close()
  }

  @Test(arguments: [0, 31, 33])
  func `S-13 a store key has 32 bytes`(count: Int) async {
    await #expect(processExitsWith: .failure) { [count] in
      _ = CellCipher(storeKey: [UInt8](repeating: 1, count: count))
    }
  }

  @Test(arguments: [
    "UPDATE identity SET signing_seed = agreement_secret, agreement_secret = signing_seed",
    "UPDATE identity SET signing_seed = substr(signing_seed, 1, length(signing_seed) - 1)",
    "UPDATE identity SET signing_seed = zeroblob(32)",
  ])
  func `S-13 S-11 a sealed cell that was moved or changed is damage, and never a new identity`(
    change: String
  ) async throws {
    let home = try Household(seed: 822, storeKey: Self.key)
    let client = try await home.device("alice")
    try await client.change(change)
    await client.close()
    let before = try home.scratch.contents()
    let refused = await #expect(throws: TrueSealError.self) { try await home.device("alice") }
    #expect(refused == .storage(.damaged))
    #expect(try home.scratch.contents() == before)
  }

  /// HKDF-SHA256 of the key 00 to 1f, computed with Python's `hmac`.
  @Test func `S-13 the mark in the header is derived from the key`() async throws {
    let home = try Household(seed: 823, storeKey: (0..<32).map { UInt8($0) })
    try await home.device("alice").close()
    let file = try #require(try home.scratch.contents()["alice/default.trueseal"])
    #expect(Hexadecimal.encode(Array(file[68..<72])) == "fe0a99ef")
  }

  /// Made with argon2-cffi: version 1.3, one lane.
  @Test func `S-13 a passphrase becomes a store key, and another salt makes another one`() throws {
    let kept = try #require(
      PassphraseStretching(salt: Array(0..<16), passes: 3, memoryByteCount: 8_192 * 1_024))
    let key = try #require(kept.storeKey(from: Array("correct horse battery staple".utf8)))
    #expect(
      Hexadecimal.encode(key) == "947312f62e4ac86f63c9b622f147b0061846739f53dd00f2d2236cd03db413ac")
    #expect(PassphraseStretching.fresh().salt != PassphraseStretching.fresh().salt)
    #expect(PassphraseStretching.fresh().passes == 3)
    #expect(PassphraseStretching.fresh().memoryByteCount == 268_435_456)
    for (saltCount, passes, memory) in [(15, 3, 8_192), (16, 0, 8_192), (16, 3, 1 << 31)] {
      let salt = [UInt8](repeating: 0, count: saltCount)
      #expect(PassphraseStretching(salt: salt, passes: passes, memoryByteCount: memory) == nil)
    }
  }

  /// A new column must be decided upon: what lies in it is sealed, or may be read.
  @Test func `S-13 every column of bytes or text is one that is sealed or one that may be read`()
    async throws
  {
    let home = try Household(seed: 824, storeKey: Self.key)
    let tables = try await home.device("alice").tables()
    let known = (SealedColumn.all.map { ($0.table, $0.column) } + SealedColumn.readable)
    for (table, sql) in tables {
      let columns = known.filter { $0.0 == table }.map(\.1)
      let types =
        sql.components(separatedBy: " BLOB").count + sql.components(separatedBy: " TEXT").count
      #expect(columns.count == types - 2, "\(table)")
      for column in columns { #expect(sql.contains("\(column) "), "\(table).\(column)") }
    }
    #expect(Set(known.map(\.0)).subtracting(tables.keys) == [])
  }
}
