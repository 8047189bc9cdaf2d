import Testing
import TrueSealCrypto
import TrueSealManifest
import TrueSealManifestStore
import TrueSealRelayLink
import TrueSealTransport

@testable import TrueSealSync

@Suite struct `Known answers` {
  @Test func `W-01 name messages`() throws {
    let cases = ClientVectors.all.cases("messageId")
    #expect(cases.count == 4)
    for one in cases {
      let author = try #require(one.in.author).unhexed
      let sequence = try #require(one.in.sequence)
      guard let expected = one.out?.text else {
        // The one refused case is a number no store can hold; no such number is ever taken.
        #expect(sequence > SyncLimits.numberMax, "\(one.id)")
        continue
      }
      #expect(MessageID(author: author, sequence: sequence).description == expected, "\(one.id)")
      #expect(MessageID(expected)?.description == expected, "\(one.id)")
    }
  }

  @Test func `W-01 are the only spelling of a name`() throws {
    let cases = ClientVectors.all.cases("parseMessageId")
    #expect(cases.count == 6)
    for one in cases {
      #expect(MessageID(try #require(one.in.text)) == nil, "\(one.id)")
    }
  }

  @Test func `W-04 spell tokens`() throws {
    let made = try #require(ClientVectors.all.cases("pairingToken").first)
    let keys = DevicePublicKeys(
      signingKey: try #require(made.in.ed25519).unhexed,
      agreementKey: try #require(made.in.x25519).unhexed)
    let token = PairingToken(keys: keys, secret: try #require(made.in.secret).unhexed)
    #expect(token.text == made.out?.text)

    let parsed = ClientVectors.all.cases("parsePairingToken")
    #expect(parsed.count == 13)
    for one in parsed {
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

  @Test func `W-04 spell links`() throws {
    let cases = ClientVectors.all.cases("parsePairing")
    #expect(cases.count == 7)
    for one in cases {
      let text = try #require(one.in.text)
      switch one.refusal {
      case nil:
        let link = try PairingLink(text)
        #expect(link.relay.description == one.out?.address, "\(one.id)")
        #expect(link.token.text == one.out?.token, "\(one.id)")
      case "invalidRelayAddress":
        #expect(throws: TrueSealError.invalidRelayAddress, "\(one.id)") { try PairingLink(text) }
      default:
        #expect(throws: TrueSealError.invalidPairingToken, "\(one.id)") { try PairingLink(text) }
      }
    }
  }

  @Test func `W-40 prove that a joiner knows the secret`() throws {
    let made = try #require(ClientVectors.all.cases("pair").first)
    let admitter = try keys(of: made.in)
    let token = PairingToken(keys: admitter, secret: try #require(made.in.secret).unhexed)
    let body = PairBody(
      joiner: DevicePublicKeys(
        signingKey: try #require(made.in.ed25519).unhexed,
        agreementKey: try #require(made.in.x25519).unhexed),
      label: try Label(try #require(made.in.label)), token: token)
    #expect(body.encoded() == made.out?.body?.unhexed)
    #expect(PairBody(decoding: body.encoded()) == body)
    #expect(body.isProven(to: admitter, secret: token.secret))

    let refused = ClientVectors.all.cases("checkPair")
    #expect(refused.count == 14)
    for one in refused {
      #expect(try verdict(on: one.in) == one.refusal, "\(one.id)")
    }
  }

  @Test func `D-10 say when a message is too old`() throws {
    let cases = ClientVectors.all.cases("checkTime")
    #expect(cases.count == 6)
    for one in cases {
      let isExpired = Inbound.isExpired(
        MessageTag(rawValue: try #require(one.in.tag)), sentAt: try #require(one.in.timestamp),
        now: try #require(one.in.now))
      #expect(isExpired == (one.refusal != nil), "\(one.id)")
    }
  }

  @Test func `S-09 say how long an id is kept`() throws {
    let cases = ClientVectors.all.cases("handledUntil")
    #expect(cases.count == 4)
    // These two stem from an earlier form of the rule, which kept a far future for 425 days from now.
    let forever = ["time/handled-365-days-and-1-ms-ahead", "time/handled-clock-at-zero"]
    for one in cases {
      let kept = HandledLifetime.keptUntil(
        handledAt: try #require(one.in.now), sentAt: try #require(one.in.timestamp))
      #expect(kept == (forever.contains(one.id) ? .max : one.out?.until), "\(one.id)")
    }
  }

  @Test func `D-10 D-11 give the verdict of the first check that fails`() throws {
    let cases = ClientVectors.all.cases("receive")
    #expect(cases.count == 23)
    // Some are for a client that is built without the package SessionReset.
    for one in cases where one.in.sessionReset != false {
      let verdict = try self.verdict(onEnvelope: one.in)
      #expect(verdict.refusal == one.refusal, "\(one.id)")
      guard one.refusal == nil else { continue }
      #expect(verdict.id == one.out?.id, "\(one.id)")
      if let expected = one.out?.content?.text, one.out?.tag != 4 {
        #expect(verdict.body == expected.unhexed, "\(one.id)")
      }
    }
  }

  // MARK: The same walk as the client's

  private func keys(of fields: ClientVectors.Fields) throws -> DevicePublicKeys {
    DevicePublicKeys(
      signingKey: try #require(fields.admitterEd25519).unhexed,
      agreementKey: try #require(fields.admitterX25519).unhexed)
  }

  private func verdict(on fields: ClientVectors.Fields) throws -> String? {
    guard let body = PairBody(decoding: try #require(fields.body).unhexed),
      body.joiner.signingKey == fields.author?.unhexed
    else { return "malformed" }
    let isProven = body.isProven(
      to: try keys(of: fields), secret: try #require(fields.secret).unhexed)
    return isProven ? nil : "unauthorized"
  }

  private func verdict(
    onEnvelope fields: ClientVectors.Fields
  ) throws -> (refusal: String?, id: String?, body: [UInt8]?) {
    // Which signing key the device has plays no part in opening.
    let keys = try DeviceKeys(
      seed: SecretBytes([UInt8](repeating: 7, count: 32)),
      secret: SecretBytes(try #require(fields.recipientPrivate).unhexed))
    let now = try #require(fields.now)
    switch Inbound.opening(try #require(fields.envelope).unhexed, with: keys) {
    case .newer(let version): return ("heldForUpgrade(\(version))", nil, nil)
    case .older: return ("unreadable(senderOutdated)", nil, nil)
    case .malformed: return ("malformed", nil, nil)
    case .content(let content):
      let maySend = try #require(fields.maySend).map(\.unhexed).contains(content.author)
      switch Inbound.refusal(of: content, now: now, isAuthorized: maySend) {
      case .unreadable(.expired): return ("unreadable(expired)", nil, nil)
      case nil: break
      default: return ("unauthorized", nil, nil)
      }
      let id = MessageID(author: content.author, sequence: content.sequence).description
      guard let body = try? content.body(using: Inflater()) else { return ("malformed", nil, nil) }
      if content.tag == .revoke, body.count != 32 { return ("malformed", nil, nil) }
      // A list is judged by its layout as well.
      if content.tag == .groupManifest, (try? GroupManifestMessage.decode(body, by: .live)) == nil {
        return ("malformed", nil, nil)
      }
      if content.tag == .pair, PairBody(decoding: body) == nil { return ("malformed", nil, nil) }
      return (nil, id, body)
    }
  }
}
