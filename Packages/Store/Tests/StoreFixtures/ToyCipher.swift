public import TrueSealStore

extension CellCipher {
  /// A cipher that shows where it is called and with what; it keeps nothing secret from anybody.
  public static func toy(key: UInt64, mark: UInt32? = nil) -> CellCipher {
    CellCipher(mark: mark ?? UInt32(truncatingIfNeeded: key)) { bytes, place in
      let tag = digest(key, place + bytes)
      return tag + masked(bytes, by: key)
    } open: { sealed, place in
      let bytes = masked(Array(sealed.dropFirst(8)), by: key)
      return Array(sealed.prefix(8)) == digest(key, place + bytes) ? bytes : nil
    }
  }

  private static func masked(_ bytes: [UInt8], by key: UInt64) -> [UInt8] {
    var generator = SeededGenerator(seed: key)
    return bytes.map { $0 ^ UInt8(truncatingIfNeeded: generator.next()) }
  }

  private static func digest(_ key: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    var sum = key
    for byte in bytes {
      var generator = SeededGenerator(seed: sum ^ UInt64(byte))
      sum = generator.next()
    }
    return (0..<8).map { UInt8(truncatingIfNeeded: sum >> UInt64($0 * 8)) }
  }
}
