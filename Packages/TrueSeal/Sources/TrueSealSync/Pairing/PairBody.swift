internal import TrueSealCrypto
internal import TrueSealManifest

/// The body of a Pair message: who asks, and the proof that it knows the window's secret.
///
///     proof (32) ‖ joiner X25519 (32) ‖ joiner Ed25519 (32) ‖ label length (1) ‖ label (1 to 64)
///
/// Source: rule W-40.
struct PairBody: Hashable, Sendable {
  let proof: [UInt8]
  let joiner: DevicePublicKeys
  let label: Label

  /// Builds the request of a device that read `token`.
  init(joiner: DevicePublicKeys, label: Label, token: PairingToken) {
    self.joiner = joiner
    self.label = label
    let admitter = DevicePublicKeys(
      signingKey: token.signingKey, agreementKey: token.agreementKey)
    proof = MessageAuthentication.hmacSHA256(
      Self.provenBytes(admitter: admitter, claim: Self.claim(joiner, label)), key: token.secret)
  }

  /// Reads a body; nil where a length, a key or the label is wrong, or a byte is left over.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count > Self.labelOffset, bytes.count == Self.labelOffset + Int(bytes[96]),
      let label = try? Label(bytes: Array(bytes[Self.labelOffset...]))
    else { return nil }
    let joiner = DevicePublicKeys(
      signingKey: Array(bytes[64..<96]), agreementKey: Array(bytes[32..<64]))
    guard joiner.isValid else { return nil }
    proof = Array(bytes[..<32])
    self.joiner = joiner
    self.label = label
  }

  func encoded() -> [UInt8] { proof + Self.claim(joiner, label) }

  /// Says whether the sender knew the secret of this device's window.
  func isProven(to admitter: DevicePublicKeys, secret: [UInt8]) -> Bool {
    MessageAuthentication.isValid(
      proof, for: Self.provenBytes(admitter: admitter, claim: Self.claim(joiner, label)),
      key: secret)
  }

  private static let labelOffset = 97
  private static let domain = Array("trueseal pair proof v1".utf8) + [0]

  private static func claim(_ joiner: DevicePublicKeys, _ label: Label) -> [UInt8] {
    joiner.agreementKey + joiner.signingKey + [UInt8(label.bytes.count)] + label.bytes
  }

  private static func provenBytes(admitter: DevicePublicKeys, claim: [UInt8]) -> [UInt8] {
    domain + admitter.agreementKey + admitter.signingKey + claim
  }
}
