import Foundation
import Testing
import TrueSealCrypto
import TrueSealRatchet

/// Messages between our ratchet and a Python one, in random order, some lost, doubled or altered.
private struct Traffic {
  private struct Flight {
    let message: RatchetMessage
    let text: [UInt8]
    let isToPeer: Bool
  }

  let peer: RatchetPeer
  var ours: Ratchet
  /// What the peer needs beside a message as long as it has read none.
  let opening: [String: String]?
  var chance: SeededChance
  private var flights: [Flight] = []
  private var copies: [Flight] = []
  private var peerHasRead: Bool
  private(set) var counts: [String: Int] = [:]

  init(peer: RatchetPeer, ours: Ratchet, opening: [String: String]?, seed: UInt64) {
    (self.peer, self.ours, self.opening) = (peer, ours, opening)
    chance = SeededChance(seed: seed)
    peerHasRead = opening == nil
  }

  private mutating func count(_ kind: String) { counts[kind, default: 0] += 1 }

  mutating func add(fromPeer message: RatchetMessage, text: [UInt8]) {
    flights.append(Flight(message: message, text: text, isToPeer: false))
  }

  mutating func send(isToPeer: Bool) throws {
    let text = (0..<Int.random(in: 0...80, using: &chance)).map { _ in
      UInt8.random(in: 0...255, using: &chance)
    }
    let message = try isToPeer ? ours.encrypt(text) : peer.encrypt(text)[0]
    flights.append(Flight(message: message, text: text, isToPeer: isToPeer))
    count(isToPeer ? "sent by us" : "sent by the peer")
  }

  /// One event of the network.
  mutating func step() throws {
    switch Int.random(in: 0..<100, using: &chance) {
    case 0..<25: if ours.canSend { try send(isToPeer: true) }
    case 25..<50: if peerHasRead { try send(isToPeer: false) }
    case 50..<54: lose()
    case 54..<62: try deliverAltered()
    case 62..<70: try deliverCopy()
    default: try deliver()
    }
  }

  private mutating func lose() {
    guard flights.count > 3 else { return }
    flights.remove(at: Int.random(in: flights.indices, using: &chance))
    count("lost")
  }

  mutating func deliver() throws {
    guard !flights.isEmpty else { return }
    let flight = flights.remove(at: Int.random(in: flights.indices, using: &chance))
    if flight.isToPeer {
      let reading = try peer.decrypt(flight.message, opening: opening)
      #expect(reading == .text(flight.text))
      peerHasRead = true
      count("read by the peer")
    } else {
      #expect(try ours.decrypt(flight.message) == flight.text)
      count("read by us")
    }
    if copies.count < 50 { copies.append(flight) }
  }

  /// A second copy; the peer takes one of an ended chain for a forgery, which is its way.
  private mutating func deliverCopy() throws {
    guard !copies.isEmpty else { return }
    let flight = copies.remove(at: Int.random(in: copies.indices, using: &chance))
    if flight.isToPeer {
      let reading = try peer.decrypt(flight.message)
      let names = ["DuplicateMessageException", "AuthenticationFailedException"]
      #expect(names.contains { reading == .refused($0, isUnchanged: true) }, "\(reading)")
      count(reading == .refused(names[0], isUnchanged: true) ? "copy at the peer" : "old copy")
    } else {
      expectRefusal(of: flight.message, .duplicate)
      count("copy at us")
    }
  }

  private mutating func deliverAltered() throws {
    guard let flight = flights.randomElement(using: &chance) else { return }
    var bytes = flight.message.encoded
    // The number would only say how far to skip; all else shows in the tag.
    let byte = [Int.random(in: 40..<bytes.count, using: &chance), 3, 35].randomElement(
      using: &chance)
    bytes[byte ?? 40] ^= 1
    let altered = try RatchetMessage(decoding: bytes)
    if flight.isToPeer {
      let reading = try peer.decrypt(altered, opening: opening)
      #expect(reading == .refused("AuthenticationFailedException", isUnchanged: true))
      count("altered at the peer")
    } else {
      expectRefusal(of: altered, .forged)
      count("altered at us")
    }
  }

