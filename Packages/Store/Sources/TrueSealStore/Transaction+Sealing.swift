extension Transaction {
  /// Whether cells are sealed; what opens is then as it was written.
  public var isSealing: Bool { seal != nil }

  /// Bytes as `cell` is to hold them: sealed for it, or as they are in a store without a cipher.
  public func sealed(_ bytes: [UInt8], for cell: Cell) -> Value {
    .blob(seal?.seal(bytes, for: cell) ?? bytes)
  }

  /// The bytes that `cell` holds, of what was read from it.
  ///
  /// - Throws: `StoreError`, code `damaged`, for bytes that were not sealed for this cell.
  public func opened(_ stored: [UInt8], from cell: Cell) throws(StoreError) -> [UInt8] {
    try seal?.open(stored, from: cell) ?? stored
  }
}
