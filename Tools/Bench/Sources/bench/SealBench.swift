import TrueSealSync

/// Whether sealing uses every core: the whole way from a full outbox to a relay that takes all.
struct SealBench {
  let rounds: Int
  private static let messageCount = 2_000
  private static let bodyByteCount = 61_440
  private static let name = "seal 2,000 bodies of 60 KiB"

  func run(_ tell: (Line) -> Void) throws {
    let scratch = try Scratch()
    let full = try scratch.folder("full")
    try fill(full)
    var (one, all): ([Double], [Double]) = ([], [])
    do {
      for _ in 0..<rounds {
        one.append(try seconds(scratch, full, onOneCore: true))
        all.append(try seconds(scratch, full, onOneCore: false))
      }
    } catch is DecodingError {
      return tell(
        Line(
          Self.name, figureName: "all / one core", figure: nil, goal: .atMost(0.65),
          note: "a process cannot be kept on one core here"))
    }
    tell(
      Line(
        Self.name, unit: "s", plain: Quartiles(one), ours: Quartiles(all),
        figureName: "all / one core", figure: Quartiles(zip(one, all).map { $1 / $0 }),
        goal: .atMost(0.65)))
  }

  private func fill(_ folder: String) throws {
    try Group.found(memberCount: 2, in: folder)
    _ = try Errand.queue(
      directory: folder, count: Self.messageCount, bodyByteCount: Self.bodyByteCount
    ).answer(as: Errand.Growth.self)
  }

  private func seconds(
    _ scratch: Scratch, _ full: String, onOneCore: Bool
  ) throws -> Double {
    let folder = try scratch.copy(of: full, as: "push")
    return try Errand.push(
      directory: folder, count: Self.messageCount, onOneCore: onOneCore
    ).answer(as: Errand.Duration.self).seconds
  }
}
