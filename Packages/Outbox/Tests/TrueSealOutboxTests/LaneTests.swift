import Testing
import TrueSealOutbox

@Suite struct `A lane` {
  static let now = Moment(uptime: .seconds(100), wallClock: 1_000)

  static func lane(_ entries: [Entry], limit: Int = 64) -> Lane {
    var lane = Lane(recipient: alice)
    lane.expectMore()
    _ = lane.load(atMost: limit)
    lane.take(entries, limit: limit)
    return lane
  }

  @Test func `D-02 lets entries go in order, one after the other`() {
    var lane = Self.lane([sync(1), sync(2), sync(3)])
    #expect(lane.push(at: Self.now) == [.push(sync(1))])
    #expect(lane.push(at: Self.now) == [.push(sync(2))])
    #expect(lane.accept(1) == [.delete(sync(1))])
    #expect(lane.push(at: Self.now) == [.push(sync(3))])
    #expect(lane.push(at: Self.now) == [])
  }

  @Test func `C1 takes all back and waits when the first is refused for now`() {
    var lane = Self.lane([sync(1), sync(2), sync(3)])
    for _ in 1...3 { _ = lane.push(at: Self.now) }
    #expect(lane.refuse(1, because: Refusal(rawValue: 10), at: .seconds(100), jitter: .none) == [])
    #expect(lane.inFlight.isEmpty && lane.queued.allSatisfy { $0.state == .queued })
    #expect(!lane.isDue(at: .milliseconds(100_999)))
    #expect(lane.isDue(at: .seconds(101)))
    #expect(!lane.canPush(at: .seconds(101)), "this session would only refuse again")
    lane.endSession()
    let later = Moment(uptime: .seconds(101), wallClock: 1_000)
    #expect(lane.push(at: later) == [.push(sync(1))])
  }

