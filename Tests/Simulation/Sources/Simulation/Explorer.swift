/// Walks through every order in which few things can happen, each state once.
///
/// A state is what disks, machines, lines, inboxes and clocks hold; two worlds that agree in it go
/// on alike. Time passes only when no device can do anything without it, so that orders stay
/// countable; changes and troubles may come at any time, also later.
///
/// Of orders that must end alike one is walked. What a device does changes that device alone, but
/// for what it sends, which is appended to an inbox, and for finding its inbox empty. Hence:
///
/// - Where a device has mail to take and nothing to send, the others can only append to its inbox
///   before it goes on, so its next step stays what it is. Its steps are walked now, and those of
///   the others later (a persistent set).
/// - Elsewhere what a device does before it next sends something, or finds its inbox empty, is walked
///   right before that, since nobody can tell the difference earlier. A device that has begun goes on
///   until then. What comes to nothing that others notice is walked when they have nothing to do.
/// - Mail that brings its reader nothing it does not hold may be taken whenever its turn has come: what
///   the reader believes, has queued and will send stays as it is. And where all mail on its way is
///   such, and nothing is due, also the order in which it is carried makes no difference: readers
///   note by author what they see. Either step is then the only one walked.
/// - Which device has the trouble is settled at the start of a walk. Decided on the way, the trouble
///   of one device would depend on all the others.
///
/// Every order of steps can be turned into a walked one by exchanging neighbours that do not
/// depend on each other, so every end is met. Without `isReducing` all orders are walked.
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
    /// The ends, each as a number that stands for it in this process.
    package var ends: Set<Int> = []
    /// How many steps were troubles.
    package var troubles = 0
    /// Walks that were cut short, since there were too many states.
    package var cutCount = 0
    package var limits: [Verdict.Limit: Int] = [:]
    package var failures: [Scenario] = []

    package init() {}

    package mutating func add(_ other: Outcome) {
      states += other.states
      ends.formUnion(other.ends)
      troubles += other.troubles
      cutCount += other.cutCount
      limits.merge(other.limits, uniquingKeysWith: +)
      failures += other.failures.prefix(max(0, Self.failureMax - failures.count))
    }

    private static let failureMax = 10
  }

  /// A world on the way, and what may still happen to it.
  private struct Walk {
    var world: World
    var trail: Trail?
    var changes: [Step.Kind]
    var trouble: Trouble
    /// The device that has the trouble.
    let victim: Int?
    var isCutOff = false
    /// The device that goes on until it has sent something.
    var active: Int?
    /// Whether a device has come to nothing that others could notice, while they still have work.
    var isIdle = false
  }

  /// The steps taken, last one first; walks share what they have in common.
  private final class Trail: Sendable {
    let step: Step
    let before: Trail?

    init(_ step: Step, after before: Trail?) {
      self.step = step
      self.before = before
    }

    var steps: [Step] {
      var steps = [step]
      var trail = before
      while let earlier = trail {
        steps.append(earlier.step)
        trail = earlier.before
      }
      return steps.reversed()
    }
  }

  private let root: Scenario
  private let isReducing: Bool

  package init(deviceCount: Int, salt: UInt64, isReducing: Bool = true) {
    self.isReducing = isReducing
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
    var world = root.world()
    // In a spell offline too much is due at once when it ends for all its orders to be counted.
    if trouble == .offline { world.spreadClocks() }
    let people = (0..<root.deviceCount) + changes.compactMap(\.joiner)
    let victims = trouble == .none ? [nil] : people.map(Optional.some)
    var open = victims.map {
      Walk(world: world, trail: nil, changes: changes, trouble: trouble, victim: $0)
    }
    while outcome.states < stateMax, let walk = open.popLast() {
      let next = successors(of: walk)
      if next.isEmpty { conclude(walk, &outcome) }
      for var one in next where !one.isIdle {
        guard seen.insert(fingerprint(of: &one)).inserted else { continue }
        outcome.states += 1
        if one.trouble != walk.trouble { outcome.troubles += 1 }
        open.append(one)
      }
    }
    if !open.isEmpty { outcome.cutCount = 1 }
    return outcome
  }

  private func conclude(_ walk: Walk, _ outcome: inout Outcome) {
    var world = walk.world
    var hasher = Hasher()
    world.hash(into: &hasher, victim: nil)
    guard outcome.ends.insert(hasher.finalize()).inserted else { return }
    world.conclude()
    let verdict = Verdict(on: world)
    for limit in verdict.limits { outcome.limits[limit, default: 0] += 1 }
    guard !verdict.isClean else { return }
    var scenario = root
    scenario.steps = walk.trail?.steps ?? []
    outcome.failures.append(scenario)
  }

  // MARK: What can happen

  private func successors(of walk: Walk) -> [Walk] {
    let world = walk.world
    if isReducing, let step = plainStep(of: walk) {
      var next = taken(step, from: walk)
      next.active = walk.active.flatMap { next.world.hasWork($0) ? $0 : nil }
      return [next]
    }
    if let id = walk.active { return moves(of: id, in: walk) }
    let ids = world.devices.indices
    if isReducing, let id = ids.first(where: { world.canTake($0) && !world.canCarry($0) }) {
      return moves(of: id, in: walk).map { next in
        var next = next
        next.active = nil
        next.isIdle = false
        return next
      }
    }
    var next = ids.flatMap { moves(of: $0, in: walk) }
    if !ids.contains(where: world.hasWork), let rest = world.nextRest() {
      next.append(taken(rest, from: walk))
    }
    return next
  }

  /// A step that leads to the same now and later.
  private func plainStep(of walk: Walk) -> Step? {
    let world = walk.world
    let isTroubled = walk.trouble != .none || walk.isCutOff
    let ids = world.devices.indices.filter { id in
      !(isTroubled && id == walk.victim) && !walk.changes.contains { $0.actor == id }
    }
    if let id = ids.first(where: world.isHeadKnown) { return Step(.take(id)) }
    guard walk.changes.isEmpty, world.isSettled else { return nil }
    return ids.first(where: world.canCarry).map { Step(.carry($0)) }
  }

  /// What a device does now.
  private func moves(of id: Int, in walk: Walk) -> [Walk] {
    work(of: id, in: walk) + wishes(of: id, in: walk)
  }

  /// What a device does by itself, at once.
  private func work(of id: Int, in walk: Walk) -> [Walk] {
    guard walk.world.devices[id].isLive else { return [] }
    var next: [Walk] = []
    if walk.world.canCarry(id) { next.append(taken(Step(.carry(id)), from: walk)) }
    if walk.world.canTake(id) { next.append(taken(Step(.take(id)), from: walk, by: id)) }
    if walk.world.isDue(id) {
      // Whether the inbox is empty is for others to change.
      let isDrain = walk.world.isDrainDue(id)
      next.append(taken(Step(.wake(id)), from: walk, by: isDrain ? nil : id))
    }
    return next
  }

  /// What may happen to a device now, or later.
  private func wishes(of id: Int, in walk: Walk) -> [Walk] {
    let world = walk.world
    var next: [Walk] = []
    for place in walk.changes.indices where walk.changes[place].actor == id {
      next.append(
        taken(Step(walk.changes[place]), from: walk, by: id) { $0.changes.remove(at: place) })
    }
    guard id == walk.victim, world.devices[id].isLive else { return next }
    if walk.isCutOff {
      next.append(taken(Step(.online(id)), from: walk, by: id) { $0.isCutOff = false })
    }
    // To a device that does nothing now it may as well happen later.
    guard
      !isReducing || !next.isEmpty || world.hasWork(id)
        || !world.devices.indices.contains(where: world.hasWork)
    else { return next }
    for step in troubles(of: id, in: walk) {
      next.append(
        taken(step, from: walk, by: step.kind == .carry(id) ? nil : id) {
          $0.isCutOff = $0.trouble == .offline
          $0.trouble = .none
        })
    }
    return next
  }

  private func troubles(of id: Int, in walk: Walk) -> [Step] {
    switch walk.trouble {
    case .none: []
    case .crash:
      [Step(.crash(id))] + (walk.world.canTake(id) ? [Step(.take(id), .after)] : [])
        + (walk.world.canCarry(id) ? [Step(.carry(id), .after)] : [])
    case .offline: [Step(.offline(id))]
    }
  }

  private func taken(
    _ step: Step, from walk: Walk, by id: Int? = nil, _ note: (inout Walk) -> Void = { _ in }
  ) -> Walk {
    var next = walk
    next.world.perform(step)
    next.trail = Trail(step, after: walk.trail)
    next.active = nil
    if isReducing, let id { settle(id, in: &next) }
    note(&next)
    return next
  }

  /// Says whether a device that has done something by itself goes on.
  private func settle(_ id: Int, in walk: inout Walk) {
    let world = walk.world
    if world.hasWork(id) {
      walk.active = id
    } else {
      // Those that have work can go first; who has wiped is out of the way.
      walk.isIdle = world.devices[id].isLive && world.devices.indices.contains(where: world.hasWork)
    }
  }

  private func fingerprint(of walk: inout Walk) -> Int {
    var hasher = Hasher()
    // Once it has had its trouble a device is like the others.
    let victim = walk.trouble == .none && !walk.isCutOff ? nil : walk.victim
    walk.world.hash(into: &hasher, victim: victim)
    hasher.combine(walk.changes)
    hasher.combine(walk.trouble)
    hasher.combine(victim)
    hasher.combine(walk.isCutOff)
    hasher.combine(walk.active)
    return hasher.finalize()
  }
}

extension Step.Kind {
  /// The device that wants a change; nil for anything else.
  fileprivate var actor: Int? {
    switch self {
    case .admit(let by, _), .remove(let by, _), .leave(let by): by
    default: nil
    }
  }

  /// The device that a change lets in.
  fileprivate var joiner: Int? {
    if case .admit(_, let joiner) = self { return joiner }
    return nil
  }
}
