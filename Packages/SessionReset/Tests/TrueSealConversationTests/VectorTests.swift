import ConversationFixtures
import Foundation
import Synchronization
import Testing
import TrueSealConversation
import TrueSealCrypto
import TrueSealSessionReset

/// What `conversation.json` holds; made by other implementations of everything in it.
private struct Vectors: Decodable {
  struct Comparison: Decodable {
    let digest: String
    let digits: String
  }

  let aliceSeed: String
  let bobSeed: String
  let alice: String
  let bob: String
  let aliceDraws: [String]
  let bobDraws: [String]
  let first: [String]
  let afterFirst: Comparison
  let text: String
  let textOfBob: String
  let second: [String]
  let afterSecond: Comparison
  let rejectedAttempt: String
  let rejectedEpoch: UInt64
  let rejectionOfAlice: String

  static func read() throws -> Vectors {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Vectors").appending(path: "conversation.json")
    return try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
  }

  func device(_ seed: String, _ draws: [String]) throws -> Device {
    let script = Script(try draws.map { try Hexadecimal.decode($0) })
    return try Device(
      SigningKey(seed: SecretBytes(Hexadecimal.decode(seed))),
      entropy: Entropy { script.next(count: $0) })
  }
}

/// Gives what was drawn elsewhere, in order; zeros after the end, or where another count is asked.
private final class Script: Sendable {
  private let draws: Mutex<[[UInt8]]>

  init(_ draws: [[UInt8]]) { self.draws = Mutex(draws) }

  func next(count: Int) -> [UInt8] {
    draws.withLock { draws in
      guard draws.first?.count == count else { return [UInt8](repeating: 0, count: count) }
      return draws.removeFirst()
    }
  }
}

@Suite("Known answers for conversations")
struct VectorTests {
  @Test func `SK-30 SK-31 SK-33 two resets give, byte for byte, what others made of the same keys`()
    throws
  {
    let vectors = try Vectors.read()
    let alice = try vectors.device(vectors.aliceSeed, vectors.aliceDraws)
    let bob = try vectors.device(vectors.bobSeed, vectors.bobDraws)
    #expect(Hexadecimal.encode(alice.identity) == vectors.alice)
    #expect(Hexadecimal.encode(bob.identity) == vectors.bob)
    let duo = Duo(alice, bob)

    try duo.start(alice)
    try duo.deliverAll()
    var answers = [duo.sentByA[0], duo.sentByB[0], duo.sentByA[1]]
    #expect(answers.map { Hexadecimal.encode($0.bytes) } == vectors.first)
    try expect(vectors.afterFirst, duo)

    duo.forget()
    try duo.send(vectors.text, from: bob)
    try duo.deliverAll()
    #expect(duo.sentByB.map { Hexadecimal.encode($0.bytes) } == [vectors.textOfBob])
    #expect(alice.texts == [vectors.text])

    duo.forget()
    try duo.start(alice)
    try duo.deliverAll()
    answers = [duo.sentByA[0], duo.sentByB[0], duo.sentByA[1]]
    #expect(answers.map { Hexadecimal.encode($0.bytes) } == vectors.second)
    #expect(bob.notices.first == .resetInProgress(isFirst: false, proof: .session))
    try expect(vectors.afterSecond, duo)
  }

  private func expect(_ comparison: Vectors.Comparison, _ duo: Duo) throws {
    for (own, peer) in [(duo.a, duo.b), (duo.b, duo.a)] {
      let verification = try #require(try own.verification(with: peer))
      #expect(Hexadecimal.encode(verification.digest) == comparison.digest)
      #expect(verification.description == comparison.digits)
    }
  }

  @Test func `SK-36 a rejection gives, byte for byte, what others made of it`() throws {
    let vectors = try Vectors.read()
    let (alice, bob) = (
      try Hexadecimal.decode(vectors.alice), try Hexadecimal.decode(vectors.bob)
    )
    let rejection = ResetRejection(
      id: try AttemptID(bytes: Hexadecimal.decode(vectors.rejectedAttempt)),
      epoch: vectors.rejectedEpoch)
    let key = try SigningKey(seed: SecretBytes(Hexadecimal.decode(vectors.aliceSeed)))
    let signed = SignedRejection(rejection, by: key, for: bob)
    let bytes = try Hexadecimal.decode(vectors.rejectionOfAlice)
    #expect(Body.rejected(signed).bytes == bytes)
    guard case .rejected(let read) = try Body(decoding: bytes) else {
      Issue.record("another kind was read")
      return
    }
    #expect(try read.verified(from: alice, to: bob) == rejection)
    #expect(throws: ConversationError.self) { try read.verified(from: bob, to: alice) }
    #expect(throws: ConversationError.self) { try read.verified(from: alice, to: alice) }
  }
}
