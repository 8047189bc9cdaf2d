import RelayMock
import Testing
import TrueSealTransport

@testable import relay_mock

@Suite struct `A command line` {
  @Test func `means run with every default when it is empty`() throws {
    let invocation = try Invocation([])
    #expect(invocation.command == .run)
    #expect(invocation.settings == RelaySettings(directory: "relay-mock-data"))
    #expect(invocation.faults.isEmpty && !invocation.isJSON)
  }

  @Test func `sets what it names`() throws {
    let invocation = try Invocation([
      "run", "--data", "/d", "--host=::1", "--advertise", "relay.example", "--receive-port", "1",
      "--push-port=0", "--health-port", "none", "--envelope-max", "16384", "--connections-max",
      "7", "--handshake-deadline", "1.5", "--push-idle", "0.25", "--receive-idle", "3",
      "--write-deadline", "4", "--dev", "--json", "--fault", "push:refuse=10,nth=2", "--fault",
      "answer:withhold",
    ])
    var expected = RelaySettings(directory: "/d")
    expected.host = "::1"
    expected.advertisedHost = "relay.example"
    expected.receivePort = 1
    expected.pushPort = 0
    expected.healthPort = nil
    expected.envelopeByteCountMax = 16_384
    expected.connectionCountMax = 7
    expected.deadlines.handshake = .milliseconds(1_500)
    expected.deadlines.pushIdle = .milliseconds(250)
    expected.deadlines.receiveIdle = .seconds(3)
    expected.deadlines.write = .seconds(4)
    expected.isDevelopment = true
    #expect(invocation.settings == expected)
    #expect(invocation.isJSON)
    #expect(
      invocation.faults == [
        try Fault(.refuse(.inboxFull), at: .push, nth: 2), try Fault(.withhold, at: .answer),
      ])
  }

  @Test(arguments: Invocation.Command.allCases)
  func `names a command`(command: Invocation.Command) throws {
    #expect(try Invocation([command.rawValue]).command == command)
  }

  @Test(arguments: [
    (["--bad"], "unknown or ambiguous option --bad"),
    (["-x"], "unknown option -x"),
    (["--data"], "--data needs a value"),
    (["--data", ""], "--data is empty"),
    (["--dev=1"], "--dev takes no value"),
    (["--receive-port", "65536"], "--receive-port takes a port from 0 to 65535, not “65536”"),
    (["--push-port", "x"], "--push-port takes a whole number, not “x”"),
    (["--push-idle", "1.2345"], "--push-idle takes seconds such as 5 or 0.25, not “1.2345”"),
    (["--fault", "push"], "--fault push: a fault starts with one of "),
    (["dance"], "unknown command “dance”"),
    (["run", "run"], "unknown command “run run”"),
  ])
  func `is refused with a sentence that names the wrong part`(words: [String], sentence: String) {
    let error = #expect(throws: UsageError.self) { try Invocation(words) }
    #expect(error?.description.hasPrefix(sentence) == true, "\(error as Any)")
  }

  @Test func `is understood or refused, never trapped on, whatever it holds`() {
    var random = SeededWords(seed: 0x7002)
    var understoodCount = 0
    var refusedCount = 0
    for _ in 0..<10_000 {
      do throws(UsageError) {
        _ = try Invocation(random.words())
        understoodCount += 1
      } catch {
        #expect(!error.description.isEmpty)
        refusedCount += 1
      }
    }
    #expect(understoodCount > 0 && refusedCount > 0, "seed \(random.seed)")
  }
}

/// Command lines a seed fixes (SplitMix64): random words, and valid ones with edits.
private struct SeededWords: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func words() -> [String] {
    (0..<Int.random(in: 0...3, using: &self)).map { _ in word() }
  }

  private mutating func word() -> String {
    let valid = [
      "run", "address", "--dev", "--json", "--data=x", "--push-idle=2.5", "--push-port=7",
      "--fault=push:cut", "--", "-", "--health-port=none",
    ]
    var bytes = Array((valid.randomElement(using: &self) ?? "").utf8)
    if Bool.random(using: &self) {
      bytes = (0..<Int.random(in: 0...12, using: &self)).map { _ in
        UInt8.random(in: 1 ... .max, using: &self)
      }
    } else {
      for _ in 0..<Int.random(in: 0...8, using: &self) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &self)] = .random(in: 1 ... .max, using: &self)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