  @Test func `C1 reports a first that is refused for good, and goes on`() {
    var lane = Self.lane([sync(1), sync(2)])
    _ = lane.push(at: Self.now)
    #expect(
      lane.refuse(1, because: .malformed, at: .seconds(100), jitter: .none)
        == [.delete(sync(1)), .report(sync(1), .malformed)])
    #expect(lane.push(at: Self.now) == [.push(sync(2))])
  }

  @Test func `W-20 counts one refusal of many pushes as one`() {
    var lane = Self.lane([sync(1), sync(2), sync(3)])
    for _ in 1...3 { _ = lane.push(at: Self.now) }
    for sequence: UInt64 in 1...3 {
      _ = lane.refuse(
        sequence, because: Refusal(rawValue: 11), at: .seconds(100), jitter: .none)
    }
    #expect(lane.pause.length == .seconds(2))
  }

  @Test func `W-20 believes no Ack that follows a refusal`() {
    var lane = Self.lane([sync(1), sync(2)])
    for _ in 1...2 { _ = lane.push(at: Self.now) }
    _ = lane.refuse(1, because: Refusal(rawValue: 11), at: .seconds(100), jitter: .none)
    #expect(lane.accept(2) == [], "else 2 would have passed 1")
    #expect(lane.count == 2)
  }

  @Test func `D-07 lets nothing pass an unanswered Group Manifest`() {
    var lane = Self.lane([sync(1), manifests(2, 8), sync(3)])
    #expect(lane.push(at: Self.now) == [.push(sync(1))])
    #expect(lane.push(at: Self.now) == [.push(manifests(2, 8))])
    #expect(lane.push(at: Self.now) == [])
    #expect(lane.accept(1) == [.delete(sync(1))])
    #expect(lane.push(at: Self.now) == [])
    #expect(
      lane.refuse(2, because: .tooLarge, at: .seconds(100), jitter: .none)
        == [.cut(manifests(2, 4))])
    #expect(lane.push(at: Self.now) == [.push(manifests(2, 4))])
    #expect(lane.push(at: Self.now) == [])
    #expect(lane.accept(2) == [.delete(manifests(2, 4))])
    #expect(lane.push(at: Self.now) == [.push(sync(3))])
  }

  @Test func `D-05 skips over what has grown too old`() {
    var lane = Self.lane([sync(1, expiry: 900), sync(2, expiry: 1_000), sync(3, expiry: 1_001)])
    #expect(
      lane.push(at: Self.now) == [
        .delete(sync(1, expiry: 900)), .report(sync(1, expiry: 900), .expired),
        .delete(sync(2, expiry: 1_000)), .report(sync(2, expiry: 1_000), .expired),
        .push(sync(3, expiry: 1_001)),
      ])
  }

  @Test func `D-05 reports what has grown too old behind an entry that never does`() {
    var lane = Self.lane([manifests(1), sync(2, expiry: 900), sync(3, expiry: 901)])
    #expect(
      lane.expire(at: 901) == [
        .delete(sync(2, expiry: 900)), .report(sync(2, expiry: 900), .expired),
        .delete(sync(3, expiry: 901)), .report(sync(3, expiry: 901), .expired),
      ])
  }

  @Test func `holds less than twice what it reads at a time`() {
    var lane = Lane(recipient: alice)
    lane.expectMore()
    #expect(lane.load(atMost: 2) == [.load(after: 0, limit: 2, skippingSync: false)])
    #expect(lane.load(atMost: 2) == [], "one load at a time")
    lane.take([sync(1), sync(2)], limit: 2)
    #expect(lane.load(atMost: 2) == [])
    _ = lane.push(at: Self.now)
    _ = lane.accept(1)
    #expect(lane.load(atMost: 2) == [.load(after: 2, limit: 2, skippingSync: false)])
    lane.take([sync(3), sync(4)], limit: 2)
    #expect(lane.count == 3)
    #expect(lane.supply == .more)
  }

  @Test func `loads again when entries came while it loaded`() {
    var lane = Lane(recipient: alice)
    lane.expectMore()
    _ = lane.load(atMost: 2)
    lane.expectMore()
    lane.take([], limit: 2)
    #expect(lane.load(atMost: 2) == [.load(after: 0, limit: 2, skippingSync: false)])
    lane.take([sync(1)], limit: 2)
    #expect(lane.supply == .exhausted)
  }

  @Test func `D-02 takes what was committed behind all it knows, without a load`() {
    var lane = Self.lane([sync(1)])
    lane.append(sync(2), limit: 64)
    #expect(lane.load(atMost: 64) == [])
    #expect(lane.push(at: Self.now) == [.push(sync(1))])
    #expect(lane.push(at: Self.now) == [.push(sync(2))])
  }

  @Test func `D-02 loads what was committed where the store has more, or there is no room`() {
    var behind = Lane(recipient: alice)
    behind.expectMore()
    behind.append(sync(2), limit: 64)
    #expect(behind.queued == [])
    #expect(behind.load(atMost: 64) == [.load(after: 0, limit: 64, skippingSync: false)])
    behind.append(sync(3), limit: 64)
    behind.take([sync(1), sync(2)], limit: 64)
    #expect(behind.queued == [], "it may have been read before 3 was there")
    #expect(behind.load(atMost: 64) == [.load(after: 0, limit: 64, skippingSync: false)])

    var full = Self.lane([sync(1)], limit: 2)
    full.append(sync(2), limit: 2)
    full.append(sync(3), limit: 2)
    full.append(sync(4), limit: 2)
    #expect(full.queued == [Delivery(sync(1)), Delivery(sync(2))])
    _ = full.push(at: Self.now)
    _ = full.accept(1)
    #expect(full.load(atMost: 2) == [.load(after: 2, limit: 2, skippingSync: false)])
  }

  @Test func `D-08 leaves a committed Sync entry in the store while they are held`() {
    var lane = Lane(recipient: alice)
    lane.holdSync()
    lane.append(sync(1), limit: 64)
    #expect(lane.queued == [])
    #expect(lane.load(atMost: 64) == [.load(after: 0, limit: 64, skippingSync: true)])
    lane.take([], limit: 64)
    lane.append(manifests(2), limit: 64)
    #expect(lane.queued == [Delivery(manifests(2))])
    lane.releaseSync()
    #expect(lane.load(atMost: 64) == [.load(after: 0, limit: 64, skippingSync: false)])
  }

  @Test func `takes nothing it did not ask for, of anybody else, or twice`() {
    var lane = Self.lane([sync(1)])
    lane.take([sync(2)], limit: 64)
    #expect(lane.queued == [Delivery(sync(1))])
    lane.expectMore()
    _ = lane.load(atMost: 64)
    lane.take([sync(1), sync(2, to: bob), sync(2)], limit: 64)
    #expect(lane.queued == [Delivery(sync(1)), Delivery(sync(2))])
  }

  @Test func `D-08 lets control messages pass Sync entries that are held`() {
    var lane = Self.lane([sync(1), sync(2), manifests(3)])
    _ = lane.push(at: Self.now)
    lane.holdSync()
    #expect(lane.push(at: Self.now) == [.push(manifests(3))])
    lane.endSession()
    #expect((lane.inFlight + lane.queued).map(\.entry) == [manifests(3)], "1 came back while held")

    lane.releaseSync()
    #expect(lane.load(atMost: 64) == [.load(after: 0, limit: 64, skippingSync: false)])
    lane.take([sync(1), sync(2), manifests(3)], limit: 64)
    #expect(lane.push(at: Self.now) == [.push(sync(1))])
    #expect(lane.push(at: Self.now) == [.push(sync(2))])
  }

  @Test func `D-08 lets nothing go before what was held and is not here yet`() {
    var lane = Self.lane([sync(1), sync(2), sync(3), manifests(4)], limit: 4)
    lane.holdSync()
    _ = lane.push(at: Self.now)
    lane.releaseSync()
    _ = lane.load(atMost: 2)
    lane.take([sync(1), sync(2)], limit: 2)
    lane.endSession()
    #expect(lane.push(at: Self.now) == [.push(sync(1))])
    #expect(lane.push(at: Self.now) == [.push(sync(2))])
    #expect(lane.push(at: Self.now) == [], "3 is still in the store, 4 is here")
  }

  @Test func `D-08 forgets the kind that was deleted, in flight too`() {
    var lane = Self.lane([sync(1), manifests(2), sync(3)])
    _ = lane.push(at: Self.now)
    lane.withdraw(.sync)
    #expect((lane.inFlight + lane.queued).map(\.entry) == [manifests(2)])
    #expect(lane.accept(1) == [])
  }

  @Test func `takes nothing from a load that saw rows deleted since`() {
    var lane = Lane(recipient: alice)
    lane.expectMore()
    _ = lane.load(atMost: 64)
    lane.withdraw(.sync)
    lane.take([sync(1)], limit: 64)
    #expect(lane.count == 0)
    #expect(lane.load(atMost: 64) == [.load(after: 0, limit: 64, skippingSync: false)])
  }

  @Test func `C15 drops and reports what cannot be sealed`() {
    var lane = Self.lane([sync(1), sync(2)])
    _ = lane.push(at: Self.now)
    #expect(lane.giveUp(1) == [.delete(sync(1)), .report(sync(1), .unsealable)])
    #expect(lane.push(at: Self.now) == [.push(sync(2))])
  }
}
