/// Who there is at the beginning, and what then happens: all that a run depends on.
package struct Scenario: Hashable, Sendable {
  /// How many devices are in the group at the beginning, 2 or more.
  package let deviceCount: Int
  /// How many more there are that can be admitted.
  package let joinerCount: Int
  /// Decides keys and hashes.
  package let salt: UInt64
  package var steps: [Step]

  package init(deviceCount: Int, joinerCount: Int, salt: UInt64, steps: [Step] = []) {
    self.deviceCount = deviceCount
    self.joinerCount = joinerCount
    self.salt = salt
    self.steps = steps
  }

  /// The world before the first step: a group that is at rest.
  package func world() -> World {
    var dice = Dice(seed: salt)
    var world = World(deviceCount: deviceCount, joinerCount: joinerCount, dice: &dice)
    world.gather(deviceCount)
    return world
  }

  /// Performs all steps and lets the world come to rest.
  package func run(isNarrated: Bool = false) -> World {
    var world = world()
    if isNarrated { world.journal = Journal() }
    for step in steps { world.perform(step) }
    world.conclude()
    return world
  }

  /// The scenario as text that `init(_:)` reads.
  package var text: String {
    "\(deviceCount) \(joinerCount) \(salt): " + steps.map(\.description).joined(separator: "; ")
  }

  /// Reads what `text` writes; nil for anything else.
  package init?(_ text: String) {
    let halves = text.split(separator: ":", maxSplits: 1)
    let numbers = halves.first?.split(separator: " ").compactMap { UInt64($0) } ?? []
    guard halves.count == 2, numbers.count == 3 else { return nil }
    let parts = halves[1].split(separator: ";").filter { !$0.allSatisfy(\.isWhitespace) }
    let steps = parts.compactMap { Step($0) }
    guard steps.count == parts.count else { return nil }
    self.init(
      deviceCount: Int(numbers[0]), joinerCount: Int(numbers[1]), salt: numbers[2], steps: steps)
  }
}
