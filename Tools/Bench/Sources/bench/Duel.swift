/// Two ways to do the same, measured in turns so that both meet the same noise.
struct Duel {
  /// Which clock says how long something took.
  enum Timepiece {
    /// Processor time of this thread: what others do on the machine hardly shows.
    case processor
    /// Time that passed, waits for the disk included.
    case wall
  }

  let rounds: Int
  let timepiece: Timepiece
  /// How often each side does its work in one turn; nil tries it out.
  var timesPerTurn: Int?
  /// How often the sides take turns in one round.
  var turnsPerRound = 8
  /// About how long one turn takes where `timesPerTurn` is tried out, in nanoseconds.
  static let turnNanoseconds = 6_000_000.0

  /// What one round brought: nanoseconds for each time the work was done.
  struct Outcome {
    var plain: [Double] = []
    var ours: [Double] = []

    /// Our time as seen from C: 1 is level, less is slower.
    var plainToOurs: Quartiles { Quartiles(zip(plain, ours).map { $0 / $1 }) }
    /// Our time in units of C's.
    var oursToPlain: Quartiles { Quartiles(zip(plain, ours).map { $1 / $0 }) }

    func line(_ name: String, unit: Unit, goal: Line.Goal, note: String? = nil) -> Line {
      let (figureName, figure) =
        switch goal {
        case .atLeast: ("C / ours", plainToOurs)
        case .atMost: ("ours / C", oursToPlain)
        }
      return Line(
        name, unit: unit.rawValue, plain: Quartiles(plain.map { $0 / unit.nanoseconds }),
        ours: Quartiles(ours.map { $0 / unit.nanoseconds }), figureName: figureName,
        figure: figure, goal: goal, note: note)
    }
  }

  /// What times are printed in.
  enum Unit: String {
    case microseconds = "us"
    case milliseconds = "ms"

    var nanoseconds: Double { self == .microseconds ? 1_000 : 1_000_000 }
  }

  /// Runs all rounds; `between` puts things back before each, outside the time.
  func run(
    before between: () async throws -> Void = {},
    plain: (Int) async throws -> Void, ours: (Int) async throws -> Void
  ) async throws -> Outcome {
    try await between()
    var times = timesPerTurn ?? 0
    if times == 0 { times = try await tryOut(plain) }
    _ = try await time(ours, max(1, times / 4))
    var outcome = Outcome()
    for _ in 0..<rounds {
      try await between()
      var (plainTime, ourTime) = (0.0, 0.0)
      for turn in 0..<turnsPerRound {
        if turn.isMultiple(of: 2) { plainTime += try await time(plain, times) }
        ourTime += try await time(ours, times)
        if !turn.isMultiple(of: 2) { plainTime += try await time(plain, times) }
      }
      let count = Double(times * turnsPerRound)
      outcome.plain.append(plainTime / count)
      outcome.ours.append(ourTime / count)
    }
    return outcome
  }

  private func tryOut(_ work: (Int) async throws -> Void) async throws -> Int {
    var times = 1
    while true {
      let spent = try await time(work, times)
      if spent > Self.turnNanoseconds / 4 {
        return max(1, Int(Double(times) * Self.turnNanoseconds / spent))
      }
      times *= 4
    }
  }

  private func time(_ work: (Int) async throws -> Void, _ times: Int) async throws -> Double {
    switch timepiece {
    case .processor:
      let began = Plain.threadNanoseconds
      try await work(times)
      return Double(Plain.threadNanoseconds - began)
    case .wall:
      let spent = try await ContinuousClock().measure { try await work(times) }
      return spent / .nanoseconds(1)
    }
  }
}
