import ConversationFixtures
import TrueSealConversation
import TrueSealCrypto
import TrueSealRatchet

/// An End put together by hand from the table of bytes, so that any part of it can be wrong.
struct Forge {
  var epoch: UInt64 = 1
  var id = [UInt8](repeating: 7, count: 16)
  var basis = [UInt8](repeating: 0, count: 8)
  var proof: [UInt8] = [0]
  /// Who signs the End, and who owns and signs the bundle, by seed.
  var signer: UInt64
  var bundleOwner: UInt64
  var bundleSigner: UInt64
  /// Whom the signature names.
  var named: [UInt8]
  /// Whom it is sealed from and to.
  var sealedFrom: [UInt8]
  var sealedTo: [UInt8]
  var signedPrekey: [UInt8]
  var oneTimePrekey: [UInt8]
  var hasOneTimePrekey = true
  var label = "trueseal conversation end v1"

  /// An honest one, from the device of a seed to another.
  init(from sender: UInt64, to receiver: [UInt8]) throws {
    (signer, bundleOwner, bundleSigner) = (sender, sender, sender)
    (named, sealedTo) = (receiver, receiver)
    sealedFrom = try SigningKey.seeded(sender).publicKey
    signedPrekey = AgreementKey.generate(from: .seeded(71)).publicKey
    oneTimePrekey = AgreementKey.generate(from: .seeded(72)).publicKey
  }

  var bundle: [UInt8] {
    get throws {
      let signature = try SigningKey.seeded(bundleSigner).sign(signedPrekey)
      let head: [UInt8] = [1] + (try SigningKey.seeded(bundleOwner).publicKey)
      let signed: [UInt8] = [0, 0, 0, 5] + signedPrekey + signature
      return head + signed + (hasOneTimePrekey ? [1, 0, 0, 0, 6] + oneTimePrekey : [0])
    }
  }

  var body: [UInt8] {
    get throws {
      let key = try SigningKey.seeded(signer)
      let number = (0..<8).map { UInt8(truncatingIfNeeded: epoch >> (56 - 8 * $0)) }
      let inside = number + id + (try bundle) + basis + proof
      let text = Array(label.utf8) + [0] + key.publicKey + named + inside
      let sealed = try SealedEnd(
        sealing: inside + key.sign(text), from: sealedFrom, to: sealedTo,
        with: AgreementKey.generate(from: .seeded(73)))
      return Body.end(sealed).bytes
    }
  }
}
