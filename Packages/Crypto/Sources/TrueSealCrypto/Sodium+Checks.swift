extension Sodium {
  /// The base point of edwards25519 plus the point of order two: both coordinates negated.
  static let mixedOrderPoint = [0x95] + [UInt8](repeating: 0x99, count: 31)

  /// Whether the point's y is below 2^255 - 19; only 19 numbers of 255 bits are not.
  static func isCanonicalPoint(_ point: Span<UInt8>) -> Bool {
    point[0] < 0xed || point[31] & 0x7f < 0x7f || (1..<31).contains { point[$0] != 0xff }
  }

  /// Stops the program for sizes that no sealing has; which nonce is meant is the caller's check.
  static func checkSealing(key: Span<UInt8>, nonce: Span<UInt8>, count: Int) {
    check(key, has: CryptoLimits.keyByteCount, "a key")
    if nonce.count != CryptoLimits.longNonceByteCount {
      check(nonce, has: CryptoLimits.nonceByteCount, "a nonce")
    }
    precondition(count <= CryptoLimits.messageByteCountMax, "\(count) bytes are too many to seal")
  }
}
