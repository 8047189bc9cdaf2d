import Foundation
import TrueSealSync

/// `send()` against one commit of the same rows.
struct SendBench {
  let rounds: Int
  private static let memberCount = 32
  private static let bodyByteCount = 1_024

  /// Where a client begins to count when it opens its store, so that both write rows of one size.
  private static func firstSequence() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  func run(_ tell: (Line) -> Void) async throws {
    let scratch = try Scratch()
    let founded = try scratch.folder("founded")
    try Group.found(memberCount: Self.memberCount, in: founded)
    let body = Prose.body(byteCount: Self.bodyByteCount)
    var client: TrueSeal?

    // A new pair of stores each round, so that the outbox is always about as full.
    let duel = Duel(rounds: rounds, timepiece: .wall, timesPerTurn: 1, turnsPerRound: 40)
    let outcome = try await duel.run {
      await client?.close()
      let ours = try scratch.copy(of: founded, as: "ours")
      client = try await TrueSeal.open(parts: Group.parts(in: ours))
      let plain = try scratch.copy(of: founded, as: "plain")
      try Plain.openOutbox(
        Group.store(in: plain), recipientCount: Self.memberCount - 1,
        bodyByteCount: body.count, lastSequence: Self.firstSequence())
      try await client?.send(body)
      try Plain.sendMessages(1)
    } plain: { times in
      try Plain.sendMessages(times)
    } ours: { times in
      for _ in 0..<times { try await client?.send(body) }
    }
    await client?.close()
    Plain.closeDatabase()
    tell(outcome.line("send to 31 recipients, 1 KiB", unit: .microseconds, goal: .atMost(1.3)))
  }
}
