internal import TrueSealCrypto
internal import TrueSealTerminal
internal import TrueSealUpdater

/// One of the publisher's keys, ready to sign.
final class Signer: Sendable {
  private let key: SigningKey

  /// Takes a seed of 32 bytes; nil for any other count.
  init?(seed: [UInt8]) {
    guard let key = try? SigningKey(seed: SecretBytes(seed)) else { return nil }
    self.key = key
  }

  var publicKey: [UInt8] { key.publicKey }

  /// Signs a message and says whose signature it is.
  func entry(over message: [UInt8]) throws(Refusal) -> SignatureFile.Entry {
    guard let id = KeyID(digest: Digest.sha256(key.publicKey)),
      let entry = try? SignatureFile.Entry(keyID: id, signature: key.sign(message))
    else { throw Refusal(.unexpected, "the signature cannot be made") }
    return entry
  }

  /// A signature file of several keys, over what others have signed already.
  static func file(
    over message: [UInt8], by signers: [Signer], adding old: [SignatureFile.Entry] = []
  ) throws(Refusal) -> [UInt8] {
    var entries = old
    for signer in signers {
      let entry = try signer.entry(over: message)
      entries.removeAll { $0.keyID == entry.keyID }
      entries.append(entry)
    }
    do {
      return try SignatureFile(entries).encoded
    } catch {
      throw Refusal(.keyUnusable, "the signatures: \(error.detail)")
    }
  }
}
