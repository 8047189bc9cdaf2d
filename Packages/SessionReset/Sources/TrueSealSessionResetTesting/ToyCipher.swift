public import TrueSealSessionReset

/// A cipher for tests: it behaves like X3DH and a Double Ratchet, and hides nothing from anybody.
public struct ToyCipher: SessionCipher {
  private let parties: Parties
  private let chance: Chance

  /// The keys of one device for one conversation.
  public init(parties: Parties, chance: Chance) {
    self.parties = parties
    self.chance = chance
  }

  /// Names the one message key a message was sealed with.
  public static func keyName(of sealed: [UInt8]) -> [UInt8] {
    Array(sealed.prefix(8)) + Array(sealed.dropFirst(16).prefix(8))
  }

  /// Draws names and keys.
  public func drawAttempt() throws -> DrawnAttempt<ToyPrekey, ToyBundle> {
    let id = UInt128(chance.next()) << 64 | UInt128(chance.next())
    let draft = Draft(
      id: AttemptID(number: id), prekey: PrekeyID(number: chance.next()))
    let prekey = ToyPrekey(signed: chance.next() | 1, oneTime: chance.next() | 1)
    let bundle = sign(
      ToyBundle(
        signed: Toy.publicKey(of: prekey.signed), oneTime: Toy.publicKey(of: prekey.oneTime)))
    return DrawnAttempt(draft: draft, prekey: prekey, bundle: bundle)
  }

  /// The bundle with this device's signature, whatever its keys are.
  public func sign(_ bundle: ToyBundle) -> ToyBundle {
    var bundle = bundle
    bundle.signature = Self.signature(of: bundle, by: parties.own)
    return bundle
  }

  /// Whether the peer signed the bundle.
  public func isUsable(_ bundle: ToyBundle) -> Bool {
    bundle.signature == Self.signature(of: bundle, by: parties.peer)
  }

  /// Draws a key for one session.
  public func drawEphemeral() throws -> (ephemeral: UInt64, tag: SessionTag) {
    let secret = chance.next() | 1
    return (secret, Self.tag(of: Toy.publicKey(of: secret)))
  }

  /// Builds a session; a public key of 0 agrees on nothing.
  public func buildSession(
    from bundle: ToyBundle, with ephemeral: UInt64
  ) throws(Refusal) -> ToySession {
    guard bundle.signed != 0, bundle.oneTime != 0 else { throw .badMessage }
    let root = Self.root(
      Toy.agree(ephemeral, bundle.signed), Toy.agree(ephemeral, bundle.oneTime),
      builder: parties.own, opener: parties.peer)
    return ToySession(
      building: root, baseKey: Toy.publicKey(of: ephemeral), remote: bundle.signed,
      secret: chance.next() | 1)
  }

  /// Opens a session.
  public func openSession(
    _ tag: SessionTag, baseKey: [UInt8], with prekey: ToyPrekey
  ) throws(Refusal) -> ToySession {
    guard baseKey.count == 8 else { throw .badMessage }
    let key = Toy.words(baseKey)[0]
    guard key != 0, Self.tag(of: key) == tag else { throw .badMessage }
    let root = Self.root(
      Toy.agree(prekey.signed, key), Toy.agree(prekey.oneTime, key), builder: parties.peer,
      opener: parties.own)
    return ToySession(opening: root, baseKey: key, secret: prekey.signed)
  }

  /// The public key a session was built with, 8 bytes.
  public func baseKey(of session: ToySession) -> [UInt8] { Toy.bytes(session.baseKey) }

  /// Encrypts; throws `badMessage` where the peer has not been heard yet.
  public func encrypt(
    _ plaintext: [UInt8], on session: inout ToySession, binding: [UInt8]
  ) throws -> [UInt8] {
    guard let sealed = session.encrypt(plaintext, binding: binding) else {
      throw Refusal.badMessage
    }
    return sealed
  }

  /// Decrypts.
  public func decrypt(
    _ sealed: [UInt8], on session: inout ToySession, binding: [UInt8]
  ) throws(Refusal) -> [UInt8] {
    try session.decrypt(sealed, binding: binding, fresh: chance.next() | 1)
  }

  /// Shows that this device holds a session.
  public func proof(of end: ResetEnd<ToyBundle>, by session: ToySession) throws -> [UInt8]? {
    session.proof(of: Self.statement(of: end))
  }

  /// Whether the peer has shown that it holds a session.
  public func isProven(_ end: ResetEnd<ToyBundle>, by session: ToySession) -> Bool {
    guard let proof = end.proof else { return false }
    return session.isProof(proof, of: Self.statement(of: end))
  }

  /// Mixes a message to sixteen bytes.
  public func evidence(of message: [UInt8]) -> Evidence {
    Evidence(number: UInt128(Toy.mix(8, message)) << 64 | UInt128(Toy.mix(9, message)))
  }

  private static func tag(of baseKey: UInt64) -> SessionTag {
    SessionTag(number: Toy.mix([baseKey, 10]))
  }

  private static func root(
    _ first: UInt64, _ second: UInt64, builder: [UInt8], opener: [UInt8]
  ) -> UInt64 {
    Toy.mix([first, second, Toy.mix(11, builder), Toy.mix(12, opener)])
  }

  private static func signature(of bundle: ToyBundle, by identity: [UInt8]) -> UInt64 {
    Toy.mix([Toy.mix(13, identity), bundle.signed, bundle.oneTime])
  }

  private static func statement(of end: ResetEnd<ToyBundle>) -> UInt64 {
    Toy.mix([
      UInt64(truncatingIfNeeded: end.id.number >> 64), UInt64(truncatingIfNeeded: end.id.number),
      end.epoch, end.prekey.number, end.bundle.signature, end.basis?.number ?? 0,
    ])
  }
}
