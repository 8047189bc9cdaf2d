import TrueSealTerminal
import TrueSealUpdater
import Testing

@testable import TrueSealBundles

@Suite struct `A bundle command line` {
  @Test func `says what a release is to be`() throws {
    let command = try BundleCommand([
      "release", "--seq=7", "www", "--floor", "3", "--urgent", "--entry", "a.html", "--commit",
      "1234567", "--needs-host", "4", "--needs-bridge", "5", "--needs-bucket", "menu=3",
      "--needs-bucket", "news=1", "--rollout", "0", "--channel", "beta", "--valid-days", "9",
    ])
    let wish = try command.wish()
    #expect(wish.seq == 7 && wish.floor == 3 && wish.isUrgent && wish.commit == "1234567")
    #expect(wish.entry == "a.html")
    #expect(
      wish.requirements
        == Requirements(
          host: 4, bridge: 5,
          data: [
            Requirements.Pair(bucket: "menu", schema: 3),
            Requirements.Pair(bucket: "news", schema: 1),
          ]))
    let aim = try command.aim()
    #expect(aim.channel.name == "beta" && aim.rollout == 0 && aim.validDays == 9)
    #expect(command.folder == "releases")
  }

  @Test(
    arguments: [
      ([], "say what"), (["fly"], "fly"), (["build"], "INPUT"), (["release", "a", "b"], "INPUT"),
      (["point"], "SEQ"), (["verify", "x"], "no more"), (["verify", "--key", "k"], "--key"),
      (["build", "x", "--rollout", "1"], "--rollout"), (["release", "--seq", ""], "--seq"),
      (["release", "x", "--seq", "1", "--seq", "2"], "twice"), (["release", "--bad"], "--bad"),
    ] as [([String], String)])
  func `is refused in a sentence that names what is wrong`(words: [String], named: String) {
    let refusal = #expect(throws: Refusal.self) { try BundleCommand(words) }
    #expect(refusal?.code == .usage && refusal?.sentence.contains(named) == true)
  }

  @Test(arguments: [
    ["release", "x", "--rollout", "101"], ["release", "x", "--rollout", "0.1"],
    ["release", "x", "--rollout", "-1"], ["release", "x", "--channel", "Beta"],
    ["release", "x", "--seq", "0"], ["release", "x", "--seq", "9007199254740992"],
    ["release", "x", "--needs-bucket", "menu"], ["release", "x", "--needs-host", "2147483648"],
    ["release", "x", "--valid-days", "0"], ["release", "x", "--draft", "d"], ["release"],
    ["release", "--again", "1234567", "--entry", "a.html"],
    ["release", "--draft", "d", "--urgent"],
  ])
  func `takes no number out of bounds, and one content (UR-08)`(words: [String]) {
    let code = refusalCode {
      let command = try BundleCommand(words)
      _ = try command.wish()
      _ = try command.aim()
      _ = try command.content()
    }
    #expect(code == .usage)
  }

  @Test func `is understood or refused, whatever it holds`() {
    let seed: UInt64 = 11
    var random = Dice(state: seed)
    let pieces =
      BundleOption.allCases.map { "--\($0.rawValue)" } + BundleVerb.allCases.map(\.rawValue)
      + ["-", "--", "", "=", "1", "www", "--seq=2", "\u{0}", "é", "-x"]
    var verbs: Set<BundleVerb> = []
    var refused = 0
    for _ in 0..<10_000 {
      let words = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }
      do throws(Refusal) {
        let command = try BundleCommand(words)
        if let verb = command.verb { verbs.insert(verb) }
        #expect(command.verb != nil || command.wantsHelp, "seed \(seed): \(words)")
      } catch {
        refused += 1
        #expect(error.code == .usage, "seed \(seed): \(words)")
      }
    }
    #expect(verbs == Set(BundleVerb.allCases))
    #expect(refused > 1_000)
  }
}

/// SplitMix64, so that a seed repeats a run.
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }
}
