import Testing
import TrueSealOutbox

@Suite struct `A push window` {
  /// Three recipients in turn, 64 pushes in all.
  static let entries: [Entry] = (0..<64).map { place in
    sync(UInt64(place + 1), to: [alice, bob, carol][place % 3])
  }

  static func filled() -> Desk {
    var desk = Desk()
    desk.add(entries + [sync(65), sync(66, to: bob), sync(67, to: carol)])
    desk.open()
    return desk
  }

  @Test func `D-07 holds 64 pushes and no more`() {
    var desk = Self.filled()
    #expect(desk.wire == Self.entries)
    desk.accept()
    #expect(desk.wire.count == 64)
  }

  @Test(arguments: 1...64)
  func `D-07 W-20 keeps order when the n-th of 64 is refused for now`(n: Int) {
    var desk = Self.filled()
    let refused = Self.entries[n - 1].recipient
    for place in 0..<64 {
      let isHit = place >= n - 1 && Self.entries[place].recipient == refused
      desk.answer(isHit ? .refused(Refusal(rawValue: 12)) : .accepted)
    }
    let stored = Self.entries.prefix(n - 1).filter { $0.recipient == refused }.map(\.sequence)
    #expect(desk.rows[refused]?.first?.sequence == Self.entries[n - 1].sequence)

    while !desk.wire.isEmpty { desk.accept() }
    #expect(desk.rows.filter { !$0.value.isEmpty }.map(\.key) == [refused])
    #expect(desk.closings.isEmpty)
    let before = desk.pushes.count
    desk.wait(.seconds(1))
    #expect(desk.closings == [.renewal])
    desk.open()
    let resumed = desk.pushes.dropFirst(before).map(\.sequence)
    let owed = (Self.entries + [sync(65), sync(66, to: bob), sync(67, to: carol)])
      .filter { $0.recipient == refused }.map(\.sequence)
    #expect(stored + resumed == owed)
    while !desk.wire.isEmpty { desk.accept() }
    #expect(desk.rowCount == 0 && desk.reports.isEmpty)
  }

  @Test(arguments: 1...64)
  func `D-07 W-20 keeps order when the n-th of 64 is refused for good`(n: Int) {
    var desk = Self.filled()
    for place in 0..<64 { desk.answer(place == n - 1 ? .refused(.malformed) : .accepted) }
    while !desk.wire.isEmpty { desk.accept() }
    #expect(desk.pushes.count == 67 && desk.sessionCount == 1 && desk.rowCount == 0)
    #expect(
      desk.reports == [Desk.Report(entry: Self.entries[n - 1].id, failure: .malformed)])
  }

  @Test(arguments: 0...63)
  func `D-07 queues all again that a cut after n answers leaves`(n: Int) {
    var desk = Self.filled()
    for _ in 0..<n { desk.accept() }
    desk.lose()
    let before = desk.pushes.count
    desk.wait(.seconds(1))
    desk.open()
    let again = desk.pushes.dropFirst(before)
    for recipient in [alice, bob, carol] {
      let left = desk.rows[recipient, default: []].map(\.sequence)
      let pushed = again.filter { $0.recipient == recipient }.map(\.sequence)
      #expect(Array(left.prefix(pushed.count)) == pushed)
    }
    #expect(again.count == min(64, desk.rowCount))
  }

  @Test func `D-07 pushes nothing to a recipient behind an unanswered Group Manifest`() {
    var desk = Desk()
    desk.add([sync(1), manifests(2, 8), sync(3), sync(4, to: bob)])
    desk.open()
    #expect(desk.wire.map(\.sequence) == [1, 4, 2])
    desk.accept()
    desk.accept()
    #expect(desk.wire.map(\.sequence) == [2])
    desk.refuse(.tooLarge)
    #expect(desk.wire == [manifests(2, 4)])
    #expect(desk.rows[alice]?.first == manifests(2, 4), "cut in the store first")
    desk.accept()
    #expect(desk.wire.map(\.sequence) == [3])
  }

  @Test func `D-04 counts a Group Manifest as done when even one part is too large`() {
    var desk = Desk()
    desk.add([manifests(1, 5), sync(2)])
    desk.open()
    for partCount in [5, 2, 1] {
      #expect(desk.wire == [manifests(1, partCount)])
      desk.refuse(.tooLarge)
    }
    #expect(desk.reports == [Desk.Report(entry: manifests(1).id, failure: .tooLarge)])
    #expect(desk.wire == [sync(2)])
  }

  @Test func `W-20 tries a refused recipient only in a new session, once the old one is done`() {
    var desk = Desk()
    desk.add([sync(1), sync(1, to: bob), sync(2, to: bob)])
    desk.open()
    desk.refuse(Refusal(rawValue: 10))
    desk.wait(.seconds(1))
    #expect(desk.closings.isEmpty, "two answers are still owed")
    desk.add([sync(3, to: bob)])
    #expect(desk.wire.count == 2, "the old session takes no more")
    desk.accept()
    desk.accept()
    #expect(desk.closings == [.renewal])
    #expect(desk.openings == 1)
    desk.open()
    #expect(desk.sequences(to: alice) == [1, 1])
    #expect(desk.sequences(to: bob) == [1, 2, 3])
  }

  @Test func `W-22 closes a session that answers what nobody asked`() {
    var desk = Desk()
    desk.add([sync(1)])
    desk.open()
    desk.accept()
    desk.answer(.accepted)
    #expect(desk.closings == [.unaskedAnswer])
    desk.add([sync(2)])
    #expect(desk.openings == 0)
    desk.wait(.seconds(1))
    desk.open()
    #expect(desk.sequences(to: alice) == [1, 2])
  }

  @Test func `sends ten thousand messages to 31 recipients from a bounded stretch`() {
    let recipients = (0..<31).map { [UInt8($0)] }
    var desk = Desk()
    for recipient in recipients {
      desk.rows[recipient] = (1...323).map { sync($0, to: recipient) }
    }
    desk.tell(.added(recipients, at: desk.now))
    desk.open()
    while !desk.wire.isEmpty { desk.accept() }
    #expect(desk.pushes.count == 31 * 323 && desk.rowCount == 0)
    #expect(desk.heldMax < 31 * 2 * OutboxLimits.Chosen.loadMax)
    #expect(desk.loads <= 31 * (323 / OutboxLimits.Chosen.loadMax + 1))
  }
}