  private mutating func expectRefusal(of message: RatchetMessage, _ code: RatchetError.Code) {
    let before = ours
    #expect(throws: RatchetError.self) { try ours.decrypt(message) }
    do throws(RatchetError) {
      _ = try ours.decrypt(message)
    } catch { #expect(error.code == code) }
    #expect(ours == before)
  }

  mutating func deliverAll() throws {
    while !flights.isEmpty { try deliver() }
  }
}

@Suite(
  .serialized,
  .enabled(
    if: Python.isThere, "no Python environment for the peer; make setup-peers makes one"))
struct `The Python ratchet` {
  private static let messageCount =
    ProcessInfo.processInfo.environment["TRUESEAL_LONG"] == nil ? 1_000 : 5_000

  @Test func `DR-01 DR-04 DR-07 SK-24 answers us, and reads what we read`() throws {
    try runAnswering(withOneTimePrekey: true, seed: 1, count: Self.messageCount)
  }

  @Test func `DR-01 DR-04 DR-07 SK-24 begins with us, and reads what we read`() throws {
    try runBeginning(withOneTimePrekey: true, seed: 2, count: Self.messageCount)
  }

  @Test func `DR-01 does both without a one-time prekey`() throws {
    try runAnswering(withOneTimePrekey: false, seed: 3, count: 100)
    try runBeginning(withOneTimePrekey: false, seed: 4, count: 100)
  }

  private func runAnswering(withOneTimePrekey: Bool, seed: UInt64, count: Int) throws {
    let peer = try RatchetPeer("respond")
    let (ours, opening) = try peer.beginWithUs(withOneTimePrekey: withOneTimePrekey)
    try run(Traffic(peer: peer, ours: ours, opening: opening, seed: seed), seed, count)
  }

  private func runBeginning(withOneTimePrekey: Bool, seed: UInt64, count: Int) throws {
    let peer = try RatchetPeer("initiate")
    let (ours, message) = try peer.answerIt(
      withOneTimePrekey: withOneTimePrekey, firstText: [1, 2, 3])
    var traffic = Traffic(peer: peer, ours: ours, opening: nil, seed: seed)
    traffic.add(fromPeer: message, text: [1, 2, 3])
    try run(traffic, seed, count)
  }

  private func run(_ traffic: Traffic, _ seed: UInt64, _ count: Int) throws {
    var traffic = traffic
    while traffic.counts["sent by us", default: 0] + traffic.counts["sent by the peer", default: 0]
      < count
    { try traffic.step() }
    try traffic.deliverAll()
    for kind in [
      "lost", "read by us", "read by the peer", "copy at us", "copy at the peer", "altered at us",
      "altered at the peer",
    ] { #expect(traffic.counts[kind, default: 0] >= count / 100, "\(kind), seed \(seed)") }
  }

  @Test func `DR-05 and we both skip 1,000 messages and refuse 1,001`() throws {
    let peer = try RatchetPeer("initiate")
    var (ours, first) = try peer.answerIt(withOneTimePrekey: true, firstText: [])
    _ = try ours.decrypt(first)
    // The first message is read, so 1,001 are missing before the last of these.
    let come = try peer.encrypt([1], times: 1_002)
    #expect(throws: RatchetError.self) { try ours.decrypt(come[1_001]) }
    #expect(try ours.decrypt(come[1_000]) == [1])
    #expect(try ours.decrypt(come[1_001]) == [1])
    #expect(ours.skippedCount == 1_000)

    var sent: [RatchetMessage] = []
    for _ in 0..<1_002 { sent.append(try ours.encrypt([3])) }
    let refused = try peer.decrypt(sent[1_001])
    #expect(refused == .refused("DoSProtectionException", isUnchanged: true))
    #expect(try peer.decrypt(sent[1_000]) == .text([3]))
    #expect(try peer.decrypt(sent[1_001]) == .text([3]))
  }

  @Test func `DR-01 writes the known answers anew`() throws {
    let script = try Python.run("ratchet_vectors.py")
    script.waitUntilOver(within: 60)
    #expect(script.exitCode == 0)
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Packages/Crypto/Tests/Vectors/ratchet.json")
    let committed = try String(contentsOf: file, encoding: .utf8)
    #expect(script.lines.joined(separator: "\n") + "\n" == committed)
  }
}
