import Testing
import TrueSealOutbox

@Suite struct `A mail room's clocks` {
  @Test(arguments: [Jitter.none, Jitter(draw: 20_000), .full])
  func `C5 D-03 tries at most 20 times in an hour, as often as the pauses say`(jitter: Jitter) {
    var desk = Desk()
    desk.jitter = jitter
    desk.add([sync(1)])
    var tries: [Duration] = []
    while desk.uptime < .seconds(3_600) {
      if desk.openings > 0 { desk.open() }
      while !desk.wire.isEmpty {
        tries.append(desk.uptime)
        desk.refuse(Refusal(rawValue: 12))
      }
      guard let wake = desk.wakes.last, wake > desk.uptime else { break }
      desk.wait(wake - desk.uptime)
    }
    let waits = zip(tries.dropFirst(), tries).map { $0 - $1 }
    let plain = [1, 2, 4, 8, 16, 32, 64, 128, 256].map { Duration.seconds($0) }
    for (wait, pause) in zip(waits, plain + Array(repeating: .seconds(300), count: 11)) {
      #expect(wait >= pause && wait <= min(pause * 11 / 10, .seconds(300)))
    }
    #expect(tries.count >= 19 && tries.count <= 20)
    #expect(desk.rowCount == 1 && desk.reports.isEmpty)
  }

  @Test func `D-03 starts with the shortest pause again after a success`() {
    var desk = Desk()
    desk.add([sync(1), sync(2)])
    desk.open()
    desk.refuse(Refusal(rawValue: 12))
    desk.refuse(Refusal(rawValue: 12))
    desk.wait(.seconds(1))
    desk.open()
    desk.accept()
    desk.refuse(Refusal(rawValue: 12))
    desk.wait(.milliseconds(999))
    #expect(desk.openings == 0)
    desk.wait(.milliseconds(1))
    #expect(desk.openings == 1)
  }

  @Test func `C6 D-03 tries at once when the device is connected again`() {
    var desk = Desk()
    desk.add([sync(1)])
    for _ in 1...5 {
      desk.lose()
      desk.wait(.seconds(30))
    }
    desk.lose()
    #expect(desk.openings == 0)
    desk.tell(.reconnected(at: desk.now))
    #expect(desk.openings == 1)
    desk.open()
    #expect(desk.sequences(to: alice) == [1])
  }

  @Test func `D-03 ends a recipient's pause when a lost session is there again`() {
    var desk = Desk()
    desk.add([sync(1), sync(1, to: bob)])
    desk.open()
    desk.refuse(Refusal(rawValue: 12))
    desk.wait(.seconds(1))
    desk.accept()
    desk.open()
    desk.refuse(Refusal(rawValue: 12))
    desk.add([sync(2, to: bob)])
    desk.lose()
    desk.wait(.seconds(1))
    desk.open()
    #expect(desk.sequences(to: alice) == [1, 1, 1])
  }

  @Test func `D-03 keeps a recipient's pause over a session that only ended`() {
    var desk = Desk()
    desk.add([sync(1)])
    desk.open()
    desk.refuse(Refusal(rawValue: 12))
    desk.lose()
    #expect(desk.room.state == .closed)
    desk.wait(.milliseconds(999))
    #expect(desk.openings == 0)
    desk.wait(.milliseconds(1))
    desk.open()
    #expect(desk.sequences(to: alice) == [1, 1])
  }

  @Test func `D-03 waits 1 to 30 s for a new session, reset by an accepted push`() {
    var desk = Desk()
    desk.add([sync(1), sync(2)])
    for seconds in [1, 2, 4, 8, 16, 30, 30] {
      desk.lose()
      desk.wait(.milliseconds(seconds * 1_000 - 1))
      #expect(desk.openings == 0)
      desk.wait(.milliseconds(1))
      #expect(desk.openings == 1)
    }
    desk.open()
    desk.lose()
    #expect(desk.wakes.last == desk.uptime + .seconds(30), "opening alone is no success")
    desk.wait(.seconds(30))
    desk.open()
    desk.accept()
    desk.lose()
    #expect(desk.wakes.last == desk.uptime + .seconds(1))
  }

  @Test func `D-03 makes the wait for a session short again when the relay is heard`() {
    var desk = Desk()
    desk.add([sync(1)])
    for _ in 1...6 {
      desk.lose()
      desk.wait(.seconds(30))
    }
    desk.tell(.relayHeard)
    desk.lose()
    #expect(desk.wakes.last == desk.uptime + .seconds(1))
  }

