import Testing

@testable import HouseChecks

@Suite struct `A tally` {
  static let suite = "StoreTests.`A file`"
  static let path = "Packages/Store/Tests/StoreTests/A.swift"
  static let cases = TestCase.all(
    in: SourceFile(path: path, text: "@Suite struct `A file` { @Test func opens() {} }"))

  private static func declared(_ id: String, _ kind: String = "function") -> String {
    "{\"kind\":\"test\",\"payload\":{\"id\":\"\(id)\",\"kind\":\"\(kind)\"}}"
  }

  private static func event(_ kind: String, _ id: String = "", _ symbol: String = "pass") -> String
  {
    """
    {"kind":"event","payload":{"kind":"\(kind)","testID":"\(id)",\
    "messages":[{"symbol":"\(symbol)","text":"said"}]}}
    """
  }

  private static func test(_ name: String, _ symbol: String = "pass") -> [String] {
    let id = suite + "/\(name)()"
    return [declared(id), event("testStarted", id), event("testEnded", id, symbol)]
  }

  private func tally(
    _ lines: [String], exitStatus: Int = 0, needsPeers: Bool = false, complete: Bool = true
  ) -> Tally {
    let all =
      [Self.declared(Self.suite, "suite")] + lines + (complete ? [Self.event("runEnded")] : [])
    return Tally(
      RunRecord(events: Array(all.joined(separator: "\n").utf8)), cases: Self.cases,
      exitStatus: exitStatus, needsPeers: needsPeers)
  }

  @Test func `counts what passed, failed and was skipped`() {
    let skipped = [
      Self.declared("StoreTests.c()"), Self.event("testSkipped", "StoreTests.c()", "skip"),
    ]
    let tally = tally(Self.test("a") + Self.test("b", "fail") + skipped, exitStatus: 1)
    #expect(tally.line == "1 1 1")
    #expect(tally.problems.count == 1)
  }

  @Test func `is clean for a clean run`() {
    let tally = tally(Self.test("a") + Self.test("b", "passWithKnownIssue"))
    #expect(tally.line == "2 0 0")
    #expect(tally.problems.isEmpty)
  }

  @Test func `fails when the process ended in the middle of a test`() {
    let id = Self.suite + "/b()"
    let lines =
      Self.test("a") + [Self.declared(id), Self.event("testStarted", id), "{\"kind\":\"ev"]
    let tally = tally(lines, exitStatus: 139, complete: false)
    #expect(tally.line == "1 1 0")
    #expect(tally.problems.contains("\(id) started and never ended"))
    #expect(tally.problems.contains("the test process ended before its closing line"))
  }

  @Test func `fails when nothing ran`() {
    #expect(tally([]).line == "0 1 0")
    #expect(tally([]).problems == ["none of the suites of StoreTests ran"])
  }

  @Test func `fails when another package's suites ran`() {
    let id = "OutboxTests.`A lane`/a()"
    let lines = [Self.declared(id), Self.event("testStarted", id), Self.event("testEnded", id)]
    #expect(tally(lines).line == "1 1 0")
    #expect(tally(lines).problems == ["none of the suites of StoreTests ran"])
  }

  @Test func `fails for an exit status that no test explains`() {
    #expect(tally(Self.test("a"), exitStatus: 1).line == "1 1 0")
  }

  @Test func `fails for a skipped peer test where peers are needed`() {
    let id = Self.suite + "/peerPairs()"
    let lines = Self.test("a") + [Self.declared(id), Self.event("testSkipped", id, "skip")]
    #expect(tally(lines).line == "1 0 1")
    #expect(tally(lines, needsPeers: true).line == "1 1 0")
  }

  @Test func `repeats where an expectation failed`() {
    let id = Self.suite + "/a()"
    let issue = """
      {"kind":"event","payload":{"kind":"issueRecorded","testID":"\(id)","issue":{"isKnown":false,\
      "sourceLocation":{"fileID":"StoreTests/A.swift","line":7}},"messages":[{"text":"1 == 2"}]}}
      """
    let lines = [Self.declared(id), Self.event("testStarted", id), issue]
    let tally = tally(lines + [Self.event("testEnded", id, "fail")], exitStatus: 1)
    #expect(tally.problems == ["\(id)\n    StoreTests/A.swift:7: 1 == 2"])
  }
}
