/// What the command line asks for.
struct Options {
  static let usage = """
    usage: simulate-reset [--runs N] [--seed N] [--jobs N] [--stories N]
           simulate-reset --replay SEED [--shrink]
           simulate-reset --scenario TEXT
    """

  private(set) var runs = 1_000
  private(set) var seed: UInt64 = 0
  private(set) var jobs = 2
  private(set) var storyCount = 1
  private(set) var isReplay = false
  private(set) var isShrinking = false
  private(set) var scenario: String?

  init?(_ arguments: [String]) {
    var arguments = arguments[...]
    while let name = arguments.popFirst() {
      if name == "--shrink" {
        isShrinking = true
      } else {
        guard let value = arguments.popFirst(), take(value, for: name) else { return nil }
      }
    }
    guard runs > 0 else { return nil }
  }

  private mutating func take(_ value: String, for name: String) -> Bool {
    if name == "--scenario" {
      scenario = value
      return true
    }
    guard let number = UInt64(value), number < UInt64(Int.max) else { return false }
    switch name {
    case "--runs": runs = Int(number)
    case "--seed": seed = number
    case "--jobs": jobs = Int(number)
    case "--stories": storyCount = Int(number)
    case "--replay":
      seed = number
      isReplay = true
    default: return false
    }
    return true
  }
}
