import Testing

@testable import TrueSealUpdater

@Suite struct `The ready timer` {
  /// Arms a timer, starts the page and ticks as it asks to be woken; returns how long it took.
  private func run(
    _ timer: inout ReadyTimer, from start: Duration,
    meanwhile: (inout ReadyTimer, Duration) -> Void = { _, _ in }
  ) -> Duration? {
    _ = timer.handle(.armed)
    guard case .wake(var next)? = timer.handle(.pageStarted(at: start)).first else { return nil }
    for _ in 0..<100 {
      meanwhile(&timer, next)
      let effects = timer.handle(.clockReached(next))
      if effects == [.timeOut] { return next - start }
      guard case .wake(let later)? = effects.first else { return nil }
      next = later
    }
    return nil
  }

  @Test func `U-38 runs out fifteen seconds after the page started`() {
    var timer = ReadyTimer()
    #expect(run(&timer, from: .seconds(100)) == .seconds(15))
    #expect(timer.state == .idle)
    #expect(timer.handle(.clockReached(.seconds(200))).isEmpty)
  }

  @Test func `U-38 takes less where a host gives less, to the millisecond`() {
    var timer = ReadyTimer(readyTime: .milliseconds(2_500))
    #expect(run(&timer, from: .seconds(100)) == .milliseconds(2_500))
  }

  @Test func `UR-33 does not run before the page has started`() {
    var timer = ReadyTimer()
    _ = timer.handle(.armed)
    for second in 0..<100 {
      #expect(timer.handle(.clockReached(.seconds(second))).isEmpty)
    }
    #expect(timer.state == .waiting)
  }

  @Test func `U-38 stands still in the background`() {
    var timer = ReadyTimer()
    _ = timer.handle(.armed)
    _ = timer.handle(.pageStarted(at: .zero))
    for second in 1...14 { _ = timer.handle(.clockReached(.seconds(second))) }
    #expect(timer.handle(.enteredBackground(at: .milliseconds(14_500))).isEmpty)
    #expect(timer.state == .paused(elapsed: .milliseconds(14_500)))
    #expect(timer.handle(.clockReached(.seconds(500))).isEmpty)
    #expect(
      timer.handle(.enteredForeground(at: .seconds(1_000))) == [.wake(at: .milliseconds(1_000_500))]
    )
    #expect(
      timer.handle(.clockReached(.milliseconds(1_000_499))) == [.wake(at: .milliseconds(1_000_500))]
    )
    #expect(timer.handle(.clockReached(.milliseconds(1_000_500))) == [.timeOut])
  }

  @Test func `U-38 begins in the background without running`() {
    var timer = ReadyTimer(isForeground: false)
    _ = timer.handle(.armed)
    #expect(timer.handle(.pageStarted(at: .zero)).isEmpty)
    #expect(timer.handle(.clockReached(.seconds(60))).isEmpty)
    #expect(timer.handle(.enteredForeground(at: .seconds(60))) == [.wake(at: .seconds(61))])
    var later = ReadyTimer()
    _ = later.handle(.enteredBackground(at: .zero))
    _ = later.handle(.armed)
    #expect(later.handle(.pageStarted(at: .zero)).isEmpty)
    _ = later.handle(.enteredForeground(at: .seconds(1)))
    #expect(later.state == .running(elapsed: .zero, since: .seconds(1)))
  }

  @Test func `UR-32 is not restarted by a page that loads itself again and again`() {
    var timer = ReadyTimer()
    let time = run(&timer, from: .zero) { timer, now in
      for _ in 0..<10 { #expect(timer.handle(.pageStarted(at: now)).isEmpty) }
    }
    #expect(time == .seconds(15))
  }

  @Test func `UR-32 counts a second at most for one step, and nothing for a clock that steps back`()
  {
    var timer = ReadyTimer()
    _ = timer.handle(.armed)
    _ = timer.handle(.pageStarted(at: .seconds(10)))
    _ = timer.handle(.clockReached(.seconds(10_000)))
    #expect(timer.state == .running(elapsed: .seconds(1), since: .seconds(10_000)))
    _ = timer.handle(.clockReached(.seconds(5_000)))
    #expect(timer.state == .running(elapsed: .seconds(1), since: .seconds(5_000)))
    // Fourteen such steps more are needed, however far apart.
    for step in 1...13 {
      #expect(timer.handle(.clockReached(.seconds(5_000 + 100 * step))).count == 1)
    }
    #expect(timer.handle(.clockReached(.seconds(9_000))) == [.timeOut])
  }

  @Test func `U-38 may run out on the way to the background`() {
    var timer = ReadyTimer()
    _ = timer.handle(.armed)
    _ = timer.handle(.pageStarted(at: .zero))
    for second in 1...14 { _ = timer.handle(.clockReached(.seconds(second))) }
    #expect(timer.handle(.enteredBackground(at: .seconds(15))) == [.timeOut])
    #expect(!timer.isForeground)
  }

  @Test
  func `UR-31 ends with the showing, and after a commit ten trips to the background start none`() {
    var timer = ReadyTimer()
    _ = timer.handle(.armed)
    _ = timer.handle(.pageStarted(at: .zero))
    _ = timer.handle(.disarmed)
    for trip in 0..<10 {
      #expect(timer.handle(.enteredBackground(at: .seconds(trip * 60))).isEmpty)
      #expect(timer.handle(.enteredForeground(at: .seconds(trip * 60 + 30))).isEmpty)
      #expect(timer.handle(.pageStarted(at: .seconds(trip * 60 + 31))).isEmpty)
      #expect(timer.handle(.clockReached(.seconds(trip * 60 + 59))).isEmpty)
    }
    #expect(timer.state == .idle)
  }
}
