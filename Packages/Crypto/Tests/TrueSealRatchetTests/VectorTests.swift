import CryptoFixtures
import Synchronization
import Testing
import TrueSealCrypto
import TrueSealRatchet

/// What the Python packages DoubleRatchet and X3DH wrote with fixed keys.
private struct Vectors: Decodable {
  struct Line: Decodable { let line: String, text, message: Hex }
  struct Conversation: Decodable {
    let name: String
    let aliceSeed, bobSeed, aliceIdentity, bobIdentity: Hex
    let signedPrekeySecret, signedPrekey, oneTimePrekeySecret: Hex
    let openingSecret, openingKey, sharedSecret: Hex
    let aliceTurns, bobTurns: [Hex]
    let lines: [Line]
  }

  let openingLabel, rootLabel, messageLabel: String
  let arrival: [String]
  let conversations: [Conversation]
}

extension Entropy {
  /// Gives out 32-byte secrets in order.
  fileprivate static func script(_ secrets: [Hex]) -> Entropy {
    let rest = Script(secrets.map(\.bytes))
    return Entropy { _ in rest.next() }
  }
}

private final class Script: Sendable {
  private let rest: Mutex<[[UInt8]]>

  init(_ secrets: [[UInt8]]) { rest = Mutex(secrets) }

  func next() -> [UInt8] { rest.withLock { $0.isEmpty ? [] : $0.removeFirst() } }
}

/// Both sides of one conversation of the file, and what has been written and read so far.
private struct Replay {
  let vector: Vectors.Conversation
  var alice: Ratchet
  var bob: Ratchet
  let aliceEntropy: Entropy
  let bobEntropy: Entropy
  var written: [String: RatchetMessage] = [:]
  var unchecked: [String]

  init(_ vector: Vectors.Conversation, arrival: [String], labels: RatchetLabels) throws {
    self.vector = vector
    let aliceKey = try SigningKey(seed: SecretBytes(vector.aliceSeed.bytes))
    let bobKey = try SigningKey(seed: SecretBytes(vector.bobSeed.bytes))
    let signed = try Prekey(id: 0, secret: SecretBytes(vector.signedPrekeySecret.bytes))
    let hasOneTime = !vector.oneTimePrekeySecret.bytes.isEmpty
    func oneTime() throws -> Prekey? {
      hasOneTime
        ? try Prekey(id: 1, secret: SecretBytes(vector.oneTimePrekeySecret.bytes)) : nil
    }
    #expect(aliceKey.publicKey == vector.aliceIdentity.bytes)
    #expect(bobKey.publicKey == vector.bobIdentity.bytes)
    #expect(signed.publicKey == vector.signedPrekey.bytes)
    let bundle = PrekeyBundle(
      identity: bobKey, signedPrekey: signed, oneTimePrekey: try oneTime())
    aliceEntropy = .script([vector.openingSecret] + vector.aliceTurns)
    bobEntropy = .script(vector.bobTurns)
    alice = try Ratchet.initiating(
      with: bundle.checked(for: bobKey.publicKey), identity: aliceKey, labels: labels,
      entropy: aliceEntropy)
    let opening = try #require(alice.opening)
    #expect(opening.openingKey == vector.openingKey.bytes)
    bob = try Ratchet.responding(
      to: opening, of: aliceKey.publicKey, identity: bobKey, signedPrekey: signed,
      oneTimePrekey: try oneTime(), labels: labels)
    unchecked = arrival
  }

  mutating func write(_ line: Vectors.Line) throws {
    let message =
      line.line.hasPrefix("a")
      ? try alice.encrypt(line.text.bytes) : try bob.encrypt(line.text.bytes)
    #expect(message.encoded == line.message.bytes, "\(vector.name), \(line.line)")
    written[line.line] = message
  }

  mutating func readWhatArrives() throws {
    while let next = unchecked.first, let message = written[next] {
      unchecked.removeFirst()
      let text = vector.lines.first { $0.line == next }?.text.bytes
      let read =
        next.hasPrefix("a")
        ? try bob.decrypt(message, entropy: bobEntropy)
        : try alice.decrypt(message, entropy: aliceEntropy)
      #expect(read == text, "\(vector.name), \(next)")
    }
  }
}

@Suite struct `DR-01 Known answers` {
  @Test func `are written byte for byte, and read in the order they arrive in`() throws {
    let vectors = try VectorFile.read("ratchet.json", as: Vectors.self)
    #expect(vectors.conversations.count == 2)
    let labels = RatchetLabels(
      opening: Array(vectors.openingLabel.utf8), root: Array(vectors.rootLabel.utf8),
      message: Array(vectors.messageLabel.utf8))
    #expect(labels == .trueSeal)
    for vector in vectors.conversations {
      var replay = try Replay(vector, arrival: vectors.arrival, labels: labels)
      // The root of who answers is the secret both agreed on: after version, stage and three keys.
      #expect(Array(replay.bob.bytes[98..<130]) == vector.sharedSecret.bytes)
      for line in vector.lines {
        try replay.write(line)
        try replay.readWhatArrives()
      }
      #expect(replay.unchecked.isEmpty)
      // One message never came, so one key is left.
      #expect(replay.bob.skippedCount == 1)
      #expect(replay.alice.skippedCount == 0)
    }
  }

  @Test func `need the same labels on both sides`() throws {
    let entropy = Entropy.seeded(3)
    let keys = Keys(entropy)
    let own = SigningKey.generate(from: entropy)
    let bundle = try keys.bundle(withOneTimePrekey: false).checked(for: keys.identity.publicKey)
    let standard = RatchetLabels.trueSeal
    let (a, b, c) = (Array("a".utf8), Array("b".utf8), Array("c".utf8))
    for labels in [
      RatchetLabels(opening: a, root: b, message: c),
      RatchetLabels(opening: a, root: b, message: a),
    ] {
      var alice = try Ratchet.initiating(
        with: bundle, identity: own, labels: labels, entropy: entropy)
      let message = try alice.encrypt([1])
      let opening = try #require(alice.opening)
      var other = try Ratchet.responding(
        to: opening, of: own.publicKey, identity: keys.identity, signedPrekey: keys.signed,
        oneTimePrekey: nil, labels: standard)
      var same = try Ratchet.responding(
        to: opening, of: own.publicKey, identity: keys.identity, signedPrekey: keys.signed,
        oneTimePrekey: nil, labels: labels)
      #expect(refusal { () throws(RatchetError) in try other.decrypt(message) } == .forged)
      #expect(try same.decrypt(message) == [1])
    }
  }
}
