/// Whole resets next to the public-key operations they need, and the memory of a long conversation.
struct ResetBench {
  let rounds: Int

  func run(_ tell: (Line) -> Void) async throws {
    let scratch = try Scratch(inMemory: true)
    try await resets(scratch, tell)
    try archive(scratch, tell)
  }

  /// Both sides, over two stores in memory, in processor time: what a disk costs is left out.
  private func resets(_ scratch: Scratch, _ tell: (Line) -> Void) async throws {
    let talk = try Talk(directory: try scratch.folder("talk"))
    try talk.reset()
    let duel = Duel(rounds: rounds, timepiece: .processor, timesPerTurn: 10)
    let outcome = try await duel.run {
      try Plain.reset($0)
    } ours: {
      for _ in 0..<$0 { try talk.reset() }
    }
    tell(
      outcome.line(
        "a whole reset, both sides", unit: .milliseconds, goal: .atMost(1.5),
        note: "C: 17 agreements, 7 key pairs, 3 conversions, 2 signatures, 2 checks"))
  }

  private func archive(_ scratch: Scratch, _ tell: (Line) -> Void) throws {
    let folder = try scratch.folder("archive")
    let stored: (byteCount: Int, count: Int)
    do {
      let talk = try Talk(directory: folder)
      for _ in 0...40 {
        try talk.reset()
        try talk.skip()
      }
      stored = try talk.sessions()
    }
    let growth = try Errand.converse(directory: folder, count: 200).answer(as: Errand.Growth.self)
    let mebibytes =
      Double(growth.residentAfter) / 1_048_576 - Double(growth.residentBefore) / 1_048_576
    tell(
      Line(
        "40 archived sessions, 2,000 keys each", figureName: "MiB", figure: Quartiles([mebibytes]),
        goal: .atMost(8),
        note: "peak while 400 texts pass; \(stored.count) sessions have "
          + "\(stored.byteCount / 1_024) KiB in the store"))
  }
}
