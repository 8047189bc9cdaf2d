/// Walks through every order in which few things can happen, each state once.
///
/// A state is what disks, lines, inboxes and clocks hold; two worlds that agree in it go on alike.
/// Time passes only when nobody can do anything without it, so that orders stay countable.
package struct Explorer: Sendable {
  /// What may go wrong once, at any moment.
  package enum Trouble: String, Hashable, Sendable, CaseIterable {
    case none = "no trouble"
    case crash = "one crash"
    case offline = "one offline spell"
  }

  /// What a walk came to.
  package struct Outcome: Sendable {
    package var states = 0
    package var ends = 0
    /// Walks that were cut short, since there were too many states.
    package var cutCount = 0
    package var limits: [Verdict.Limit: Int] = [:]
    package var failures: [Scenario] = []

    package init() {}
  }

  /// A world on the way, and what may still happen to it.
  private struct Walk {
    var world: World
    var steps: [Step]
    var changes: [Step.Kind]
    var trouble: Trouble
    var offline: Int?
  }

  private let root: Scenario

  package init(deviceCount: Int, salt: UInt64) {
    root = Scenario(deviceCount: deviceCount, joinerCount: 2, salt: salt)
  }

  /// Every pair of changes that devices of the group can ask for, but for those that only rename.
  package var pairs: [[Step.Kind]] {
    let ids = 0..<root.deviceCount
    func changes(joiner: Int) -> [Step.Kind] {
      ids.flatMap { id -> [Step.Kind] in
        [.admit(by: id, joiner: joiner), .leave(id)]
          + ids.filter { $0 != id }.map { .remove(by: id, target: $0) }
      }
    }
    let first = changes(joiner: root.deviceCount)
    let second = changes(joiner: root.deviceCount + 1)
    // Both orders of a pair are walked anyway.
    return first.indices.flatMap { place in second[place...].map { [first[place], $0] } }
  }

  /// Walks all orders of two changes and one trouble; stops at `stateMax` states.
  package func walk(
    _ changes: [Step.Kind], with trouble: Trouble, stateMax: Int
  ) -> Outcome {
    var outcome = Outcome()
    var seen: Set<Int> = []
    var open = [Walk(world: root.world(), steps: [], changes: changes, trouble: trouble)]
    while outcome.states < stateMax, let walk = open.popLast() {
      let next = successors(of: walk)
      if next.isEmpty { conclude(walk, &outcome) }
      for one in next where seen.insert(fingerprint(of: one)).inserted {
        outcome.states += 1
        open.append(one)
      }
    }
    if !open.isEmpty { outcome.cutCount = 1 }
    return outcome
  }

  private func conclude(_ walk: Walk, _ outcome: inout Outcome) {
    outcome.ends += 1
    let verdict = Verdict(on: walk.world)
    for limit in verdict.limits { outcome.limits[limit, default: 0] += 1 }
    guard !verdict.isClean else { return }
    var scenario = root
    scenario.steps = walk.steps
    outcome.failures.append(scenario)
  }

  private func successors(of walk: Walk) -> [Walk] {
    var next: [Walk] = []
    let world = walk.world
    for place in walk.changes.indices {
      // The first of two changes by one device comes first.
      let rest = walk.changes.indices.filter { $0 != place }.map { walk.changes[$0] }
      next += taken(Step(walk.changes[place]), from: walk) { $0.changes = rest }
    }
    for id in world.devices.indices where world.devices[id].isLive {
      if world.canCarry(id) { next += taken(Step(.carry(id)), from: walk) }
      if world.canTake(id) { next += taken(Step(.take(id)), from: walk) }
      if world.isDue(id) { next += taken(Step(.wake(id)), from: walk) }
    }
    next += troubles(of: walk)
    guard next.isEmpty else { return next }
    return world.closingStep().map { taken($0, from: walk) } ?? []
  }

  private func troubles(of walk: Walk) -> [Walk] {
    var next: [Walk] = []
    if let id = walk.offline {
      next += taken(Step(.online(id)), from: walk) { $0.offline = nil }
    }
    guard walk.trouble != .none, walk.changes.count < 2 else { return next }
    for device in walk.world.devices where device.isLive {
      let id = device.id
      switch walk.trouble {
      case .none: break
      case .crash:
        next += taken(Step(.crash(id)), from: walk) { $0.trouble = .none }
        if walk.world.canTake(id) {
          next += taken(Step(.take(id), .after), from: walk) { $0.trouble = .none }
        }
      case .offline:
        next += taken(Step(.offline(id)), from: walk) {
          $0.trouble = .none
          $0.offline = id
        }
      }
    }
    return next
  }

  private func taken(
    _ step: Step, from walk: Walk, _ note: (inout Walk) -> Void = { _ in }
  ) -> [Walk] {
    var next = walk
    next.world.perform(step)
    next.steps.append(step)
    note(&next)
    return [next]
  }

  private func fingerprint(of walk: Walk) -> Int {
    var hasher = Hasher()
    walk.world.hash(into: &hasher)
    hasher.combine(walk.changes)
    hasher.combine(walk.trouble)
    hasher.combine(walk.offline)
    return hasher.finalize()
  }
}
