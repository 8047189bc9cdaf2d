internal import Simulation

/// What the command line asks for.
struct Options {
  static let usage = """
    usage: simulate [--runs N] [--seed N] [--devices N --ops N] [--jobs N] [--stories N]
           simulate --replay SEED [--devices N --ops N] [--shrink]
           simulate --scenario TEXT
           simulate --all [--states N]

    Without --devices and --ops, runs have 2 to 6 devices and 2 to 8 changes in turn.
    """

  private(set) var runs = 1_000
  private(set) var seed: UInt64 = 0
  private(set) var jobs = 2
  private(set) var storyCount = 1
  /// The most states of one pair of changes.
  private(set) var stateMax = 10_000_000
  private(set) var isReplay = false
  private(set) var isShrinking = false
  private(set) var isExhaustive = false
  private(set) var scenario: String?
  private var devices: Int?
  private var changes: Int?

  var size: Schedule.Size? {
    guard devices != nil || changes != nil else { return nil }
    return Schedule.Size(devices: devices ?? 4, changes: changes ?? 4)
  }

  init?(_ arguments: [String]) {
    var arguments = arguments[...]
    while let name = arguments.popFirst() {
      switch name {
      case "--shrink": isShrinking = true
      case "--all": isExhaustive = true
      default:
        guard let value = arguments.popFirst(), take(value, for: name) else { return nil }
      }
    }
    guard runs > 0, devices ?? 2 >= 2, changes ?? 1 >= 1 else { return nil }
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
    case "--states": stateMax = Int(number)
    case "--devices": devices = Int(number)
    case "--ops": changes = Int(number)
    case "--replay":
      seed = number
      isReplay = true
    default: return false
    }
    return true
  }
}
