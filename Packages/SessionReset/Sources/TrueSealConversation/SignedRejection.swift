package import TrueSealCrypto
package import TrueSealSessionReset

/// A rejection and its sender's signature (SK-36).
package struct SignedRejection: Hashable, Sendable {
  /// What is refused, and why.
  package let rejection: ResetRejection
  /// Ed25519 over a label, the sender's and the receiver's identity, id and epoch; 64 bytes.
  package let signature: [UInt8]

  /// Takes the parts as somebody else wrote them.
  package init(rejection: ResetRejection, signature: [UInt8]) {
    self.rejection = rejection
    self.signature = signature
  }

  /// Signs a rejection for one receiver.
  package init(_ rejection: ResetRejection, by sender: borrowing SigningKey, for receiver: [UInt8])
  {
    self.rejection = rejection
    signature = sender.sign(Self.text(rejection, from: sender.publicKey, to: receiver))
  }

  /// What it says, if `sender` said so to `receiver`.
  ///
  /// - Throws: `ConversationError`, code `forged`.
  package func verified(
    from sender: [UInt8], to receiver: [UInt8]
  ) throws(ConversationError) -> ResetRejection {
    let text = Self.text(rejection, from: sender, to: receiver)
    guard SigningKey.verify(signature, of: text, by: sender) else {
      throw ConversationError(.forged, "the rejection is not the peer's")
    }
    return rejection
  }

  private static func text(
    _ rejection: ResetRejection, from sender: [UInt8], to receiver: [UInt8]
  ) -> [UInt8] {
    ConversationLabels.rejection + sender + receiver + rejection.fields
  }
}

extension ResetRejection {
  /// Id (16) and epoch (8).
  var fields: [UInt8] {
    var bytes = id.bytes
    bytes.append(bigEndian: epoch)
    return bytes
  }
}
