/// The forms of keys and signatures that every Ed25519 library should refuse, and not each does.
///
/// Without these rules one signature would have several spellings, and a key of small order would
/// accept signatures that anybody can make.
///
/// Source: RFC 8032, sections 5.1.3 and 5.1.7; the points of small order are the multiples of one of
/// order 8, computed from the curve's equation.
enum Ed25519Form {
  /// True for 64 bytes whose point has large order and whose scalar is below the group's order.
  static func isSignature(_ signature: [UInt8]) -> Bool {
    guard signature.count == 64 else { return false }
    return !isSmall(signature[..<32]) && isBelow(signature[32...], groupOrder)
  }

  /// True for 32 bytes whose coordinate is below the field's prime and whose point has large order.
  static func isSoundKey(_ key: [UInt8]) -> Bool {
    guard key.count == 32 else { return false }
    return !isSmall(key[...]) && isBelow(unsigned(key[...])[...], fieldPrime)
  }

  private static func isSmall(_ point: ArraySlice<UInt8>) -> Bool {
    smallOrder.contains(unsigned(point))
  }

  /// The coordinate without the bit that says on which side the point lies.
  private static func unsigned(_ point: ArraySlice<UInt8>) -> [UInt8] {
    var point = Array(point)
    point[31] &= 0x7f
    return point
  }

  /// Compares little-endian numbers of one length.
  private static func isBelow(_ number: ArraySlice<UInt8>, _ bound: [UInt8]) -> Bool {
    number.reversed().lexicographicallyPrecedes(bound.reversed())
  }

  private static let fieldPrime = bytes(
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")
  private static let groupOrder = bytes(
    "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
  private static let smallOrder = Set(
    [
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ].map(bytes))

  private static func bytes(_ digits: String) -> [UInt8] { Hexadecimal.bytes(digits) ?? [] }
}
