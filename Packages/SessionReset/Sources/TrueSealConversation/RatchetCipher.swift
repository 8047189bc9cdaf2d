internal import TrueSealCrypto
internal import TrueSealRatchet
internal import TrueSealSessionReset

/// X3DH and the Double Ratchet behind the seam of the engine, for one conversation.
struct RatchetCipher: SessionCipher {
  let identity: Identity
  let peer: [UInt8]
  let entropy: Entropy

  func drawAttempt() throws -> DrawnAttempt<AttemptKeys, EndBundle> {
    let id = try AttemptID(bytes: entropy.bytes(count: 16))
    let prekey = PrekeyID(signed: drawNumber(), oneTime: drawNumber())
    let keys = AttemptKeys(signedID: prekey.signed, oneTimeID: prekey.oneTime, from: entropy)
    let bundle = PrekeyBundle(
      identity: identity.key, signedPrekey: keys.signed, oneTimePrekey: keys.oneTime)
    return DrawnAttempt(
      draft: Draft(id: id, prekey: prekey), prekey: keys, bundle: EndBundle(own: bundle))
  }

  private func drawNumber() -> UInt32 {
    entropy.bytes(count: 4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  func isUsable(_ bundle: EndBundle) -> Bool { bundle.checked != nil }

  /// A tag of zeros says in an End that there was no session, so no session has it.
  func drawEphemeral() throws -> (ephemeral: OpeningKey, tag: SessionTag) {
    while true {
      let key = OpeningKey(from: entropy)
      let tag = Self.tag(of: key.key.publicKey)
      if tag != .zeros { return (key, tag) }
    }
  }

  func buildSession(
    from bundle: EndBundle, with ephemeral: OpeningKey
  ) throws(Refusal) -> Ratchet {
    guard let checked = bundle.checked else { throw .malformed }
    do throws(RatchetError) {
      return try Ratchet.initiating(
        with: checked, identity: identity.key, openingKey: ephemeral.key, entropy: entropy)
    } catch { throw Refusal(error) }
  }

  func openSession(
    _ tag: SessionTag, baseKey: [UInt8], with prekey: AttemptKeys
  ) throws(Refusal) -> Ratchet {
    guard tag != .zeros, tag == Self.tag(of: baseKey) else { throw .badMessage }
    let opening = Opening(
      openingKey: baseKey, signedPrekeyID: prekey.signed.id, oneTimePrekeyID: prekey.oneTimeID)
    do throws(RatchetError) {
      return try Ratchet.responding(
        to: opening, of: peer, identity: identity.key, signedPrekey: prekey.signed,
        oneTimePrekey: prekey.oneTime)
    } catch { throw Refusal(error) }
  }

  func baseKey(of session: Ratchet) -> [UInt8] { session.openingKey }

  func encrypt(
    _ plaintext: [UInt8], on session: inout Ratchet, binding: [UInt8]
  ) throws -> [UInt8] {
    try session.encrypt(plaintext, binding: binding).encoded
  }

  func decrypt(
    _ sealed: [UInt8], on session: inout Ratchet, binding: [UInt8]
  ) throws(Refusal) -> [UInt8] {
    do throws(RatchetError) {
      return try session.decrypt(
        RatchetMessage(decoding: sealed), binding: binding, entropy: entropy)
    } catch { throw Refusal(error) }
  }

  func proof(of end: ResetEnd<EndBundle>, by session: Ratchet) throws -> [UInt8]? {
    session.proof(over: Self.statement(of: end, from: identity.publicKey, to: peer))
  }

  func isProven(_ end: ResetEnd<EndBundle>, by session: Ratchet) -> Bool {
    guard let proof = end.proof else { return false }
    return session.verifies(
      proof, over: Self.statement(of: end, from: peer, to: identity.publicKey))
  }

  /// All of an End but the proof itself.
  private static func statement(
    of end: ResetEnd<EndBundle>, from sender: [UInt8], to receiver: [UInt8]
  ) -> [UInt8] {
    var bare = end
    bare.proof = nil
    return ConversationLabels.proof + sender + receiver + bare.fields
  }

  func evidence(of message: [UInt8]) -> Evidence {
    let digest = Digest.sha256([ConversationLabels.evidence, message])
    return Evidence(number: digest.prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
  }

  static func tag(of openingKey: [UInt8]) -> SessionTag {
    let tag = Opening(openingKey: openingKey, signedPrekeyID: 0, oneTimePrekeyID: nil).sessionTag
    return SessionTag(number: tag.reduce(0) { $0 << 8 | UInt64($1) })
  }
}

extension SessionTag {
  /// What an End says where there was no session.
  static let zeros = SessionTag(number: 0)
}

extension AttemptKeys {
  fileprivate var oneTimeID: UInt32? {
    switch oneTime {
    case .some(let oneTime): oneTime.id
    case .none: nil
    }
  }
}

extension Refusal {
  /// A copy and too great a jump are told apart; all else is a message that does not verify.
  fileprivate init(_ error: RatchetError) {
    switch error.code {
    case .duplicate: self = .duplicate
    case .tooManySkipped: self = .tooManySkipped
    default: self = .badMessage
    }
  }
}
