/// What `trueseal bundle --help` prints.
enum BundleHelp {
  static func page(for verb: BundleVerb?) -> String { verb.map(page) ?? all }

  private static var all: String {
    """
    trueseal bundle: signed releases of a web bundle, in a folder any web server can serve.

    usage: trueseal bundle COMMAND [OPTIONS]

    Commands (trueseal bundle COMMAND --help tells more):
    \(lines(BundleVerb.allCases.map { ($0.rawValue, $0.summary) }))

    The usual way:
      trueseal bundle init --app-id com.example.app --key bundle.key
      trueseal bundle release www --key bundle.key --commit 9f2c1e7
      trueseal bundle pull                         what was just released, before phones try it
      trueseal bundle release --again 9f2c1e7 --key bundle.key      back to what was good

    Exit codes are in trueseal --help.
    """
  }

  private static func page(_ verb: BundleVerb) -> String {
    let operand = verb.operand.map { " \($0)" } ?? ""
    let own = BundleOption.allCases.filter { $0.verbs.contains(verb) }
    return """
      trueseal bundle \(verb.rawValue): \(verb.summary).

      usage: trueseal bundle \(verb.rawValue)\(operand) [OPTIONS]

      \(verb.explanation)

      Options; defaults in brackets:
      \(lines(own.map { ($0.usage, $0.meaning) }))
      """
  }

  private static func lines(_ rows: [(String, String)]) -> String {
    let width = (rows.map { $0.0.count }.max() ?? 0) + 3
    return rows.map { head, meaning in
      "  \(head)\(String(repeating: " ", count: width - head.count))\(meaning)"
    }.joined(separator: "\n")
  }
}
