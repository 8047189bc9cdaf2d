package import TrueSealCrypto
internal import TrueSealRatchet
internal import TrueSealSessionReset

/// An End as it travels: signed by its sender, and sealed to the identity of the receiver (SK-30).
package struct SealedEnd: Hashable, Sendable {
  /// A key that sealed this once, 32 bytes.
  package let ephemeral: [UInt8]
  /// What only the receiver reads: the fields of the End, and the signature.
  package let box: [UInt8]

  /// Takes the parts as somebody else wrote them.
  package init(ephemeral: [UInt8], box: [UInt8]) {
    self.ephemeral = ephemeral
    self.box = box
  }

  /// Signs an End and seals it.
  init(
    _ end: ResetEnd<EndBundle>, by sender: borrowing SigningKey, for receiver: [UInt8],
    from entropy: Entropy
  ) throws {
    let fields = end.fields
    let signature = sender.sign(Self.text(fields, from: sender.publicKey, to: receiver))
    try self.init(
      sealing: fields + signature, from: sender.publicKey, to: receiver,
      with: AgreementKey.generate(from: entropy))
  }

  /// Seals what is to be read, whatever it says.
  package init(
    sealing inside: [UInt8], from sender: [UInt8], to receiver: [UInt8],
    with key: borrowing AgreementKey
  ) throws {
    guard let recipient = AgreementKey.publicKey(ofSigner: receiver) else {
      throw ConversationError(.invalidPeer, "nothing can be sealed to the peer's key")
    }
    ephemeral = key.publicKey
    box = try SealedBox.seal(
      inside, to: recipient, from: key, label: ConversationLabels.box,
      header: Self.header(ephemeral, from: sender, to: receiver))
  }

  /// What it says, if `sender` said so to the holder of `identity`, and its bundle is good.
  ///
  /// - Throws: `ConversationError`, codes `forged`, `malformed` and `unusableBundle`.
  func opened(
    from sender: [UInt8], by identity: Identity
  ) throws(ConversationError) -> ResetEnd<EndBundle> {
    let receiver = identity.publicKey
    var inside: [UInt8]
    do throws(CryptoError) {
      inside = try SealedBox.open(
        box, with: identity.agreement, from: ephemeral, label: ConversationLabels.box,
        header: Self.header(ephemeral, from: sender, to: receiver))
    } catch { throw ConversationError(.forged, error.detail) }
    let signature = Array(inside.suffix(CryptoLimits.signatureByteCount))
    inside.removeLast(signature.count)
    let text = Self.text(inside, from: sender, to: receiver)
    guard SigningKey.verify(signature, of: text, by: sender) else {
      throw ConversationError(.forged, "the End is not the peer's")
    }
    let end = try ResetEnd(fields: inside, of: sender)
    guard end.bundle.checked != nil else {
      throw ConversationError(.unusableBundle, "the keys of the End cannot be used")
    }
    return end
  }

  private static func header(
    _ ephemeral: [UInt8], from sender: [UInt8], to receiver: [UInt8]
  ) -> [UInt8] {
    [Body.Kind.end.rawValue] + ephemeral + sender + receiver
  }

  private static func text(
    _ fields: [UInt8], from sender: [UInt8], to receiver: [UInt8]
  ) -> [UInt8] {
    ConversationLabels.end + sender + receiver + fields
  }
}

extension ResetEnd where Bundle == EndBundle {
  /// Epoch (8), id (16), bundle (170), tag or zeros (8), 0, or 1 and the proof (68).
  var fields: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: epoch)
    bytes += id.bytes + bundle.bundle.encoded + (basis ?? .zeros).bytes
    bytes.append(proof == nil ? 0 : 1)
    return bytes + (proof ?? [])
  }

  /// Reads what `fields` gives; the bundle is checked if it is of somebody else.
  init(fields: [UInt8], of peer: [UInt8]?) throws(ConversationError) {
    var reader = BodyReader(fields)
    let epoch: UInt64 = try reader.number()
    let id = AttemptID(number: try reader.number())
    let encoded = try reader.take(RatchetLimits.bundleByteCounts[1])
    let bundle: PrekeyBundle
    do throws(RatchetError) {
      bundle = try PrekeyBundle(decoding: encoded)
    } catch { throw ConversationError(.malformed, error.detail) }
    let basis = SessionTag(number: try reader.number())
    let hasProof: UInt8 = try reader.number()
    guard hasProof <= 1, let oneTime = bundle.oneTimePrekey else {
      throw ConversationError(.malformed, "an End lacks its prekey, or a flag is neither 0 nor 1")
    }
    let proof = hasProof == 1 ? try reader.take(RatchetLimits.proofByteCount) : nil
    try reader.end()
    self.init(
      id: id, epoch: epoch,
      prekey: PrekeyID(signed: bundle.signedPrekey.id, oneTime: oneTime.id),
      bundle: peer.map { EndBundle(bundle, of: $0) } ?? EndBundle(own: bundle),
      basis: basis == .zeros ? nil : basis, proof: proof)
  }
}
