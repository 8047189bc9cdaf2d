import Foundation

/// How long the program takes to say its version, next to one that does nothing.
struct StartBench {
  let rounds: Int
  let program: String
  private static let name = "trueseal --version"
  private static let goal = Line.Goal.atMost(30)

  func run(_ tell: (Line) -> Void) async throws {
    guard FileManager.default.isExecutableFile(atPath: program) else {
      return tell(
        Line(
          Self.name, figureName: "ms more", figure: nil, goal: Self.goal,
          note: "\(program) is not built; swift build -c release --package-path Apps/trueseal-cli"))
    }
    let duel = Duel(rounds: rounds, timepiece: .wall, timesPerTurn: 1, turnsPerRound: 5)
    let outcome = try await duel.run { times in
      for _ in 0..<times { try start("true") }
    } ours: { times in
      for _ in 0..<times { try start(program) }
    }
    let (plain, ours) = (outcome.plain.map { $0 / 1e6 }, outcome.ours.map { $0 / 1e6 })
    tell(
      Line(
        Self.name, unit: "ms", plain: Quartiles(plain), ours: Quartiles(ours),
        figureName: "ms more", figure: Quartiles(zip(plain, ours).map { $1 - $0 }),
        goal: Self.goal))
  }

  private func start(_ program: String) throws {
    guard Plain.nanosecondsToRun(program, "--version") != nil else {
      throw Plain.Refusal(work: "run \(program)")
    }
  }
}
