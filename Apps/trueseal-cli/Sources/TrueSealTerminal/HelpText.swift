/// What `--help` prints.
enum HelpText {
  /// The program's page, or one command's.
  static func page(for verb: Verb?) -> String { verb.map(page) ?? program }

  private static var program: String {
    """
    trueseal: end-to-end encrypted messages between your devices, through a relay that cannot read them.

    usage: trueseal COMMAND [OPTIONS]

    Commands (trueseal COMMAND --help tells more):
    \(lines(Verb.allCases.map { ($0.rawValue, $0.summary) }))

    Of bundles that a phone shows, with commands and options of their own:
      bundle   publish signed releases; trueseal bundle --help tells more
      host     show a channel's bundle as a phone would; trueseal host --help tells more

    Options for all of them, before or after the command; defaults in brackets:
    \(lines(Option.allCases.filter { $0.verbs == nil }.map { ($0.usage, $0.meaning) }))

    Results go to standard output, everything else to standard error.

    Exit codes:
    \(lines(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }))
    """
  }

  private static func page(_ verb: Verb) -> String {
    let operand = verb.operand.map { " \($0)" } ?? ""
    let own = Option.allCases.filter { $0.verbs?.contains(verb) == true }
    let options =
      own.isEmpty ? "" : "\nOptions:\n\(lines(own.map { ($0.usage, $0.meaning) }))\n"
    return """
      trueseal \(verb.rawValue): \(verb.summary).

      usage: trueseal \(verb.rawValue)\(operand) [OPTIONS]

      \(verb.explanation)
      \(options)
      Options that every command takes, and the exit codes, are in trueseal --help.
      """
  }

  private static func lines(_ rows: [(String, String)]) -> String {
    let width = (rows.map { $0.0.count }.max() ?? 0) + 3
    return rows.map { head, meaning in
      "  \(head)\(String(repeating: " ", count: width - head.count))\(meaning)"
    }.joined(separator: "\n")
  }
}
