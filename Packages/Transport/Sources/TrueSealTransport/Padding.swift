/// The sizes a sealed plaintext may have, so that its length says little (W-34).
public enum Padding {
  /// The Padmé size of `byteCount`, and at least `TransportLimits.paddedByteCountMin`.
  ///
  /// Above that minimum a length grows by less than a sixteenth.
  /// Source: Nikitin et al., "Reducing Metadata Leakage from Encrypted Files", algorithm 1.
  public static func paddedByteCount(_ byteCount: Int) -> Int {
    precondition(byteCount >= 0 && byteCount <= Int.max / 2, "A length that can be padded.")
    guard byteCount > TransportLimits.paddedByteCountMin else {
      return TransportLimits.paddedByteCountMin
    }
    let exponent = floorLog2(byteCount)
    let keptBitCount = floorLog2(exponent) + 1
    let mask = 1 << (exponent - keptBitCount) - 1
    return (byteCount + mask) & ~mask
  }

  private static func floorLog2(_ number: Int) -> Int {
    Int.bitWidth - 1 - number.leadingZeroBitCount
  }
}
