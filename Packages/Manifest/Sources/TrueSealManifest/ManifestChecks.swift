/// The cryptography a manifest is judged with, as functions its caller supplies.
///
/// Every device of a group must supply equal ones, or they disagree on what is valid (W-06).
public struct ManifestChecks: Sendable {
  /// The SHA-256 of the bytes.
  public let hash: @Sendable (_ bytes: [UInt8]) -> [UInt8]
  /// Whether the Ed25519 signature is the key's over the message.
  public let verify:
    @Sendable (_ signature: [UInt8], _ message: [UInt8], _ signingKey: [UInt8]) -> Bool
  /// Whether a list may name this Ed25519 key.
  public let acceptsSigningKey: @Sendable (_ key: [UInt8]) -> Bool
  /// Whether a list may name this X25519 key.
  public let acceptsAgreementKey: @Sendable (_ key: [UInt8]) -> Bool

  /// Joins the four functions.
  public init(
    hash: @escaping @Sendable (_ bytes: [UInt8]) -> [UInt8],
    verify:
      @escaping @Sendable (_ signature: [UInt8], _ message: [UInt8], _ signingKey: [UInt8]) -> Bool,
    acceptsSigningKey: @escaping @Sendable (_ key: [UInt8]) -> Bool,
    acceptsAgreementKey: @escaping @Sendable (_ key: [UInt8]) -> Bool
  ) {
    self.hash = hash
    self.verify = verify
    self.acceptsSigningKey = acceptsSigningKey
    self.acceptsAgreementKey = acceptsAgreementKey
  }
}
