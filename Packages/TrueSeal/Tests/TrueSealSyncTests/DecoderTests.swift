import Testing
import TrueSealCrypto
import TrueSealManifest
import TrueSealRelayLink
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

/// Foreign text and bytes at the client's own decoders: tokens, links, names of messages, join requests, envelopes.
@Suite struct `Foreign input` {
  private static let seed: UInt64 = 0x7275_7374
  private static let count = 10_000

  private let joiner: DeviceKeys
  private let token: PairingToken
  private let body: [UInt8]
  private let link: String

  init() throws {
    let entropy = ScriptedEntropy(seed: Self.seed).entropy
    let admitter = DeviceKeys(from: entropy)
    joiner = DeviceKeys(from: entropy)
    token = PairingToken(keys: admitter.publicKeys, secret: entropy.bytes(count: 32))
    body = PairBody(
      joiner: joiner.publicKeys, label: try Label("a joiner"), token: token
    ).encoded()
    let relay = try RelayAddress(
      relayKey: admitter.publicKeys.agreementKey, host: "127.0.0.1", receivePort: 7700,
      pushPort: 7701)
    link = PairingLink(relay: relay, token: token).text
  }

  @Test func `W-04 no part of a token or link is one, and nothing may follow`() throws {
    for text in [token.text, link] {
      for length in 0..<text.utf8.count {
        #expect(!reads(String(text.prefix(length))), "\(length) characters")
      }
      #expect(reads(text))
      for more in ["A", "=", " ", "\n", "\u{0}"] { #expect(!reads(text + more)) }
    }
  }

  @Test func `W-04 W-01 no flipped bit goes unnoticed`() throws {
    let name = MessageID(author: joiner.publicKeys.signingKey, sequence: 7).description
    for (text, reader) in [(token.text, reads), (name, { $0 == MessageID($0)?.description })] {
      for (index, bit) in product(text.utf8.count, 8) {
        var bytes = Array(text.utf8)
        bytes[index] ^= 1 << UInt8(bit)
        let flipped = String(decoding: bytes, as: UTF8.self)
        guard reader(flipped), flipped != text else { continue }
        // A name is any 32 bytes, so another one may be spelled; a token has a check.
        #expect(text == name && MessageID(flipped) != MessageID(text), "\(index) \(bit)")
      }
    }
  }

  @Test func `W-40 no part of a request is one, nothing may follow, no flipped bit is proven`() {
    for length in 0..<body.count { #expect(PairBody(decoding: Array(body[..<length])) == nil) }
    #expect(PairBody(decoding: body + [0]) == nil)
    let admitter = DevicePublicKeys(
      signingKey: token.signingKey, agreementKey: token.agreementKey)
    #expect(PairBody(decoding: body)?.isProven(to: admitter, secret: token.secret) == true)
    for (index, bit) in product(body.count, 8) {
      var flipped = body
      flipped[index] ^= 1 << UInt8(bit)
      let isProven = PairBody(decoding: flipped)?.isProven(to: admitter, secret: token.secret)
      #expect(isProven != true, "byte \(index), bit \(bit)")
    }
  }

  @Test func `W-40 W-04 edited and random input is refused or is what it says`() {
    var foreign = ForeignBytes(seed: Self.seed)
    var stages: [String: Int] = [:]
    for round in 0..<Self.count {
      let bytes = round.isMultiple(of: 2) ? foreign.random(count: 400) : foreign.edited(body)
      if let request = PairBody(decoding: bytes) {
        stages["request", default: 0] += 1
        #expect(request.encoded() == bytes)
      } else {
        stages["no request", default: 0] += 1
      }
      let text = String(
        decoding: round.isMultiple(of: 2)
          ? foreign.random(count: 300) : foreign.edited(Array(link.utf8)), as: UTF8.self)
      do throws(TrueSealError) {
        #expect(try PairingLink(text).token == token)
        stages["link", default: 0] += 1
      } catch {
        stages["\(error)", default: 0] += 1
      }
    }
    print("foreign input, seed \(Self.seed): \(stages)")
    let reached = ["request", "no request", "link", "invalidPairingToken", "invalidRelayAddress"]
    for stage in reached { #expect(stages[stage, default: 0] > 0, "\(stage) was never reached") }
  }

  @Test func `D-10 an envelope that was edited is malformed, newer or older, and never another's`()
    throws
  {
    let author = DeviceKeys(from: ScriptedEntropy(seed: 5).entropy)
    let envelope = try Outbound(
      recipient: joiner.publicKeys.agreementKey, sequence: 1, timestamp: 2,
      view: [UInt8](repeating: 0, count: 32), tag: .sync, body: Array("hello".utf8),
      compression: true
    ).sealed(by: author, entropy: ScriptedEntropy(seed: 6).entropy, deflater: Deflater())
    for length in 0..<envelope.count {
      #expect(outcome(of: Array(envelope[..<length])) != "content", "\(length) bytes")
    }
    #expect(outcome(of: envelope + [0]) != "content")
    #expect(outcome(of: envelope) == "content")
    var foreign = ForeignBytes(seed: Self.seed)
    var stages: [String: Int] = [:]
    for round in 0..<Self.count {
      let bytes = round.isMultiple(of: 2) ? foreign.random(count: 600) : foreign.edited(envelope)
      let outcome = bytes == envelope ? "unchanged" : outcome(of: bytes)
      stages[outcome, default: 0] += 1
    }
    print("foreign envelopes, seed \(Self.seed): \(stages)")
    #expect(stages["content"] == nil)
    for stage in ["malformed", "newer", "older"] {
      #expect(stages[stage, default: 0] > 0, "\(stage) was never reached")
    }
  }

  private func outcome(of bytes: [UInt8]) -> String {
    switch Inbound.opening(bytes, with: joiner) {
    case .content: "content"
    case .newer: "newer"
    case .older: "older"
    case .malformed: "malformed"
    }
  }

  private func reads(_ text: String) -> Bool {
    (try? PairingToken(text)) != nil || (try? PairingLink(text)) != nil
  }

  private func product(_ left: Int, _ right: Int) -> [(Int, Int)] {
    (0..<left).flatMap { one in (0..<right).map { (one, $0) } }
  }
}
