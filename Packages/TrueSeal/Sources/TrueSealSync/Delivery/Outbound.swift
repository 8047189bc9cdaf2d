internal import TrueSealCrypto
internal import TrueSealTransport

/// What is said to one recipient, ready to be sealed.
struct Outbound: Sendable {
  let recipient: [UInt8]
  let sequence: UInt64
  let timestamp: UInt64
  let view: [UInt8]
  let tag: MessageTag
  let body: [UInt8]
  let compression: Bool

  /// Signs and seals the message under a key used for nothing else, and lays out the envelope (W-30 to W-34).
  func sealed(
    by keys: DeviceKeys, entropy: Entropy, deflater: Deflater,
    of versions: EndToEndVersions = .released
  ) throws -> [UInt8] {
    let ephemeral = AgreementKey.generate(from: entropy)
    let header = EnvelopeHeader(
      version: versions.newest, recipient: recipient, ephemeral: ephemeral.publicKey)
    let content = try Content(
      author: keys.publicKeys.signingKey, sequence: sequence, timestamp: timestamp, view: view,
      tag: tag, body: body, compression: compression, using: deflater)
    let signature = keys.signing.sign(content.signedBytes(header: header))
    let ciphertext = try SealedBox.seal(
      content.plaintext(signature: signature), to: recipient, from: ephemeral,
      label: Inbound.label, header: header.encoded())
    return Envelope(header: header, ciphertext: ciphertext, of: versions).encoded()
  }
}
