import Foundation
import Testing
import TrueSealOutbox

@Suite struct `Every state of a small mail room` {
  static let plain = SmallWorld(
    sending: [sync(1), manifests(2, 2), sync(2, to: bob)], secondMax: 1)
  static let short = SmallWorld(
    sending: [sync(1, expiry: 1_000), sync(2), sync(3)], secondMax: 2)
  static let held = SmallWorld(
    sending: [sync(1), manifests(2, 2)] + (isLong ? [sync(3)] : []), secondMax: 0, loadMax: 1,
    holds: true)
  static let isLong = ProcessInfo.processInfo.environment["TRUESEAL_LONG"] != nil

  @Test func `D-02 D-07 keeps order and window, and loses nothing`() {
    let count = Self.walk(from: Self.plain, isOrdered: true)
    #expect(count > 5_000)
  }

  @Test func `D-05 keeps order where entries grow too old`() {
    let count = Self.walk(from: Self.short, isOrdered: true)
    #expect(count > 1_000)
  }

  @Test func `D-08 loses nothing where Sync entries are held, released and deleted`() {
    let count = Self.walk(from: Self.held, isOrdered: false)
    #expect(count > 1_000)
  }

  /// Visits every state, and from each one tries to bring everything to its end.
  static func walk(from beginning: SmallWorld, isOrdered: Bool) -> Int {
    var seen: Set<SmallWorld> = [beginning]
    var unseen = [beginning]
    while let world = unseen.popLast() {
      for move in world.moves {
        var next = world
        next.make(move)
        guard seen.insert(next).inserted else { continue }
        if let fault = fault(in: next, isOrdered: isOrdered) {
          Issue.record("\(fault) after \(move) in \(world)")
          return seen.count
        }
        unseen.append(next)
      }
    }
    for (index, world) in seen.enumerated() where index.isMultiple(of: 8) {
      if let left = settle(world) {
        Issue.record("never settled: \(left)")
        break
      }
    }
    return seen.count
  }

  private static func fault(in world: SmallWorld, isOrdered: Bool) -> String? {
    if let fault = world.faults.first { return fault }
    if world.room.lanes.contains(where: {
      $0.count >= 2 * world.room.loadMax
    }) {
      return "held too many"
    }
    let rows = Set(world.rows.map(\.id))
    let gone = Set(world.stored + world.reported)
    if !world.holds {
      let sent = Set(world.all.dropLast(world.unsent.count).map(\.id))
      if !sent.isSubset(of: rows.union(gone)) { return "lost an entry" }
    }
    guard isOrdered else { return nil }
    let arrivals = world.stored.filter { $0.recipient == alice }.map(\.sequence)
    return arrivals == arrivals.sorted() ? nil : "stored out of order"
  }

  /// Lets everything go well from here on; what is left in the end, or nil.
  private static func settle(_ world: SmallWorld) -> SmallWorld? {
    var world = world
    if world.holds { world.make(.releaseSync) }
    for _ in 0..<60 {
      let answer: MailRoom.Answer =
        world.wire.first.map { world.refused.contains($0.recipient) } == true
        ? .refused(Refusal(rawValue: 10)) : .accepted
      if world.unsent.isEmpty, world.rows.isEmpty, world.loads.isEmpty { return nil }
      if let entry = world.unsent.first {
        world.make(.add(entry))
      } else if !world.loads.isEmpty {
        world.make(.bringLoad)
      } else if world.isOpening {
        world.make(.open)
      } else if world.isOpen, !world.wire.isEmpty {
        world.make(.answer(answer))
      } else {
        world.make(.tick)
      }
    }
    return world
  }
}
