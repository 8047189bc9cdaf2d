/// Draws what happens to two devices.
package struct Schedule: Sendable {
  package let scenario: Scenario

  /// The schedule of a seed.
  package init(seed: UInt64) {
    var dice = Dice(seed: seed)
    let setting = Scenario.Setting(
      isSettled: dice.chance(75), isAutomatic: dice.chance(75), asks: dice.chance(20),
      hasGrace: dice.chance(25))
    var drawing = Drawing(dice)
    let steps = (0..<drawing.length).flatMap { _ in drawing.draw() }
    scenario = Scenario(setting, salt: dice.next(), steps: steps)
  }
}

/// How likely each step is in one schedule.
private struct Drawing {
  private var dice: Dice
  private let faultPercent: Int
  private let restorePercent: Int
  private let crashPercent: Int
  private let isInOrder: Bool
  let length: Int

  init(_ dice: Dice) {
    var dice = dice
    length = [8, 20, 40, 80][dice.below(4)]
    faultPercent = [0, 8, 25][dice.below(3)]
    restorePercent = [0, 0, 3, 8][dice.below(4)]
    crashPercent = [0, 5, 15][dice.below(3)]
    isInOrder = dice.chance(30)
    self.dice = dice
  }

  mutating func draw() -> [Step] {
    let side = dice.below(2)
    if dice.chance(faultPercent) { return [fault(side)] }
    if dice.chance(restorePercent) {
      return [Step(dice.chance(50) ? .backup(side) : .restore(side))]
    }
    switch dice.below(100) {
    case 0..<14: return [Step(.start(side), mishap())] + maybeCarry(side)
    case 14..<36: return [Step(.say(side), mishap())] + maybeCarry(side)
    case 36..<40: return [Step(.cancel(side), mishap())]
    case 40..<44: return [Step(.answer(side, dice.below(3) > 0 ? 1 : 0), mishap())]
    case 44..<54: return [Step(.carry(side))]
    case 54..<62: return [Step(.rest(rest()))]
    default:
      let place = isInOrder || dice.chance(60) ? 0 : dice.below(6)
      return [Step(.take(side, place), mishap())] + maybeCarry(side)
    }
  }

  private mutating func maybeCarry(_ side: Int) -> [Step] {
    dice.chance(75) ? [Step(.carry(side))] : []
  }

  private mutating func fault(_ side: Int) -> Step {
    switch dice.below(10) {
    case 0..<4: Step(.drop(side, dice.below(6)))
    case 4..<6: Step(.copy(side, dice.below(6)))
    case 6: Step(.spoil(side, dice.below(6)))
    case 7..<9: Step(.replay(side, dice.below(60)))
    default:
      Step(.setBack(side, [5_000, 90_000, 4_000_000, 90_000_000][dice.below(4)]))
    }
  }

  private mutating func rest() -> Int {
    let pauses = [1_000, 61_000, 400_000, 3_700_000, 46_000_000, 100_000_000]
    return pauses[dice.below(pauses.count)]
  }

  private mutating func mishap() -> Step.Mishap {
    guard dice.chance(crashPercent) else { return .none }
    return dice.chance(40) ? .after : .before(dice.below(8))
  }
}
