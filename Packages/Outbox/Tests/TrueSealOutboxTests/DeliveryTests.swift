import Testing
import TrueSealOutbox

@Suite struct `A delivery` {
  static let events: [Delivery.Event] = [
    .turnCame(wallClock: 0), .turnCame(wallClock: 100), .clockReached(wallClock: 0),
    .clockReached(wallClock: 99), .clockReached(wallClock: 100), .accepted, .refused(.tooLarge),
    .refused(.malformed), .refused(Refusal(rawValue: 10)), .interrupted, .unsealable, .withdrawn,
  ]

  static let beginnings = [
    Delivery(sync(1, expiry: 100)), Delivery(sync(1)), Delivery(manifests(1, 9)),
    Delivery(Entry(recipient: alice, sequence: 1, kind: .revoke, partCount: 9)),
  ]

  @Test func `D-02 is pushed in its turn and deleted when the relay has it`() {
    var delivery = Delivery(sync(1))
    #expect(delivery.handle(.turnCame(wallClock: 5)) == [.push])
    #expect(delivery.handle(.turnCame(wallClock: 5)) == [])
    #expect(delivery.handle(.accepted) == [.delete])
    #expect(delivery.state == .delivered)
  }

  @Test func `D-02 goes back to the queue when no answer comes`() {
    var delivery = Delivery(sync(1))
    #expect(delivery.handle(.turnCame(wallClock: 5)) == [.push])
    #expect(delivery.handle(.interrupted) == [])
    #expect(delivery.state == .queued)
    #expect(delivery.handle(.turnCame(wallClock: 6)) == [.push])
  }

  @Test(arguments: UInt8.min...UInt8.max)
  func `D-04 W-21 takes every code but two as one that may pass`(code: UInt8) {
    var delivery = Delivery(sync(1))
    _ = delivery.handle(.turnCame(wallClock: 5))
    let effects = delivery.handle(.refused(Refusal(rawValue: code)))
    switch code {
    case 0x01: #expect(effects == [.delete, .report(.tooLarge)])
    case 0x02: #expect(effects == [.delete, .report(.malformed)])
    default:
      #expect(effects == [])
      #expect(delivery.state == .queued)
    }
  }

  @Test func `D-04 halves a Group Manifest that is too large, down to one, then gives up`() {
    var delivery = Delivery(manifests(1, 9))
    for partCount in [4, 2, 1] {
      #expect(delivery.handle(.turnCame(wallClock: 5)) == [.push])
      #expect(delivery.handle(.refused(.tooLarge)) == [.cut(to: partCount)])
      #expect(delivery.entry == manifests(1, partCount))
    }
    #expect(delivery.handle(.turnCame(wallClock: 5)) == [.push])
    #expect(delivery.handle(.refused(.tooLarge)) == [.delete, .report(.tooLarge)])
  }

  @Test func `D-04 gives up a Group Manifest the relay cannot read, however long`() {
    var delivery = Delivery(manifests(1, 9))
    #expect(delivery.handle(.turnCame(wallClock: 5)) == [.push])
    #expect(delivery.handle(.refused(.malformed)) == [.delete, .report(.malformed)])
  }

  @Test func `D-05 fails a queued entry at its expiry by the wall clock`() {
    var delivery = Delivery(sync(1, expiry: 100))
    #expect(delivery.handle(.clockReached(wallClock: 99)) == [])
    var pushed = delivery
    #expect(pushed.handle(.turnCame(wallClock: 99)) == [.push])
    #expect(pushed.handle(.clockReached(wallClock: 100)) == [], "an answer is still to come")
    #expect(delivery.handle(.clockReached(wallClock: 100)) == [.delete, .report(.expired)])
  }

  @Test func `D-05 never lets an entry without expiry grow too old`() {
    for kind in [Entry.Kind.pair, .groupManifest, .revoke] {
      var delivery = Delivery(Entry(recipient: alice, sequence: 1, kind: kind))
      #expect(delivery.handle(.clockReached(wallClock: .max)) == [])
      #expect(delivery.handle(.turnCame(wallClock: .max)) == [.push])
    }
  }

  @Test(arguments: beginnings)
  func `stays settled, whatever road led there`(beginning: Delivery) {
    let seen = Self.walk(from: beginning) { before, event, effects, after in
      if before.isSettled { #expect(effects.isEmpty && after == before) }
      #expect(effects.contains(.delete) == (effects != [] && after.isSettled))
      #expect(effects.contains(.push) == (before.state == .queued && after.state == .inFlight))
      if after.isSettled, !before.isSettled, event != .withdrawn, event != .accepted {
        #expect(effects.count == 2, "a failure is always reported")
      }
      #expect(after.entry.id == before.entry.id)
      #expect(after.entry.partCount <= before.entry.partCount)
    }
    #expect(seen.contains { $0.state == .delivered })
    #expect(seen.contains { $0.state == .withdrawn })
    #expect(seen.contains { $0.state == .failed(.unsealable) })
    #expect(seen.contains { $0.state == .failed(.expired) } == (beginning.entry.expiry != nil))
  }

  @Test(arguments: beginnings)
  func `can still be delivered from every state in which it is not settled`(beginning: Delivery) {
    for delivery in Self.walk(from: beginning) where !delivery.isSettled {
      var delivery = delivery
      _ = delivery.handle(.interrupted)
      #expect(delivery.handle(.turnCame(wallClock: 0)) == [.push])
      #expect(delivery.handle(.accepted) == [.delete])
    }
  }

  /// Every state that events can lead to.
  @discardableResult
  static func walk(
    from beginning: Delivery,
    _ check: (Delivery, Delivery.Event, [Delivery.Effect], Delivery) -> Void = { _, _, _, _ in }
  ) -> Set<Delivery> {
    var seen: Set<Delivery> = []
    var unseen = [beginning]
    while let delivery = unseen.popLast() {
      guard seen.insert(delivery).inserted else { continue }
      for event in events {
        var next = delivery
        let effects = next.handle(event)
        check(delivery, event, effects, next)
        unseen.append(next)
      }
    }
    return seen
  }
}
