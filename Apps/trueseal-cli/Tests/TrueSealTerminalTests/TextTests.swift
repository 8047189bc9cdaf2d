import Testing
import TrueSealSync

@testable import TrueSealTerminal

@Suite struct `Text of others` {
  @Test(
    arguments: [
      ("plain ä 👩‍👩‍👧", "plain ä 👩‍👩‍👧"), ("\u{1B}[31mred", "\\u{1b}[31mred"),
      ("a\nb\r\tc", "a\\nb\\r\\tc"),
      ("\u{202E}gpj.exe", "\\u{202e}gpj.exe"), ("\u{9B}31m", "\\u{9b}31m"), ("\u{7F}", "\\u{7f}"),
      ("\u{2028}", "\\u{2028}"), ("\u{0}", "\\u{0}"),
    ]) func `cannot steer a terminal`(text: String, shown: String)
  {
    #expect(Harmless.text(text) == shown)
  }
}

@Suite struct `Exit codes` {
  /// The documented numbers, by hand; they never change.
  static let table: [(TrueSealError, Int32)] = [
    (.invalidRelayAddress, 10), (.invalidNamespace, 11), (.storage(.full), 12),
    (.storage(.unreadable), 12), (.storage(.inUse), 12), (.storage(.damaged), 12),
    (.storage(.wrongKey), 12), (.storage(.io), 12), (.closed, 13), (.notMember(.notJoined), 14),
    (.notMember(.pendingJoin), 14), (.alreadyInGroup, 15), (.invalidPairingToken, 16),
    (.pairingClosed, 17), (.groupFull(max: 32), 18), (.memberNotFound, 19),
    (.payloadTooLarge(max: 9), 20), (.messageHandlerAlreadySet, 21), (.storeTooNew, 22),
  ]

  @Test(arguments: table) func `are one for each error`(error: TrueSealError, code: Int32) {
    let refusal = Refusal(error)
    #expect(refusal.code.rawValue == code)
    #expect(refusal.sentence.count > 15)
    #expect(!refusal.sentence.contains("TrueSealError"))
  }

  @Test func `are all on the help page, and so are the commands and options`() {
    let page = HelpText.page(for: nil)
    for code in ExitCode.allCases {
      #expect(page.contains("\n  \(code.rawValue) "))
      #expect(page.contains(code.meaning))
    }
    for verb in Verb.allCases {
      #expect(page.contains("\n  \(verb.rawValue) "))
      for option in Option.allCases where option.verbs?.contains(verb) == true {
        #expect(HelpText.page(for: verb).contains(option.usage))
      }
    }
  }
}
