/// A bucket of data that a host knows.
public struct Bucket: Hashable, Sendable {
  /// The schemas this host can read.
  public let schemas: ClosedRange<UInt64>
  /// Whether the phone itself writes into it; such a bucket is never cleaned away (U-45).
  public let isWritable: Bool

  /// Describes a bucket.
  public init(schemas: ClosedRange<UInt64>, isWritable: Bool = false) {
    self.schemas = schemas
    self.isWritable = isWritable
  }

  /// True for a lower-case letter, then letters, digits and underscores: 1 to 64 bytes.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, Text.isLowercase(first),
      text.utf8.count <= UpdaterLimits.bucketByteCountMax
    else { return false }
    return text.utf8.allSatisfy {
      Text.isLowercase($0) || Text.isDigit($0) || $0 == UInt8(ascii: "_")
    }
  }
}
