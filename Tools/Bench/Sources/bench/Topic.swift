/// What can be measured, by the name it is asked for.
enum Topic: String, CaseIterable {
  case crypto, deflate, store, send, queue, seal, start, membership, updater, ratchet, reset, rest,
    large

  /// Measures, and hands out each line as soon as it is known.
  func lines(_ options: Options) -> AsyncThrowingStream<Line, any Error> {
    AsyncThrowingStream { output in
      let work = Task {
        do {
          try await measure(options) { output.yield($0) }
          output.finish()
        } catch {
          output.finish(throwing: error)
        }
      }
      output.onTermination = { _ in work.cancel() }
    }
  }

  private func measure(_ options: Options, _ tell: (Line) -> Void) async throws {
    let rounds = options.rounds
    switch self {
    case .crypto: try await CryptoBench(rounds: rounds).run(tell)
    case .deflate: try await DeflateBench(rounds: rounds).run(tell)
    case .store: try await StoreBench(rounds: rounds).run(tell)
    case .send: try await SendBench(rounds: rounds).run(tell)
    case .queue: try QueueBench().run(tell)
    case .seal: try SealBench(rounds: rounds).run(tell)
    case .membership: try await MembershipBench(rounds: rounds).run(tell)
    case .updater: try await UpdaterBench(rounds: rounds).run(tell)
    case .ratchet: try await RatchetBench(rounds: rounds).run(tell)
    case .reset: try await ResetBench(rounds: rounds).run(tell)
    case .rest: try await RestBench(rounds: rounds).run(tell)
    case .large: try await LargeBench(rounds: rounds).run(tell)
    case .start: try await StartBench(rounds: rounds, program: options.program).run(tell)
    }
  }
}
