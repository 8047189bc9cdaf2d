internal import Foundation
internal import HouseChecks

/// Checks the house: its style, its imports, its rules and its test runs.
@main
struct Main {
  static let usage = """
    usage: house tidy
           house graph
           house rules [--quiet] [--pick SEED]
           house tally FOLDER EVENTS EXIT-STATUS
           house programs FOLDER

    Run from the root of the repository, or name it in HOUSE_ROOT.
    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let root =
      ProcessInfo.processInfo.environment["HOUSE_ROOT"] ?? FileManager.default.currentDirectoryPath
    do {
      exit(try run(arguments, root: root))
    } catch {
      say("house: \(error)", to: .standardError)
      exit(2)
    }
  }

  private static func run(_ arguments: [String], root: String) throws -> Int32 {
    switch arguments.first {
    case "tidy" where arguments.count == 1:
      return report(Tidy.findings(in: try SourceTree(root: root)), as: "tidy")
    case "graph" where arguments.count == 1: return try graph(root)
    case "rules": return try rules(root, Array(arguments.dropFirst()))
    case "tally" where arguments.count == 4: return try tally(root, arguments)
    case "programs" where arguments.count == 2: return try programs(root, into: arguments[1])
    default:
      say(usage, to: .standardError)
      return 2
    }
  }

  private static func graph(_ root: String) throws -> Int32 {
    let tree = try SourceTree(root: root)
    var dumps: [String: PackageDump] = [:]
    for package in tree.packagePaths {
      let scratch = "\(root)/.out/graph/\(package)"
      dumps[package] = try PackageDump.run(folder: "\(root)/\(package)", scratch: scratch)
    }
    return report(GraphCheck(tree, dumps: dumps).findings(), as: "graph")
  }

  private static func rules(_ root: String, _ options: [String]) throws -> Int32 {
    let book = RuleBook(try SourceTree(root: root))
    switch options {
    case []: book.report.forEach { say($0) }
    case ["--quiet"]: break
    default:
      guard options.count == 2, options[0] == "--pick" else {
        say(usage, to: .standardError)
        return 2
      }
      let picked = book.pick(10, seed: options[1])
      if picked.isEmpty { say("no rule is due yet") }
      for entry in picked {
        say("\(entry.rule.id)  \(entry.rule.sentence)  (\(entry.rule.path):\(entry.rule.line))")
        entry.tests.forEach { say("      \($0.path):\($0.line)  \($0.title)") }
      }
    }
    let proven = book.entries.count { !$0.tests.isEmpty }
    let due = book.entries.count(where: \.isDue)
    say("\(book.entries.count) rules, \(proven) with tests, \(due) due")
    return report(book.findings, as: "rules")
  }

  private static func tally(_ root: String, _ arguments: [String]) throws -> Int32 {
    let tree = try SourceTree(root: root)
    let tests = tree.swiftFiles.filter { $0.isTest && $0.packagePath == arguments[1] }
    let events = FileManager.default.contents(atPath: arguments[2]) ?? Data()
    let tally = Tally(
      RunRecord(events: Array(events)), cases: tests.flatMap(TestCase.all),
      exitStatus: Int(arguments[3]) ?? -1,
      needsPeers: ProcessInfo.processInfo.environment["CI"]?.isEmpty == false)
    tally.problems.forEach { say($0, to: .standardError) }
    say(tally.line)
    return tally.problems.isEmpty ? 0 : 1
  }

  private static func programs(_ root: String, into folder: String) throws -> Int32 {
    let collected = ReadmePrograms(try SourceTree(root: root))
    for (path, text) in collected.files(root: root) {
      let file = URL(fileURLWithPath: folder).appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    collected.programs.forEach { say($0.name) }
    return collected.programs.isEmpty ? 1 : 0
  }

  private static func report(_ findings: [Finding], as verb: String) -> Int32 {
    findings.forEach { say("\($0)") }
    say(findings.isEmpty ? "\(verb): nothing to mend" : "\(verb): \(findings.count) to mend")
    return findings.isEmpty ? 0 : 1
  }

  private static func say(_ line: String, to handle: FileHandle = .standardOutput) {
    try? handle.write(contentsOf: Data((line + "\n").utf8))
  }
}
