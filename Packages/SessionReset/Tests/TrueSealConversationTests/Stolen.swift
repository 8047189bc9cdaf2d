import ConversationFixtures
import TrueSealConversation
import TrueSealCrypto
import TrueSealRatchet
import TrueSealSessionReset

/// An opening message made from somebody's bundle by one who was not meant to have it.
struct Stolen {
  let bundle: [UInt8]
  let attempt: [UInt8]

  func body(by seed: UInt64) throws -> [UInt8] {
    let decoded = try PrekeyBundle(decoding: bundle)
    var ratchet = try Ratchet.initiating(
      with: decoded.checked(for: decoded.identity), identity: .seeded(seed),
      entropy: .seeded(seed &+ 1))
    let ids = bundle[33..<37] + bundle[134..<138]
    let binding = [1] + ratchet.sessionTag + ids + attempt + ratchet.openingKey
    let message = try ratchet.encrypt([0, 104, 105], binding: binding)
    return [2] + ratchet.openingKey + ids + attempt + message.encoded
  }
}
