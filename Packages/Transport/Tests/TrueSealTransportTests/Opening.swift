import TrueSealCrypto
import TrueSealTransport

/// Seals and opens envelopes as a client does, for tests that need the whole way.
enum Opening {
  /// How an envelope ended.
  enum Outcome: Equatable {
    case held(UInt16)
    case senderOutdated
    case malformed
    case body([UInt8])

    /// As the known answers spell it.
    var refusal: String? {
      switch self {
      case .held(let version): "heldForUpgrade(\(version))"
      case .senderOutdated: "unreadable(senderOutdated)"
      case .malformed: "malformed"
      case .body: nil
      }
    }
  }

  /// Version, recipient, opening, layout, padding, signature, body: the order of a client.
  static func open(
    _ bytes: [UInt8], with key: borrowing AgreementKey, tags: Set<MessageTag>,
    inflater: Inflater, noting note: (String, VerifiedContent?) -> Void = { _, _ in }
  ) -> Outcome {
    do {
      switch try EnvelopeVersion.peek(bytes, addressedTo: key.publicKey) {
      case .newer(let version): return .held(version)
      case .older: return .senderOutdated
      case .current: break
      }
      let envelope = try Envelope(decoding: bytes)
      guard envelope.header.recipient == key.publicKey else { return .malformed }
      note("addressed", nil)
      let plaintext = try SealedBox.open(
        envelope.ciphertext, with: key, from: envelope.header.ephemeral,
        label: EnvelopeHeader.sealingLabel, header: envelope.header.encoded())
      note("opened", nil)
      let content = try UnverifiedContent(decoding: plaintext, tags: tags)
      note("laid out", nil)
      let verified = try content.verified(header: envelope.header) { signature, message, key in
        SigningKey.verify(signature, of: message, by: key)
      }
      note("verified", verified)
      let body = try verified.body(using: inflater)
      note("read", verified)
      return .body(body)
    } catch is TransportError {
      return .malformed
    } catch is CryptoError {
      return .malformed
    } catch {
      return .held(0)
    }
  }

  /// Seals a plaintext, right or wrong, into bytes that travel.
  static func seal(
    _ plaintext: [UInt8], under header: EnvelopeHeader, from ephemeral: borrowing AgreementKey
  ) throws -> [UInt8] {
    let sealed = try SealedBox.seal(
      plaintext, to: header.recipient, from: ephemeral, label: EnvelopeHeader.sealingLabel,
      header: header.encoded())
    return header.encoded() + sealed
  }
}
