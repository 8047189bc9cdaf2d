import CryptoFixtures
import TrueSealCrypto
import TrueSealRatchet

/// Two devices with a session: alice began it, bob answers.
struct Pair {
  var alice: Ratchet
  var bob: Ratchet

  /// Makes keys and a session from a seed, so that a failing run can be run again.
  init(seed: UInt64, withOneTimePrekey: Bool = true) throws {
    try self.init(entropy: .seeded(seed), withOneTimePrekey: withOneTimePrekey)
  }

  /// Makes keys and a session.
  init(entropy: Entropy, withOneTimePrekey: Bool = true) throws {
    let keys = Keys(entropy)
    let bundle = keys.bundle(withOneTimePrekey: withOneTimePrekey)
    let aliceKey = SigningKey.generate(from: entropy)
    alice = try Ratchet.initiating(
      with: bundle.checked(for: keys.identity.publicKey), identity: aliceKey, entropy: entropy)
    bob = try keys.respond(to: alice, withOneTimePrekey: withOneTimePrekey)
  }

  /// Lets both send once, so that each has a chain of both kinds.
  mutating func greet() throws {
    _ = try bob.decrypt(alice.encrypt([1]))
    _ = try alice.decrypt(bob.encrypt([2]))
  }
}

/// What the device that answers holds.
struct Keys: ~Copyable {
  let identity: SigningKey
  let signed: Prekey
  let oneTime: Prekey

  init(_ entropy: Entropy, signedID: UInt32 = 7, oneTimeID: UInt32 = 0) {
    identity = .generate(from: entropy)
    signed = .generate(id: signedID, from: entropy)
    oneTime = .generate(id: oneTimeID, from: entropy)
  }

  func bundle(withOneTimePrekey: Bool = true) -> PrekeyBundle {
    withOneTimePrekey
      ? PrekeyBundle(identity: identity, signedPrekey: signed, oneTimePrekey: copy())
      : PrekeyBundle(identity: identity, signedPrekey: signed, oneTimePrekey: nil)
  }

  /// The one-time prekey as the next reader of the store would have it.
  func copy() -> Prekey? {
    try? Prekey(decoding: oneTime.encoded().exposed())
  }

  func respond(
    to ratchet: Ratchet, withOneTimePrekey: Bool = true
  ) throws(RatchetError) -> Ratchet {
    guard let opening = ratchet.opening else { return ratchet }
    return try Ratchet.responding(
      to: opening, of: ratchet.initiator, identity: identity, signedPrekey: signed,
      oneTimePrekey: withOneTimePrekey ? copy() : nil)
  }
}

extension Entropy {
  /// Bytes that a seed decides.
  static func seeded(_ seed: UInt64) -> Entropy {
    let dice = Dice(seed)
    return Entropy { dice.bytes($0) }
  }
}

/// The code `body` was refused with, or nil when it returned.
func refusal<Result: ~Copyable>(
  _ body: () throws(RatchetError) -> Result
) -> RatchetError.Code? {
  do throws(RatchetError) {
    _ = try body()
    return nil
  } catch { return error.code }
}

extension Ratchet {
  /// The stored form, to compare what no failure may change.
  var bytes: [UInt8] { encoded().exposed() }
}

func flipped(_ bytes: [UInt8], _ bit: Int) -> [UInt8] {
  var bytes = bytes
  bytes[bit / 8] ^= 1 << UInt8(bit % 8)
  return bytes
}
