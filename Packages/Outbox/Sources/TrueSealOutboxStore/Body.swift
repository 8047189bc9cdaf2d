/// What a message says, stored once however many recipients it has.
public struct Body: Hashable, Sendable {
  /// The body, not compressed.
  public let bytes: [UInt8]
  /// Whether it may be compressed before it is sealed.
  public let mayCompress: Bool

  /// A body of these bytes.
  public init(_ bytes: [UInt8], mayCompress: Bool = true) {
    self.bytes = bytes
    self.mayCompress = mayCompress
  }
}
