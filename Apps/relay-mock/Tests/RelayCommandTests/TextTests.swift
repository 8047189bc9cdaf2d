import RelayMock
import Testing

@testable import relay_mock

@Suite struct `The help text` {
  @Test func `lists every limit that can be set with its default`() {
    let page = HelpText.page
    for (option, value) in [
      ("--envelope-max", "65482"), ("--connections-max", "1000"), ("--handshake-deadline", "10"),
      ("--push-idle", "30"), ("--receive-idle", "75"), ("--write-deadline", "10"),
      ("--receive-port", "7700"), ("--push-port", "7701"), ("--health-port", "7702"),
    ] {
      let line = page.split(separator: "\n").first { $0.contains(option + " ") }
      #expect(line?.hasSuffix("(\(value))") == true, "\(option)")
    }
  }

  @Test func `lists every exit code`() {
    for code in ExitCode.allCases {
      #expect(HelpText.page.contains("  \(code.rawValue)  \(code.meaning)"))
    }
  }

  @Test func `fits a terminal`() {
    for line in HelpText.page.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }
}

@Suite struct `A JSON line` {
  @Test func `keeps the order of its fields and escapes what JSON forbids`() {
    #expect(
      JSONLine.text(["b": .text("a\"\\\u{1}\n"), "a": .number(-1), "n": .null])
        == #"{"b":"a\"\\\u0001\u000a","a":-1,"n":null}"#)
  }
}

@Suite struct `An exit code` {
  @Test func `differs for what a script would do differently about`() {
    #expect(ExitCode(RelayError(.portUnavailable)) == .port)
    #expect(ExitCode(RelayError(.storeInUse)) == .storeInUse)
    #expect(ExitCode(RelayError(.storeTooNew)) == .storeTooNew)
    #expect(ExitCode(RelayError(.storeFull)) == .store)
    #expect(ExitCode(RelayError(.keyMissing)) == .key)
    #expect(ExitCode(RelayError(.invalidSetting)) == .usage)
  }
}
