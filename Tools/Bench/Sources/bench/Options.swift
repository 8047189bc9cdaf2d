/// What was asked for on the command line.
struct Options {
  /// A command line that cannot be understood.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  static let usage = """
    usage: bench [NAME ...] [--rounds N] [--json] [--trueseal PATH]

    Measures the packages against plain C loops over the same libraries, in turns. A time is the
    median of N rounds (11), with the quartiles behind it. NAME is one or more of
      \(Topic.allCases.map(\.rawValue).joined(separator: " "))
    --json prints one object a line. --trueseal says where the release build of the program is.
    """

  private(set) var topics: [Topic] = []
  private(set) var rounds = 11
  private(set) var wantsJSON = false
  private(set) var wantsHelp = false
  private(set) var program = "Apps/trueseal-cli/.build/release/trueseal"
  /// What a second process of ours is to do.
  private(set) var errand: Errand?

  init(_ arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    if rest.first == Errand.word {
      errand = try Errand(Array(rest.dropFirst()))
      return
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": wantsJSON = true
      case "--help", "-h": wantsHelp = true
      case "--rounds":
        guard let rounds = rest.popFirst().flatMap(Int.init), rounds >= 1 else {
          throw Mistake(description: "--rounds needs a number of 1 or more")
        }
        self.rounds = rounds
      case "--trueseal":
        guard let path = rest.popFirst() else {
          throw Mistake(description: "--trueseal needs a path")
        }
        program = path
      default:
        guard let topic = Topic(rawValue: argument) else {
          throw Mistake(description: "there is no \(argument); try --help")
        }
        topics.append(topic)
      }
    }
    if topics.isEmpty { topics = Topic.allCases }
  }
}
