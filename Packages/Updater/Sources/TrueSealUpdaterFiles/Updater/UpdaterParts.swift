/// What the updater takes from the world: time, chance and the network.
public struct UpdaterParts: Sendable {
  /// The time since some fixed moment; monotonic, and standing still while the device sleeps or not.
  public var now: @Sendable () -> Duration
  /// Returns after a while, or throws when the task is cancelled.
  public var pause: @Sendable (Duration) async throws -> Void
  /// The second since 1970; asked only where signed pointers are demanded (UX-04).
  public var unixSeconds: @Sendable () -> UInt64
  /// Random bytes that nobody can foretell.
  public var random: @Sendable (_ byteCount: Int) -> [UInt8]
  /// Makes one lane for exchanges; nil stands for libcurl.
  package var makeLane: (@Sendable () -> any ExchangeLane)?
  /// Makes the updater's folder; nil stands for the disk.
  package var makeFiles: (@Sendable (_ root: String) -> any FileSystem)?

  /// The device's own.
  public static let live = {
    let start = ContinuousClock.now
    return UpdaterParts(
      now: { ContinuousClock.now - start },
      pause: { try await Task.sleep(for: $0, clock: .continuous) },
      unixSeconds: { DiskFiles.unixSeconds() },
      random: { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      })
  }()
}
