import TrueSealSessionReset

/// A stranger's cipher: a session is two counters and a number both know, and nothing is secret.
struct CountingCipher: SessionCipher {
  struct Session: Sendable {
    let baseKey: UInt8
    let shared: UInt8
    var sent: UInt8 = 0
    var received: Set<UInt8> = []
  }

  let device: UInt8

  func drawAttempt() throws -> DrawnAttempt<UInt8, UInt8> {
    let key = UInt8.random(in: 1...255)
    let id = UInt128.random(in: 0 ... .max)
    let draft = Draft(
      id: AttemptID(number: id), prekey: PrekeyID(number: .random(in: 0 ... .max)))
    return DrawnAttempt(draft: draft, prekey: key, bundle: key)
  }

  func isUsable(_ bundle: UInt8) -> Bool { bundle > 0 }

  func drawEphemeral() throws -> (ephemeral: UInt8, tag: SessionTag) {
    let key = UInt8.random(in: 1...255)
    return (key, SessionTag(number: UInt64(key) << 8 | UInt64(device)))
  }

  func buildSession(from bundle: UInt8, with ephemeral: UInt8) throws(Refusal) -> Session {
    Session(baseKey: ephemeral, shared: bundle ^ ephemeral)
  }

  func openSession(
    _ tag: SessionTag, baseKey: [UInt8], with prekey: UInt8
  ) throws(Refusal) -> Session {
    guard baseKey.count == 1, tag.number >> 8 == UInt64(baseKey[0]) else { throw .badMessage }
    return Session(baseKey: baseKey[0], shared: prekey ^ baseKey[0])
  }

  func baseKey(of session: Session) -> [UInt8] { [session.baseKey] }

  func encrypt(
    _ plaintext: [UInt8], on session: inout Session, binding: [UInt8]
  ) throws -> [UInt8] {
    defer { session.sent += 1 }
    return [device, session.sent, check(plaintext, binding, session)] + plaintext
  }

  func decrypt(
    _ sealed: [UInt8], on session: inout Session, binding: [UInt8]
  ) throws(Refusal) -> [UInt8] {
    guard sealed.count > 2, sealed[0] != device else { throw .badMessage }
    let plaintext = Array(sealed.dropFirst(3))
    guard sealed[2] == check(plaintext, binding, session) else { throw .badMessage }
    guard session.received.insert(sealed[1]).inserted else { throw .duplicate }
    return plaintext
  }

  func proof(of end: ResetEnd<UInt8>, by session: Session) throws -> [UInt8]? {
    [session.shared ^ end.bundle]
  }

  func isProven(_ end: ResetEnd<UInt8>, by session: Session) -> Bool {
    end.proof == [session.shared ^ end.bundle]
  }

  func evidence(of message: [UInt8]) -> Evidence {
    Evidence(number: message.reduce(0) { $0 &* 257 &+ UInt128($1) })
  }

  private func check(_ plaintext: [UInt8], _ binding: [UInt8], _ session: Session) -> UInt8 {
    (plaintext + binding).reduce(session.shared) { $0 &* 31 &+ $1 }
  }
}
