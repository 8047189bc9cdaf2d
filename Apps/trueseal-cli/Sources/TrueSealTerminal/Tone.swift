/// How much a text stands out on a terminal that has colours.
enum Tone: Equatable, Sendable {
  case plain, strong, faint, warning

  /// What switches it on; empty for plain text.
  var sequence: String {
    switch self {
    case .plain: ""
    case .strong: "\u{1B}[1m"
    case .faint: "\u{1B}[2m"
    case .warning: "\u{1B}[31m"
    }
  }
}
