/// Releases that failed a check, and when each may be fetched again; kept in memory only (UR-13).
public struct RefusedReleases: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    var count: Int
    var until: Duration
  }

  private var entries: [UInt64: Entry] = [:]

  /// Begins with none.
  public init() {}

  /// Whether a release may be fetched at this uptime.
  public func allows(_ seq: UInt64, at now: Duration) -> Bool {
    entries[seq].map { now >= $0.until } ?? true
  }

  /// Remembers that a release failed a check; trouble on the way to it does not count.
  public mutating func refuse(_ seq: UInt64, at now: Duration) {
    let count = (entries[seq]?.count ?? 0) + 1
    let pauses = UpdaterLimits.refusedPauses
    let pause = pauses[min(count, pauses.count) - 1]
    if entries[seq] == nil, entries.count >= UpdaterLimits.badCountMax,
      let lowest = entries.keys.min()
    {
      entries[lowest] = nil
    }
    entries[seq] = Entry(count: min(count, pauses.count), until: now + pause)
  }

  /// Forgets a release that passed.
  public mutating func forgive(_ seq: UInt64) {
    entries[seq] = nil
  }
}
