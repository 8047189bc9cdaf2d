import CryptoFixtures
import Testing
import TrueSealCrypto
import TrueSealRatchet

@Suite struct `A conversation` {
  @Test(arguments: [true, false]) func `goes both ways, with and without a one-time prekey`(
    withOneTimePrekey: Bool
  ) throws {
    var pair = try Pair(seed: 1, withOneTimePrekey: withOneTimePrekey)
    #expect(pair.alice.canSend)
    #expect(!pair.bob.canSend)
    #expect(refusal { () throws(RatchetError) in try pair.bob.encrypt([]) } == .nothingReceived)
    #expect(pair.alice.sessionTag == pair.bob.sessionTag)
    #expect(pair.alice.opening?.sessionTag == pair.bob.sessionTag)
    let dice = Dice(2)
    var ratchetKeys: Set<[UInt8]> = []
    for _ in 0..<40 {
      for _ in 0..<dice.number(1..<4) {
        let text = dice.bytes(dice.number(0..<100))
        let message = try pair.alice.encrypt(text, binding: [1, 2])
        ratchetKeys.insert(message.ratchetKey)
        #expect(message.ciphertext.count == text.count + 16)
        #expect(try pair.bob.decrypt(message, binding: [1, 2]) == text)
      }
      for _ in 0..<dice.number(1..<4) {
        let text = dice.bytes(dice.number(0..<100))
        let message = try pair.bob.encrypt(text)
        ratchetKeys.insert(message.ratchetKey)
        #expect(try pair.alice.decrypt(message) == text)
      }
    }
    #expect(ratchetKeys.count == 80)
    #expect(pair.alice.skippedCount == 0)
    #expect(pair.bob.skippedCount == 0)
  }
}
