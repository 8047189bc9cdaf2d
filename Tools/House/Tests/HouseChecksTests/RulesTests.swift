import Testing

@testable import HouseChecks

private let page = "Packages/Store/RULES.md"
private let test = "Packages/Store/Tests/TrueSealStoreTests/A.swift"
private let head = "| id | rule | origin | owner |\n|---|---|---|---|\n"

@Suite struct `Rule ids` {
  @Test func `are read out of names`() {
    #expect(RuleID.all(in: "W-34 pads, RL-05 and W-34; SR-129") == ["W-34", "RL-05", "SR-129"])
    #expect(RuleID.all(in: "UC-7 hashes") == ["UC-7"])
  }

  @Test(arguments: [
    "SHA-256", "UTF-8", "W-3", "W-1234", "w-34", "AW-34b", "X-25519", "A-B-12", "W-34-5",
  ])
  func `are not seen in`(text: String) {
    #expect(RuleID.all(in: text).isEmpty)
  }
}

@Suite struct `Tests in source` {
  static let source = """
    import Testing
    @Suite struct `V-01 a file` {
      @Test func `S-02 opens once`() {}
      @Test(.disabled("later"), arguments: [1]) func `S-03 waits`(n: Int) {}
      func helper() { let s = "@Test func `S-09 not me`() {}" }
      struct Inner {
        @Test(arguments: [1, 2])
        func `S-04 reads`(n: Int) async throws {}
      }
    }
    extension `V-01 a file` { @Test func plain() {} }
    """

  @Test func `carry the ids of their suites`() {
    let all = TestCase.all(in: SourceFile(path: test, text: Self.source))
    #expect(
      all.map(\.ids) == [["V-01", "S-02"], ["V-01", "S-03"], ["V-01", "S-04"], ["V-01"]])
    #expect(all.map(\.isDisabled) == [false, true, false, false])
    #expect(all.map(\.line) == [3, 4, 8, 11])
    #expect(all[2].title == "V-01 a file · Inner · S-04 reads")
  }
}

@Suite struct `The book of rules` {
  private func book(_ rows: String, _ tests: String, closed: Set<String> = ["walk"]) -> RuleBook {
    RuleBook(SourceTree([page: head + rows, test: tests]), closed: closed)
  }

  @Test func `puts tests beside rules`() {
    let book = book("| S-02 | One opener. | sync | walk |\n", "@Test func `S-02 opens`() {}")
    #expect(book.findings.isEmpty)
    #expect(book.report == ["S-02  One opener.", "      \(test):1  S-02 opens"])
  }

  @Test func `misses the test of a rule that is due`() {
    let rows = "| S-02 | One opener. | sync | walk (in memory); state (durable) |\n"
    #expect(book(rows, "").findings.map(\.message) == ["S-02 is due and no test carries it"])
    #expect(book(rows, "", closed: ["state"]).findings.count == 1)
    let disabled = "@Test(.disabled()) func `S-02 opens`() {}"
    #expect(book(rows, disabled).findings.count == 1)
  }

  @Test func `waits for a rule that is not due`() {
    let book = book("| S-02 | One opener. | sync | relay |\n", "")
    #expect(book.findings.isEmpty)
    #expect(book.report.last == "      not yet due")
  }

  @Test func `refuses an id on two pages`() {
    let row = "| S-02 | One opener. | sync | relay |\n"
    let other = "Apps/relay-mock/RULES.md"
    let book = RuleBook(SourceTree([page: head + row, other: head + row]))
    #expect(book.findings.map(\.message) == ["S-02 stands in \(other):3 already"])
  }

  @Test func `refuses a test that names a rule of no page`() {
    let book = book("", "@Test func `S-99 opens`() {}")
    #expect(book.findings.map(\.message) == ["no page has the rule S-99 that this test names"])
  }

  @Test(arguments: [
    "| S-2 | a | sync | walk |", "| S-02 | a |", "| S-02 | a | sync | someday |",
    "| S-02 |  | sync | relay |", "| S-02 | a |  | relay |", "| S-02 | a | sync |  |",
  ])
  func `refuses a malformed row`(row: String) {
    #expect(!book(row + "\n", "", closed: []).findings.isEmpty)
  }

  @Test func `draws the same due rules for the same seed`() {
    let rows = (10..<40).map { "| S-\($0) | a | sync | \($0 < 30 ? "walk" : "relay") |\n" }.joined()
    let book = book(rows, "")
    let first = book.pick(10, seed: "oak").map(\.rule.id)
    #expect(first.count == 10 && Set(first).count == 10)
    #expect(first == book.pick(10, seed: "oak").map(\.rule.id))
    #expect(first != book.pick(10, seed: "elm").map(\.rule.id))
    #expect(book.pick(99, seed: "oak").count == 20)
  }
}

@Suite struct `The generator` {
  @Test func `gives the published numbers for the state 1234567`() {
    var generator = SplitMix64(state: 1_234_567)
    #expect(
      (0..<5).map { _ in generator.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func `hashes its seed as FNV-1a does`() {
    var hashed = SplitMix64(seed: "a")
    var stated = SplitMix64(state: 0xaf63_dc4c_8601_ec8c)
    #expect(hashed.next() == stated.next())
  }

  @Test func `stays below its bound and reaches all of it`() {
    var generator = SplitMix64(seed: "x")
    #expect(Set((0..<200).map { _ in generator.number(below: 7) }) == Set(0..<7))
  }
}
