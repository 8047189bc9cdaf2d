import Testing
import TrueSealCrypto

@testable import TrueSealSync

@Suite struct `Our own answers` {
  let cases: [ClientVectors.Case]

  init() throws { cases = try ClientVectors.ownNames() }

  @Test func `are all there`() {
    let counts = Dictionary(grouping: cases, by: \.op).mapValues(\.count)
    #expect(
      counts == [
        "messageId": 24, "parseMessageId": 17, "pairingToken": 3, "parsePairingToken": 29,
      ])
    #expect(cases.count { $0.refusal != nil } == 43)
  }

  @Test func `W-01 name messages`() throws {
    for one in cases where one.op == "messageId" {
      let author = try #require(one.in.author).unhexed
      let id = MessageID(author: author, sequence: try #require(one.in.sequence))
      #expect(id.description == one.out?.text, "\(one.id)")
      #expect(MessageID(id.description) == id, "\(one.id)")
    }
    for one in cases where one.op == "parseMessageId" {
      #expect(MessageID(try #require(one.in.text)) == nil, "\(one.id)")
    }
  }

  @Test func `W-04 W-06 spell tokens`() throws {
    for one in cases where one.op == "pairingToken" {
      let keys = DevicePublicKeys(
        signingKey: try #require(one.in.ed25519).unhexed,
        agreementKey: try #require(one.in.x25519).unhexed)
      let token = PairingToken(keys: keys, secret: try #require(one.in.secret).unhexed)
      #expect(token.text == one.out?.text, "\(one.id)")
    }
    for one in cases where one.op == "parsePairingToken" {
      let text = try #require(one.in.text)
      guard let expected = one.out else {
        #expect(throws: TrueSealError.invalidPairingToken, "\(one.id)") { try PairingToken(text) }
        continue
      }
      let token = try PairingToken(text)
      #expect(token.signingKey == expected.ed25519?.unhexed, "\(one.id)")
      #expect(token.agreementKey == expected.x25519?.unhexed, "\(one.id)")
      #expect(token.secret == expected.secret?.unhexed, "\(one.id)")
    }
  }
}
