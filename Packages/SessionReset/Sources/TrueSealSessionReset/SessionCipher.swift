/// The keys of one device, and what it does with them in one conversation.
///
/// A cipher keeps nothing; sessions and keys are values that the engine loads and saves. What it
/// throws as `Refusal` says what is wrong with a message; every other error ends the operation.
public protocol SessionCipher: Sendable {
  /// One session's ratchet, with the key that opened it.
  associatedtype Session: Sendable
  /// The secret keys made for one attempt.
  associatedtype Prekey: Sendable
  /// The public keys made for one attempt.
  associatedtype Bundle: Sendable
  /// A secret key drawn to build one session.
  associatedtype Ephemeral: Sendable

  /// Draws the names and keys of an attempt; none of them may ever come again.
  func drawAttempt() throws -> DrawnAttempt<Prekey, Bundle>

  /// Whether a bundle is signed by the pinned identity and its points are sound (SK-29).
  func isUsable(_ bundle: Bundle) -> Bool

  /// Draws the key a session is built with; its name is known before anything is computed.
  func drawEphemeral() throws -> (ephemeral: Ephemeral, tag: SessionTag)

  /// Builds the session the peer's End asks for.
  ///
  /// - Throws: `Refusal` when the keys of the bundle come to nothing.
  func buildSession(
    from bundle: Bundle, with ephemeral: Ephemeral
  ) throws(Refusal) -> Session

  /// Opens the session the peer has built from a bundle of this device.
  ///
  /// - Throws: `Refusal.badMessage` when the base key is none, or the tag is not made of it.
  func openSession(
    _ tag: SessionTag, baseKey: [UInt8], with prekey: Prekey
  ) throws(Refusal) -> Session

  /// The public key a session was built with.
  func baseKey(of session: Session) -> [UInt8]

  /// Encrypts with the next key of the session.
  func encrypt(
    _ plaintext: [UInt8], on session: inout Session, binding: [UInt8]
  ) throws -> [UInt8]

  /// Reads a message; the session is a copy, and is thrown away when this throws (SK-24).
  ///
  /// - Throws: `Refusal`: `duplicate`, `badMessage`, `tooManySkipped` or `identityMismatch`.
  func decrypt(
    _ sealed: [UInt8], on session: inout Session, binding: [UInt8]
  ) throws(Refusal) -> [UInt8]

  /// Shows with the current chain of a session that this device holds it (SK-31); nil when the
  /// session has no such chain. The End's own `proof` is nil here.
  func proof(of end: ResetEnd<Bundle>, by session: Session) throws -> [UInt8]?

  /// Whether the End's `proof` was made with that session by the peer.
  func isProven(_ end: ResetEnd<Bundle>, by session: Session) -> Bool

  /// A hash over a message that failed (SK-32).
  func evidence(of message: [UInt8]) -> Evidence
}