  @Test func `C10 D-04 never gives up for being offline`() {
    var desk = Desk()
    desk.add([sync(1)])
    for _ in 1...10_000 {
      desk.lose()
      desk.wait(.seconds(30))
    }
    #expect(desk.rowCount == 1 && desk.reports.isEmpty)
    desk.open()
    desk.accept()
    #expect(desk.rowCount == 0)
  }

  @Test func `C14 D-03 asks for one wake-up, at the first of a hundred deadlines`() {
    var desk = Desk(room: MailRoom(unansweredMax: 100))
    desk.add((0..<100).map { sync(1, to: [$0]) })
    desk.open()
    for _ in 0..<100 {
      desk.uptime += .milliseconds(1)
      desk.refuse(Refusal(rawValue: 10))
    }
    #expect(desk.wakes == [.milliseconds(1_001)])
  }

  @Test func `C14 D-03 wakes as often as there are deadlines, and then no more`() {
    var desk = Desk()
    desk.add([sync(1), sync(1, to: bob)])
    desk.open()
    desk.refuse(Refusal(rawValue: 10))
    desk.accept()
    #expect(desk.wakes.count == 1)
    desk.wait(.seconds(1))
    desk.open()
    desk.accept()
    desk.wait(.seconds(1_000))
    #expect(desk.wakes.count == 1)
  }

  @Test func `D-05 gives up a Sync entry at its expiry, offline and in bounded steps`() {
    var desk = Desk(room: MailRoom(loadMax: 4))
    desk.wallClock = 0
    let day: UInt64 = 86_400_000
    desk.add(
      [Entry(recipient: alice, sequence: 1, kind: .pair)]
        + (2...41).map { sync($0, expiry: 30 * day) } + [sync(42, expiry: 31 * day)])
    desk.lose()
    desk.wallClock = 30 * day - 1
    desk.tell(.clockReached(desk.now))
    #expect(desk.reports.isEmpty)
    desk.wallClock = 30 * day
    desk.tell(.clockReached(desk.now))
    #expect(desk.reports.map(\.entry.sequence) == Array(2...41))
    #expect(desk.reports.allSatisfy { $0.failure == .expired })
    #expect(desk.rows[alice]?.map(\.sequence) == [1, 42])
  }

  @Test func `D-05 looks at the wall clock every hour while something can grow too old`() {
    var desk = Desk()
    desk.wallClock = 0
    desk.tell(.stopped)
    desk.add([sync(1, expiry: 2 * 3_600_000 + 60_000)])
    #expect(desk.wakes == [.seconds(3_600)])
    desk.wait(.seconds(3_600))
    desk.wait(.seconds(3_600))
    #expect(desk.wakes == [.seconds(3_600), .seconds(7_200), .seconds(7_260)])
    desk.wait(.seconds(60))
    #expect(desk.reports == [Desk.Report(entry: sync(1).id, failure: .expired)])
  }

  @Test(arguments: [0, 1, UInt64.max])
  func `C23 D-03 waits no longer and no shorter when someone sets the wall clock`(clock: UInt64) {
    var desk = Desk()
    desk.add([sync(1)])
    desk.open()
    desk.refuse(Refusal(rawValue: 12))
    desk.wallClock = clock
    desk.tell(.clockReached(desk.now))
    #expect(desk.openings == 0)
    desk.uptime += .seconds(1)
    desk.tell(.clockReached(desk.now))
    #expect(desk.openings == 1)
  }

  @Test func `D-04 keeps everything when the relay speaks another version`() {
    var desk = Desk()
    desk.add([sync(1)])
    desk.openings = 0
    desk.tell(.stopped)
    #expect(desk.closings == [.stop])
    desk.wait(.seconds(1_000))
    desk.add([sync(2)])
    #expect(desk.openings == 0 && desk.rowCount == 2)
    desk.tell(.reconnected(at: desk.now))
    desk.open()
    #expect(desk.sequences(to: alice) == [1, 2])
  }

  @Test func `D-08 holds, releases and forgets Sync entries of one recipient`() {
    var desk = Desk()
    desk.tell(.syncHeld(alice, at: desk.now))
    desk.add([sync(1), manifests(2), sync(1, to: bob)])
    desk.open()
    #expect(desk.sequences(to: alice) == [2])
    #expect(desk.sequences(to: bob) == [1])
    desk.tell(.syncReleased(alice, at: desk.now))
    desk.accept()
    desk.accept()
    #expect(desk.sequences(to: alice) == [2, 1])
    desk.add([sync(3), sync(3, to: bob)])
    desk.rows[alice] = []
    desk.tell(.withdrawn(.sync, to: alice, at: desk.now))
    while !desk.wire.isEmpty { desk.accept() }
    #expect(desk.rowCount == 0 && desk.room.isEmpty && desk.reports.isEmpty)
  }
}
