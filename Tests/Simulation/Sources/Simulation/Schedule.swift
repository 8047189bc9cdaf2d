internal import TrueSealManifest

/// Draws what happens, one step after another, from what can happen.
package struct Schedule: Sendable {
  /// How many devices, and how many changes they ask for.
  package struct Size: Hashable, Sendable, Comparable {
    package let devices: Int
    package let changes: Int

    package init(devices: Int, changes: Int) {
      self.devices = devices
      self.changes = changes
    }

    package static func < (left: Size, right: Size) -> Bool {
      (left.devices, left.changes) < (right.devices, right.changes)
    }
  }

  private var dice: Dice
  private var changesLeft: Int
  private var nextJoiner: Int
  private let size: Size
  /// How likely faults are in this schedule, in percent.
  private let faultPercent: Int
  private let changePercent: Int
  /// Whether somebody may be away for longer than the relay keeps mail.
  private var isAbsenceAllowed: Bool
  package private(set) var scenario: Scenario

  package init(seed: UInt64, size: Size) {
    var dice = Dice(seed: seed)
    self.size = size
    changesLeft = size.changes
    nextJoiner = size.devices
    scenario = Scenario(
      deviceCount: size.devices, joinerCount: size.changes, salt: dice.next())
    faultPercent = [0, 4, 12][dice.below(3)]
    changePercent = [10, 25, 50][dice.below(3)]
    isAbsenceAllowed = dice.chance(20)
    self.dice = dice
  }

  /// Lets everything happen, notes it in `scenario`, and returns the world at rest.
  package mutating func run() -> World {
    var world = scenario.world()
    for _ in 0..<(size.changes * 14 + 10) {
      guard let step = draw(in: world) else { break }
      perform(step, in: &world)
    }
    while let step = closing(in: world) { perform(step, in: &world) }
    world.conclude()
    return world
  }

  private mutating func perform(_ step: Step, in world: inout World) {
    scenario.steps.append(step)
    world.perform(step)
  }

  // MARK: While people and faults interfere

  private mutating func draw(in world: World) -> Step? {
    if changesLeft > 0, dice.chance(changePercent), let step = change(in: world) { return step }
    if dice.chance(faultPercent), let step = fault(in: world) { return step }
    if dice.chance(4) { return Step(.rest(UInt64(dice.below(8_000)))) }
    if let step = choice(in: world) { return Step(step, mishap()) }
    if let step = world.nextRest() { return step }
    return changesLeft > 0 ? change(in: world) : nil
  }

  private mutating func mishap() -> Step.Mishap {
    guard dice.chance(faultPercent / 3) else { return .none }
    return dice.pick([.before, .after, .undo]) ?? .none
  }

  private mutating func change(in world: World) -> Step? {
    guard let id = dice.pick(world.believers) else { return overtakenLeave(in: world) }
    let others = world.list(of: id).filter { $0 != id }
    changesLeft -= 1
    let draw = dice.below(100)
    if draw < 40 || others.isEmpty {
      nextJoiner += 1
      return Step(.admit(by: id, joiner: nextJoiner - 1), mishap())
    }
    if draw < 78, let target = dice.pick(others) {
      return Step(.remove(by: id, target: target), mishap())
    }
    return Step(.leave(id), mishap())
  }

  private mutating func overtakenLeave(in world: World) -> Step? {
    let waiting = world.devices.filter { $0.standing == .overtaken }.map(\.id)
    changesLeft -= 1
    return dice.pick(waiting).map { Step(.leave($0), mishap()) }
  }

  private mutating func fault(in world: World) -> Step? {
    let live = world.devices.filter(\.isLive)
    guard let device = dice.pick(live) else { return nil }
    switch dice.below(10) {
    case 0, 1, 2: return Step(device.isOnline ? .offline(device.id) : .online(device.id))
    case 3: return Step(.crash(device.id))
    case 4: return Step(.reconnect(device.id))
    case 5: return Step(.lose(device.id))
    case 6: return Step(.refuse(device.id))
    case 7: return Step(.say(device.id))
    case 8:
      guard isAbsenceAllowed, live.contains(where: { !$0.isOnline }) else {
        return Step(.offline(device.id))
      }
      isAbsenceAllowed = false
      return Step(.days(40))
    default: return Step(.rest(UInt64(dice.below(70_000))))
    }
  }

  /// Anything somebody can do now.
  private mutating func choice(in world: World) -> Step.Kind? {
    var choices: [Step.Kind] = []
    for id in world.devices.indices {
      if world.canCarry(id) { choices.append(.carry(id)) }
      if world.canTake(id) { choices.append(.take(id)) }
      if world.isDue(id) { choices.append(.wake(id)) }
    }
    return dice.pick(choices)
  }

  // MARK: Afterwards

  private mutating func closing(in world: World) -> Step? {
    guard world.stepCount < World.stepLimit else { return nil }
    if let device = world.devices.first(where: { $0.isLive && !$0.isOnline }) {
      return Step(.online(device.id))
    }
    return choice(in: world).map { Step($0) } ?? world.nextRest()
  }
}
