public import TrueSealSync

/// Two devices of one group on a relay in the same process, with a clock the test moves.
public struct TwoClients: Sendable {
  /// The relay between them.
  public let relay: LoopbackRelay
  /// The clock both live by.
  public let clock: ManualClock
  /// The device that made the group.
  public let first: TrueSeal
  /// The device it admitted.
  public let second: TrueSeal

  /// Opens two devices in folders of their own under `directory` and pairs them.
  ///
  /// - Parameter seed: what their keys and pauses are drawn from.
  /// - Throws: `TrueSealError`, from any of the calls that pair them.
  public static func paired(in directory: String, seed: UInt64) async throws -> TwoClients {
    let relay = LoopbackRelay()
    let clock = ManualClock()
    let first = try await TrueSeal.open(
      parts: relay.parts(
        directory: directory + "/first", clock: clock.clock,
        entropy: ScriptedEntropy(seed: seed).entropy), deviceName: "first")
    let second = try await TrueSeal.open(
      parts: relay.parts(
        directory: directory + "/second", clock: clock.clock,
        entropy: ScriptedEntropy(seed: ~seed).entropy), deviceName: "second")
    let pair = TwoClients(relay: relay, clock: clock, first: first, second: second)
    try await pair.join()
    return pair
  }

  /// Closes both devices.
  public func close() async {
    await first.close()
    await second.close()
  }

  private func join() async throws {
    let events = first.eventStream
    let joined = second.eventStream
    let token = try await first.startPairing()
    try await second.join(token.text)
    for await event in events {
      guard case .joinRequest(let request) = event else { continue }
      try await first.accept(request)
      break
    }
    for await event in joined {
      if case .statusChanged(.member, .joined) = event { break }
    }
  }
}
