import Testing

@testable import TrueSealTerminal

@Suite struct `A command line` {
  @Test func `takes options before and after the command`() throws {
    let before = try Command(["--home", "h", "--json", "send", "hi", "--timeout=0.25"])
    let after = try Command(["send", "hi", "--timeout", "0.25", "--json", "--home=h"])
    #expect(before == after)
    #expect(before.verb == .send)
    #expect(before.operand == "hi")
    #expect(before.home == "h")
    #expect(before.isJSON)
    #expect(before.timeoutMilliseconds == 250)
  }

  @Test func `keeps a lone minus, and what stands after two`() throws {
    #expect(try Command(["join", "-"]).operand == "-")
    #expect(try Command(["send", "--", "--json"]).operand == "--json")
    #expect(try Command(["send", ""]).operand == "")
  }

  @Test func `waits thirty seconds unless told otherwise`() throws {
    let plain = try Command(["send", "x"])
    #expect(plain.relayTimeoutMilliseconds == 30_000 && plain.timeoutMilliseconds == nil)
    #expect(plain.waits)
    #expect(plain.mayCompress)
    let told = try Command(["send", "x", "--no-wait", "--no-compression"])
    #expect(!told.waits)
    #expect(!told.mayCompress)
  }

  @Test func `asks for help of all, of one, and for the version`() throws {
    #expect(try Command(["--help"]).wantsHelp)
    #expect(try Command(["help"]).verb == nil)
    #expect(try Command(["help", "send"]).verb == .send)
    #expect(try Command(["send", "--help"]).verb == .send)
    #expect(try Command(["--version"]).wantsVersion)
  }

  @Test(
    arguments: [
      ([], "say what to do"), (["fly"], "fly"), (["status", "now"], "now"), (["send"], "TEXT"),
      (["send", "a", "b"], "quotes"), (["join"], "LINK"), (["--bad"], "--bad"), (["-x"], "-x"),
      (["status", "--exec", "x"], "--exec"), (["send", "x", "--count", "1"], "--count"),
      (["listen", "--count", "0"], "--count"), (["listen", "--count", "-1"], "--count"),
      (["listen", "--count", "99999999999999999999"], "--count"), (["status", "--home"], "--home"),
      (["status", "--home", ""], "--home"), (["status", "--json=1"], "--json"),
      (["send", "x", "--timeout", "1e3"], "--timeout"),
      (["send", "x", "--timeout", ""], "timeout"),
      (["manifest"], "log"), (["manifest", "tree"], "tree"), (["remove"], "MEMBER"),
      (["leave", "now"], "now"), (["leave", "--yes"], "--yes"),
      (["session"], "list"), (["session", "list", "x"], "list"), (["session", "reset"], "MEMBER"),
      (["session", "verify", "a", "b"], "MEMBER"), (["session", "drop", "x"], "verify"),
      (["chat"], "MEMBER"), (["status", "--watch"], "--watch"),
      (["members", "--svg"], "--svg"), (["manifest", "log", "--svg", "--dot"], "exclude"),
      (["manifest", "log", "--svg", "--json"], "exclude"),
      (["listen", "--timeout", "1"], "listen"),
      (["status", "--passphrase", "--store-key-file", "x"], "exclude"),
      (["status", "--passphrase", "--passphrase-fd", "3"], "exclude"),
      (["status", "--passphrase-fd", "-1"], "descriptor"),
      (["status", "--passphrase-fd", "4294967296"], "descriptor"),
      (["status", "--store-key-file", ""], "--store-key-file"),
      (["send", "x", "--timeout", "86401"], "--timeout"), (["status", "--n", "x"], "--n"),
    ] as [([String], String)])
  func `is refused in a sentence that names what is wrong`(words: [String], named: String) {
    let refusal = #expect(throws: Refusal.self) { try Command(words) }
    #expect(refusal?.code == .usage)
    #expect(refusal?.sentence.contains(named) == true, "\(refusal?.sentence ?? "")")
  }

  @Test func `is a command or refused, whatever it holds`() {
    let seed: UInt64 = 9
    var random = SplitMix(seed: seed)
    var verbs: Set<Verb> = []
    var (accepted, refused) = (0, 0)
    for round in 0..<10_000 {
      let words = round.isMultiple(of: 2) ? Self.random(&random) : Self.edited(&random)
      do throws(Refusal) {
        let command = try Command(words)
        accepted += 1
        if let verb = command.verb { verbs.insert(verb) }
        #expect(command.verb != nil || command.wantsHelp || command.wantsVersion)
      } catch {
        refused += 1
        #expect(error.code == .usage, "seed \(seed): \(words)")
      }
    }
    #expect(verbs == Set(Verb.allCases))
    #expect(accepted > 500)
    #expect(refused > 500)
  }

  private static let valid: [[String]] = [
    ["init", "--relay", "trueseal://x", "--name", "n"], ["status", "--json"],
    ["pair", "--accept-first", "--home", "h"], ["join", "tsp1_x", "--no-wait"], ["join", "-"],
    ["members"], ["send", "text", "--timeout", "5"], ["send", "@file", "--no-compression"],
    ["listen", "--exec", "cat", "--count", "3"], ["outbox", "--namespace", "n"], ["doctor"],
    ["remove", "--", "-id"], ["leave", "--timeout", "9"], ["destroy", "--yes"],
    ["chat", "id", "--count", "2"], ["session", "list"], ["session", "reset", "id", "--no-wait"],
    ["session", "verify", "id", "--json"],
    ["members", "--watch"],
    ["manifest", "log", "--svg"], ["manifest", "log", "--dot"], ["manifest", "log"],
    ["pair", "--timeout", "1"], ["join", "-", "--timeout", "2"], ["--help"], ["--version"],
    ["send", "--", "-x"],
  ]
  private static let pieces =
    Option.allCases.map { "--\($0.rawValue)" } + Verb.allCases.map(\.rawValue)
    + [
      "-", "--", "---", "-h", "", "=", "--=", "--home=", "@", "0", "\u{0}", "\n", "é", "--é", ":",
      "?",
    ]

  private static func random(_ random: inout SplitMix) -> [String] {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      if Bool.random(using: &random) { return pieces.randomElement(using: &random) ?? "" }
      let bytes = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// A valid line with one to eight edits: a word set, inserted, deleted, or another line spliced in.
  private static func edited(_ random: inout SplitMix) -> [String] {
    var words = valid.randomElement(using: &random) ?? []
    // Some stay as they are, so that each command is reached.
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      let place = Int.random(in: 0...words.count, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0 where place < words.count: words[place] = pieces.randomElement(using: &random) ?? ""
      case 1: words.insert(pieces.randomElement(using: &random) ?? "", at: place)
      case 2 where place < words.count: words.remove(at: place)
      default: words = Array(words[..<place]) + (valid.randomElement(using: &random) ?? [])
      }
    }
    return words
  }
}
