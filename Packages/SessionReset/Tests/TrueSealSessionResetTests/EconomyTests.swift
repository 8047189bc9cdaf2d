import Testing
import TrueSealSessionReset
import TrueSealSessionResetTesting

@Suite("An operation loads and saves only what it touches")
struct EconomyTests {
  private func counts(_ device: Device, _ body: () throws -> Void) rethrows -> [String: Int] {
    device.shelf.forgetCounts()
    try body()
    return device.shelf.counts
  }

  @Test func `a text loads and saves the record and one session`() throws {
    let pair = try Pair.settled()
    pair.now += 1
    #expect(
      try counts(pair.a) { try pair.send("text", from: pair.a) } == [
        "loadRecord": 1, "loadSession": 1, "saveSession": 1, "saveRecord": 1, "enqueue": 1,
      ])
    #expect(
      try counts(pair.b) { try pair.receive(pair.toB.removeFirst(), at: pair.b) } == [
        "loadRecord": 1, "loadSession": 1, "saveSession": 1,
      ])
  }

  @Test func `SK-23 SK-24 what is dropped loads one session at most and saves none`() throws {
    let pair = try Pair.settled()
    try pair.send("text", from: pair.a)
    let message = pair.toB.removeFirst()
    try pair.receive(message, at: pair.b)
    #expect(
      try counts(pair.b) { try pair.receive(message, at: pair.b) } == [
        "loadRecord": 1, "loadSession": 1,
      ])
    try pair.start(pair.b)
    try pair.deliverAll()
    #expect(
      try counts(pair.b) { try pair.receive(message, at: pair.b) } == ["loadRecord": 1])
    let unknown = Device.Message.ordinary(
      OrdinaryMessage(tag: SessionTag(number: 5), sealed: [1]))
    pair.b.engine.policy.automaticResets = false
    #expect(
      try counts(pair.b) { try pair.receive(unknown, at: pair.b) } == [
        "loadRecord": 1, "saveRecord": 1,
      ])
  }

  @Test func `an End that is dropped builds nothing and loads no session`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    let end = pair.toB[0]
    try pair.deliverAll()
    #expect(
      try counts(pair.b) { try pair.receive(end, at: pair.b) } == ["loadRecord": 1])
  }

  @Test func `an End that is taken up loads only the session that may prove it`() throws {
    let pair = try Pair.settled()
    try pair.start(pair.a)
    #expect(
      try counts(pair.b) { try pair.receive(pair.toB.removeFirst(), at: pair.b) } == [
        "loadRecord": 1, "loadSession": 1, "saveSession": 1, "saveRecord": 1, "enqueue": 1,
      ])
  }

  @Test func `looking at a conversation changes nothing`() throws {
    let pair = try Pair.settled()
    let counts = try counts(pair.a) {
      _ = try pair.a.status
      _ = try pair.a.engine.nextWake(in: pair.a.shelf)
      _ = try pair.a.engine.verificationInput(in: pair.a.shelf)
      try pair.a.run { try $0.clockReached(at: pair.now, in: $1) }
    }
    #expect(counts == ["loadRecord": 4, "countWaiting": 1])
  }
}
