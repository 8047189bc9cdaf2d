import Testing
import TrueSealOutbox

/// A sender, its outbox and a relay on a bad day.
struct BadDay {
  var desk = Desk()
  var relay = ToyRelay()
  var weather: Weather
  var sent: [[UInt8]: [UInt64]] = [:]
  var sequence: UInt64 = 0
  let recipients: [[UInt8]] = (0..<5).map { [UInt8($0)] }

  init(seed: UInt64) { weather = Weather(seed: seed) }

  mutating func step() {
    desk.jitter = weather.jitter()
    switch Int.random(in: 0..<20, using: &weather.random) {
    case 0...2: send()
    case 3...13: answer()
    case 14: fail()
    case 15 where desk.openings > 0 && weather.strikes(3):
      weather.note(.noSession)
      desk.lose()
    case 15, 16: open()
    case 17: disturb()
    default: wait(.milliseconds(.random(in: 1...9_000, using: &weather.random)))
    }
  }

  /// Nothing goes wrong any more; ends when the outbox is empty, or never.
  mutating func settle() -> Bool {
    for _ in 0..<200_000 {
      if desk.rowCount == 0 { return true }
      if desk.openings > 0 {
        open()
      } else if let entry = desk.wire.first {
        let isFit = !entry.sequence.isMultiple(of: 23) && entry.partCount <= 2
        if isFit, relay.refusing[entry.recipient] == nil {
          relay.store(entry)
          desk.accept()
        } else {
          desk.answer(relay.answer(entry, in: &weather))
        }
      } else {
        wait(.seconds(10))
      }
    }
    return false
  }

  private mutating func send() {
    sequence += 1
    let chosen = recipients.filter { _ in !weather.strikes(3) }
    let isManifest = weather.strikes(6)
    let expiry = weather.strikes(10) ? desk.wallClock + 30_000 : nil
    for recipient in chosen { sent[recipient, default: []].append(sequence) }
    desk.add(
      chosen.map {
        isManifest ? manifests(sequence, 9, to: $0) : sync(sequence, to: $0, expiry: expiry)
      }, sayingWhich: !sequence.isMultiple(of: 3))
  }

  private mutating func open() {
    guard desk.openings > 0 else { return }
    relay.refusing = [:]
    desk.open()
  }

  private mutating func answer() {
    guard let entry = desk.wire.first else { return }
    desk.answer(relay.answer(entry, in: &weather))
  }

  private mutating func fail() {
    guard let entry = desk.wire.first else { return }
    switch Int.random(in: 0..<4, using: &weather.random) {
    case 0:
      weather.note(.cutBeforeStoring)
      desk.lose()
    case 1:
      let isStored = relay.answer(entry, in: &weather) == .accepted
      weather.note(isStored ? .cutBeforeAnswer : .cutAmidAnswers)
      desk.lose()
    case 2:
      // The relay had stored more than it managed to acknowledge.
      for entry in desk.wire.prefix(7) { _ = relay.answer(entry, in: &weather) }
      weather.note(.cutAmidAnswers)
      desk.lose()
    default:
      guard let last = desk.wire.last, weather.strikes(3) else { return }
      weather.note(.unsealable)
      desk.wire.removeLast()
      desk.tell(.unsealable(last.id, at: desk.now))
    }
  }

  /// What the relay may do to a session that owes nothing.
  mutating func failWhileIdle(by fault: Weather.Fault) {
    guard desk.room.state == .open, desk.wire.isEmpty else { return }
    weather.note(fault)
    if fault == .idleClose { desk.lose() } else { desk.answer(.accepted) }
  }

  private mutating func disturb() {
    switch Int.random(in: 0..<20, using: &weather.random) {
    case 0:
      weather.note(.restart)
      desk.room = MailRoom()
      desk.wire = []
      desk.openings = 0
      desk.tell(.added(recipients, at: desk.now))
    case 1:
      weather.note(.longWait)
      wait(.seconds(600))
    case 2:
      weather.note(.clockSetBack)
      desk.wallClock -= min(desk.wallClock, 20_000)
    case 3:
      desk.tell(.reconnected(at: desk.now))
    default:
      desk.tell(.clockReached(desk.now))
    }
  }

  private mutating func wait(_ duration: Duration) {
    let before = desk.reports.count { $0.failure == .expired }
    desk.uptime += duration
    desk.wallClock += UInt64(duration / .milliseconds(1))
    desk.tell(.clockReached(desk.now))
    if desk.reports.count(where: { $0.failure == .expired }) > before { weather.note(.expiry) }
  }
}

@Suite struct `A relay on a bad day` {
  @Test(arguments: 1...8)
  func `D-02 D-03 D-04 D-07 W-20 gets everything in order, or its sender is told`(seed: Int) {
    var day = BadDay(seed: UInt64(seed))
    for round in 0..<8 {
      for _ in 0..<300 { day.step() }
      let isSettled = day.settle()
      #expect(isSettled, "seed \(seed): the outbox never empties")
      day.failWhileIdle(by: round.isMultiple(of: 2) ? .idleClose : .unaskedAnswer)
    }

    let reported = Set(day.desk.reports.map(\.entry))
    #expect(reported.count == day.desk.reports.count, "seed \(seed): reported twice")
    for recipient in day.recipients {
      var seen: Set<UInt64> = []
      let arrived = day.relay.inboxes[recipient, default: []].filter { seen.insert($0).inserted }
      #expect(arrived == arrived.sorted(), "seed \(seed): out of order")
      let told = reported.filter { $0.recipient == recipient }.map(\.sequence)
      #expect(seen.union(told) == Set(day.sent[recipient, default: []]), "seed \(seed): lost")
    }
    for fault in Weather.Fault.allCases {
      #expect(day.weather.counts[fault, default: 0] > 0, "seed \(seed): never saw \(fault)")
    }
    #expect(day.desk.heldMax < 5 * 2 * OutboxLimits.Chosen.loadMax)
  }
}
