/// Comparison that does not tell how far two values agree.
public enum ConstantTime {
  /// Whether both hold the same bytes; the time depends on the lengths only.
  ///
  /// Source: libsodium `sodium_memcmp`.
  public static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    Sodium.areEqual(left.span, right.span)
  }
}
