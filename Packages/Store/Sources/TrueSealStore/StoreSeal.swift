/// What a store with a cipher seals its cells with, and the row that proves the cipher's key.
struct StoreSeal {
  /// How many random bytes tell one store from others under the same key.
  private static let saltByteCount: Int64 = 16
  private static let proofCell = Cell("store_seal", "proof", .integer(1))

  private let cipher: CellCipher
  private let salt: [UInt8]

  /// Makes the row of a new store.
  init(making cipher: CellCipher, in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run(
      """
      CREATE TABLE store_seal(
        id INTEGER PRIMARY KEY CHECK(id = 1), salt BLOB NOT NULL, proof BLOB NOT NULL) STRICT
      """)
    let drawn = try transaction.row("SELECT randomblob(?)", .integer(Self.saltByteCount))
    self.cipher = cipher
    salt = try drawn?.blob(0) ?? []
    try transaction.run(
      "INSERT INTO store_seal(id, salt, proof) VALUES(1, ?, ?)", .blob(salt),
      .blob(seal([], for: Self.proofCell)))
  }

  /// Takes up the seal of a store that has one.
  ///
  /// - Throws: `StoreError`, code `wrongKey`, when the row was made with another key.
  init(taking cipher: CellCipher, in transaction: borrowing Transaction) throws(StoreError) {
    guard let row = try transaction.row("SELECT salt, proof FROM store_seal") else {
      throw StoreError(.damaged, "the store has lost what proves its key")
    }
    self.cipher = cipher
    salt = try row.blob(0)
    // Of four thousand million wrong keys, one has the right mark.
    guard cipher.open(try row.blob(1), Self.proofCell.place(in: salt)) == [] else {
      throw StoreError(.wrongKey, "the store is sealed with another key of the same mark")
    }
  }

  func seal(_ bytes: [UInt8], for cell: Cell) -> [UInt8] {
    cipher.seal(bytes, cell.place(in: salt))
  }

  func open(_ sealed: [UInt8], from cell: Cell) throws(StoreError) -> [UInt8] {
    guard let bytes = cipher.open(sealed, cell.place(in: salt)) else {
      throw StoreError(.damaged, "a sealed cell does not open where it is")
    }
    return bytes
  }
}
