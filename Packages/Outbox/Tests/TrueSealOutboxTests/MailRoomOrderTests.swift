import Testing
import TrueSealOutbox

@Suite struct `A mail room keeps order` {
  @Test func `S-08 D-02 sends what was added, in order, and deletes it at the Ack`() {
    var desk = Desk()
    desk.add([sync(1), sync(1, to: bob)])
    #expect(desk.openings == 1 && desk.pushes.isEmpty)
    desk.open()
    #expect(desk.pushes == [sync(1).id, sync(1, to: bob).id])
    desk.add([sync(2), sync(2, to: bob)])
    #expect(desk.rowCount == 4)
    for _ in 1...4 { desk.accept() }
    #expect(desk.sequences(to: alice) == [1, 2])
    #expect(desk.sequences(to: bob) == [1, 2])
    #expect(desk.rowCount == 0 && desk.reports.isEmpty)
    #expect(desk.room.isEmpty && desk.room.lanes.isEmpty)
  }

  @Test func `C1 D-02 pushes nothing else to a recipient whose first entry is refused for now`() {
    var desk = Desk()
    desk.add([sync(1), sync(2), sync(3)])
    desk.open()
    for _ in 1...3 { desk.refuse(Refusal(rawValue: 10)) }
    desk.add([sync(4)])
    desk.wait(.milliseconds(999))
    #expect(desk.sequences(to: alice) == [1, 2, 3])
    desk.wait(.milliseconds(1))
    desk.open()
    #expect(desk.sequences(to: alice) == [1, 2, 3, 1, 2, 3, 4])
  }

  @Test func `C1 D-04 reports one refused for good once, and goes on in the same session`() {
    var desk = Desk()
    desk.add([sync(1), sync(2), sync(3)])
    desk.open()
    desk.refuse(.malformed)
    desk.accept()
    desk.refuse(.tooLarge)
    #expect(desk.sequences(to: alice) == [1, 2, 3])
    #expect(
      desk.reports == [
        Desk.Report(entry: sync(1).id, failure: .malformed),
        Desk.Report(entry: sync(3).id, failure: .tooLarge),
      ])
    #expect(desk.rowCount == 0 && desk.sessionCount == 1)
  }

  @Test(arguments: [0x03, 0x10, 0x11, 0x12, 0x13, 0x14, 0, 4, 10, 0x15, 255] as [UInt8])
  func `C2 D-04 keeps an entry whatever else the relay says`(code: UInt8) {
    var desk = Desk()
    desk.add([sync(1)])
    desk.open()
    desk.refuse(Refusal(rawValue: code))
    #expect(desk.rowCount == 1 && desk.reports.isEmpty)
    desk.wait(.seconds(1))
    desk.open()
    desk.accept()
    #expect(desk.rowCount == 0)
  }

  @Test func `C7 D-02 sends again only to the one that was refused`() {
    var desk = Desk()
    desk.add([sync(1), sync(1, to: bob), sync(1, to: carol)])
    desk.open()
    desk.accept()
    desk.refuse(Refusal(rawValue: 10))
    desk.accept()
    desk.wait(.seconds(1))
    desk.open()
    desk.accept()
    #expect(desk.sequences(to: alice) == [1])
    #expect(desk.sequences(to: bob) == [1, 1])
    #expect(desk.sequences(to: carol) == [1])
  }

  @Test func `D-02 lets recipients not hold each other up`() {
    var desk = Desk()
    desk.add([sync(1), sync(1, to: bob)])
    desk.open()
    desk.refuse(Refusal(rawValue: 10))
    desk.accept()
    desk.add([sync(2, to: bob)])
    #expect(desk.sequences(to: bob) == [1, 2])
  }

  @Test func `C9 D-02 queues again what a cut leaves unanswered, in its place`() {
    var desk = Desk()
    desk.add([sync(5), sync(6), sync(7)])
    desk.open()
    desk.accept()
    desk.lose()
    desk.add([sync(8)])
    desk.wait(.seconds(1))
    desk.open()
    #expect(desk.sequences(to: alice) == [5, 6, 7, 6, 7, 8])
  }

  @Test func `C9 S-08 begins again after a restart with what the store still holds`() {
    var desk = Desk()
    desk.add([sync(1), sync(2)])
    desk.open()
    desk.accept()
    desk.room = MailRoom()
    desk.wire = []
    desk.tell(.added([alice], at: desk.now))
    desk.open()
    #expect(desk.sequences(to: alice) == [1, 2, 2])
  }

  @Test func `C11 D-02 goes by number where every message has one time`() {
    var desk = Desk()
    var sent: [UInt64] = []
    for sequence: UInt64 in 1...1_000 {
      desk.add([sync(sequence), sync(sequence, to: bob)])
      if desk.openings > 0 { desk.open() }
      if sequence % 3 == 0, !desk.wire.isEmpty { desk.accept() }
      sent.append(sequence)
    }
    while !desk.wire.isEmpty { desk.accept() }
    #expect(desk.sequences(to: alice) == sent)
    #expect(desk.sequences(to: bob) == sent)
  }

  @Test func `C12 D-02 still sends the oldest first after nine tries`() {
    var desk = Desk()
    desk.add([sync(1)])
    for _ in 1...9 {
      desk.wait(.seconds(300))
      desk.open()
      desk.refuse(Refusal(rawValue: 12))
    }
    desk.add([sync(2)])
    desk.wait(.seconds(300))
    desk.open()
    #expect(desk.sequences(to: alice) == Array(repeating: 1, count: 10) + [2])
  }

  @Test func `C13 D-02 pushes once when connection, clock and send come together`() {
    var desk = Desk()
    desk.add([sync(1)])
    desk.open()
    desk.lose()
    desk.tell(.reconnected(at: desk.now))
    desk.wait(.seconds(1))
    desk.add([sync(2)])
    desk.tell(.reconnected(at: desk.now))
    desk.open()
    desk.wait(.seconds(1))
    desk.tell(.added([alice], at: desk.now))
    #expect(desk.sequences(to: alice) == [1, 1, 2])
    #expect(desk.sessionCount == 2)
  }

  @Test func `C15 D-02 goes on with the others when one cannot be sealed to`() {
    var desk = Desk()
    desk.add([sync(1), sync(1, to: bob), sync(1, to: carol)])
    desk.open()
    desk.wire.removeFirst()
    desk.tell(.unsealable(sync(1).id, at: desk.now))
    desk.accept()
    desk.accept()
    #expect(desk.reports == [Desk.Report(entry: sync(1).id, failure: .unsealable)])
    #expect(desk.rowCount == 0)
  }

  @Test func `takes turns between recipients`() {
    var desk = Desk(room: MailRoom(unansweredMax: 4))
    desk.add((1...50).map { sync($0) } + [sync(51, to: bob), sync(52, to: carol)])
    desk.open()
    #expect(desk.pushes.map(\.recipient) == [alice, bob, carol, alice])
  }

  @Test func `refuses to be without a window`() async {
    await #expect(processExitsWith: .failure) { _ = MailRoom(unansweredMax: 0) }
    await #expect(processExitsWith: .failure) { _ = MailRoom(loadMax: 0) }
  }
}
