/// What one column of one row holds, or one parameter of a statement; there are no fractions.
public enum Value: Hashable, Sendable {
  /// Nothing.
  case null
  /// A whole number.
  case integer(Int64)
  /// Unicode text, stored as UTF-8; it may contain zero characters.
  case text(String)
  /// Bytes; an empty blob is not null.
  case blob([UInt8])
}
