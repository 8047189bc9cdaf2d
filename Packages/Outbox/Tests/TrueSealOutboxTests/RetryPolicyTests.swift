import Testing
import TrueSealOutbox

@Suite struct `A retry policy` {
  /// The rule's own words: 1, 2, 4 up to 256, then 300.
  static let seconds: [Int64] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]

  @Test func `D-03 doubles the pause from 1 s up to 300 s`() {
    var pause = Pause(policy: .delivery)
    var lengths: [Duration] = []
    for _ in Self.seconds {
      pause.begin(at: .seconds(1_000), jitter: .none)
      lengths.append((pause.end ?? .zero) - .seconds(1_000))
    }
    #expect(lengths == Self.seconds.map { .seconds($0) })
  }

  @Test func `D-03 doubles the pause before a new session from 1 s up to 30 s`() {
    var pause = Pause(policy: .reconnect)
    var ends: [Duration?] = []
    for _ in 0..<7 {
      pause.begin(at: .zero, jitter: .none)
      ends.append(pause.end)
    }
    #expect(ends == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
  }

  @Test(arguments: [0, 1, 100, 32_768, 65_534, 65_535] as [UInt16])
  func `D-03 lets chance add at most a tenth, and nothing beyond 300 s`(draw: UInt16) {
    for seconds in Self.seconds {
      let base = Duration.seconds(seconds)
      let pause = RetryPolicy.delivery.lengthened(base, by: Jitter(draw: draw))
      #expect(pause >= base)
      #expect(pause <= min(base * 11 / 10, .seconds(300)))
    }
  }

  @Test func `D-03 spreads chance over the whole tenth`() {
    let policy = RetryPolicy.delivery
    #expect(policy.lengthened(.seconds(64), by: .none) == .seconds(64))
    #expect(policy.lengthened(.seconds(64), by: .full) == .milliseconds(70_400))
    let middle = policy.lengthened(.seconds(64), by: Jitter(draw: 32_768))
    #expect(middle > .milliseconds(67_199) && middle < .milliseconds(67_202))
  }

  @Test func `keeps growing when a wait is lifted, and starts over after a success`() {
    var pause = Pause(policy: .delivery)
    pause.begin(at: .zero, jitter: .none)
    #expect(!pause.isOver(at: .milliseconds(999)))
    #expect(pause.isOver(at: .seconds(1)))
    pause.lift()
    #expect(pause.isOver(at: .zero))
    #expect(pause.length == .seconds(2))
    pause.reset()
    #expect(pause.isFresh)
  }

  @Test func `refuses to be without a pause`() async {
    await #expect(processExitsWith: .failure) {
      _ = RetryPolicy(pauseFirst: .zero, pauseMax: .seconds(1))
    }
    await #expect(processExitsWith: .failure) {
      _ = RetryPolicy(pauseFirst: .seconds(2), pauseMax: .seconds(1))
    }
    await #expect(processExitsWith: .failure) {
      _ = RetryPolicy(pauseFirst: .seconds(1), pauseMax: .seconds(1), jitterPerMille: -1)
    }
  }
}
