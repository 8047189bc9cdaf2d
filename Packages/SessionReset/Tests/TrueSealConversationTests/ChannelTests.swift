import ConversationFixtures
import Testing
import TrueSealConversation
import TrueSealSessionReset

/// Two devices whose messages are lost, doubled and shuffled, and who crash and restart.
private final class Weather {
  let duo: Duo
  private var chance: SplitMix
  /// How often each thing happened.
  private(set) var counts: [String: Int] = [:]
  private var sentTexts: Set<String> = []

  init(seed: UInt64) throws {
    duo = try Duo(seed: seed)
    chance = SplitMix(seed: seed &* 7_919)
  }

  private func count(_ name: String) { counts[name, default: 0] += 1 }

  private func pick(_ bound: UInt64) -> UInt64 { chance.next() % bound }

  func step() throws {
    let device = pick(2) == 0 ? duo.a : duo.b
    switch pick(20) {
    case 0: try run("start") { try duo.start(device) }
    case 1...4: try run("send") { try send(from: device) }
    case 5...14: try deliver(to: device)
    case 15: try lose(to: device)
    case 16: try double(to: device)
    case 17: try run("restart") { try device.restart() }
    case 18: try crash(device)
    default: try run("wait") { try duo.wait(1_000 * (1 + pick(100_000))) }
    }
  }

  private func run(_ name: String, _ body: () throws -> Void) rethrows {
    count(name)
    try body()
  }

  private func send(from device: Device) throws {
    let text = "\(device === duo.a ? "a" : "b") \(sentTexts.count)"
    sentTexts.insert(text)
    try duo.send(text, from: device)
  }

  private func take(to device: Device) -> [UInt8]? {
    let bodies = device === duo.a ? duo.toA : duo.toB
    guard !bodies.isEmpty else { return nil }
    let place = Int(pick(UInt64(bodies.count)))
    if place > 0 { count("overtaken") }
    return device === duo.a ? duo.toA.remove(at: place) : duo.toB.remove(at: place)
  }

  private func deliver(to device: Device) throws {
    guard let body = take(to: device) else { return }
    count("delivered")
    try duo.receive(body, at: device)
  }

  private func lose(to device: Device) throws {
    if take(to: device) != nil { count("lost") }
  }

  private func double(to device: Device) throws {
    guard let body = take(to: device) else { return }
    count("doubled")
    if device === duo.a { duo.toA += [body, body] } else { duo.toB += [body, body] }
  }

  /// A message is received and the transaction undone; it stays on its way.
  private func crash(_ device: Device) throws {
    guard let body = device === duo.a ? duo.toA.first : duo.toB.first else { return }
    count("crashed")
    let (peer, now) = (duo.peer(of: device).identity, duo.now)
    let before = try device.tables()
    _ = try device.crash(after: 1) {
      [try $0.receive(body, from: peer, at: now, in: $1, enqueue: $2)]
    }
    #expect(try device.tables() == before)
  }

  /// Everything arrives from now on, in order, and time passes.
  func calm() throws -> Int? {
    try duo.deliverAll()
    for round in 1...12 {
      try duo.wait(13 * 3_600_000)
      let texts = ["a in calm \(round)", "b in calm \(round)"]
      try duo.send(texts[0], from: duo.a)
      try duo.send(texts[1], from: duo.b)
      sentTexts.formUnion(texts)
      try duo.deliverAll()
      if try duo.isSettled(), duo.b.texts.last == texts[0], duo.a.texts.last == texts[1] {
        return round
      }
    }
    return nil
  }

  /// Every text that came was sent, and came once.
  func expectTexts() {
    let heard = duo.a.texts + duo.b.texts
    #expect(Set(heard).count == heard.count)
    #expect(Set(heard).isSubset(of: sentTexts))
  }
}

@Suite("Resets over a bad network")
struct ChannelTests {
  @Test func `SK-07 SK-10 SK-15 SK-16 SM-4 SM-5 both come to one session, whatever was lost`()
    throws
  {
    var counts: [String: Int] = [:]
    for seed in 1...12 as ClosedRange<UInt64> {
      let weather = try Weather(seed: seed)
      for _ in 0..<60 { try weather.step() }
      let rounds = try weather.calm()
      #expect(rounds != nil, "seed \(seed)")
      weather.expectTexts()
      counts.merge(weather.counts, uniquingKeysWith: +)
    }
    for name in [
      "start", "send", "delivered", "overtaken", "lost", "doubled", "restart", "crashed", "wait",
    ] { #expect(counts[name, default: 0] > 0, "\(name)") }
  }

  @Test func `SK-07 SM-4 two that begin at once come to one session, told of once on each side`()
    throws
  {
    for restarts in [false, true] {
      let duo = try Duo.settled(seed: 61)
      try duo.start(duo.a)
      try duo.start(duo.b)
      try duo.send("from a", from: duo.a)
      try duo.send("from b", from: duo.b)
      if restarts {
        try duo.a.restart()
        try duo.b.restart()
      }
      try duo.deliverAll()
      #expect(try duo.isSettled())
      #expect(try duo.a.status(of: duo.b).epoch == 2)
      #expect(duo.a.texts == ["from b"] && duo.b.texts == ["from a"])
      #expect(duo.a.notices.count == 2 && duo.b.notices.count == 2)
    }
  }
}
