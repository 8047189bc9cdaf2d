/// How two devices begin, and what then happens: all that a run depends on.
package struct Scenario: Hashable, Sendable {
  /// How the two begin.
  package struct Setting: Hashable, Sendable {
    /// Whether they have a session already.
    package var isSettled: Bool
    /// Whether resets start by themselves.
    package var isAutomatic: Bool
    /// Whether owners are asked before a reset that the old session does not prove.
    package var asks: Bool
    /// Whether old sessions stay readable for an hour.
    package var hasGrace: Bool

    package init(isSettled: Bool, isAutomatic: Bool, asks: Bool, hasGrace: Bool) {
      self.isSettled = isSettled
      self.isAutomatic = isAutomatic
      self.asks = asks
      self.hasGrace = hasGrace
    }

    var number: Int {
      (isSettled ? 1 : 0) + (isAutomatic ? 2 : 0) + (asks ? 4 : 0) + (hasGrace ? 8 : 0)
    }

    init(number: Int) {
      isSettled = number & 1 > 0
      isAutomatic = number & 2 > 0
      asks = number & 4 > 0
      hasGrace = number & 8 > 0
    }
  }

  package let setting: Setting
  /// Decides all keys.
  package let salt: UInt64
  package var steps: [Step]

  package init(_ setting: Setting, salt: UInt64, steps: [Step] = []) {
    self.setting = setting
    self.salt = salt
    self.steps = steps
  }

  /// Performs all steps, then lets everything arrive until the two are at rest.
  package func run(isNarrated: Bool = false) -> World {
    let world = World(setting, salt: salt, isNarrated: isNarrated)
    for step in steps { world.perform(step) }
    world.conclude()
    return world
  }

  /// The scenario as text that `init(_:)` reads.
  package var text: String {
    "\(setting.number) \(salt): " + steps.map(\.description).joined(separator: "; ")
  }

  /// Reads what `text` writes; nil for anything else.
  package init?(_ text: String) {
    let halves = text.split(separator: ":", maxSplits: 1)
    let numbers = halves.first?.split(separator: " ").compactMap { UInt64($0) } ?? []
    guard halves.count == 2, numbers.count == 2, numbers[0] < 16 else { return nil }
    let parts = halves[1].split(separator: ";").filter { !$0.allSatisfy(\.isWhitespace) }
    let steps = parts.compactMap { Step($0) }
    guard steps.count == parts.count else { return nil }
    self.init(Setting(number: Int(numbers[0])), salt: numbers[1], steps: steps)
  }
}
