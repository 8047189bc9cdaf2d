/// SHA-256 of a file that is fed in pieces, from whatever library the host trusts.
public protocol FileDigest: Sendable {
  /// Goes on with more bytes.
  mutating func update(_ bytes: [UInt8])
  /// The 32-byte digest of all bytes; called once, at the end.
  mutating func finish() -> [UInt8]
}
