extension Membership {
  /// Feeds all that decides how this machine goes on, times as distances from `now`.
  ///
  /// Two machines of one device that feed the same do the same from here on, whatever led to it and
  /// however late it is. With `isSettled` that holds for as long as the receiving line stays open and
  /// its inbox has been found empty. For tools that walk through many courses of events and follow
  /// each state once.
  public func hash(into hasher: inout Hasher, at now: ClockReading, isSettled: Bool) {
    hasher.combine(own)
    hasher.combine(isLeaving)
    // What the ledger believes follows from what it holds, and not from the order (M-22).
    hasher.combine(Set(ledger.held.map(\.hash)))
    hasher.combine(Set(ledger.room.entries.values.map { [$0.manifest.hash, $0.author] }))
    hasher.combine(Set(pending))
    hasher.combine(memory.sent)
    hasher.combine(memory.told)
    // No limit asks whether an exchange is older than this: the last turn to remind waits so long.
    let turns = 1 + ManifestLimits.memberCountMax / ManifestLimits.tellerCountMax
    let oldest = Int64(ManifestLimits.silenceMax) * Int64(turns)
    hasher.combine(
      memory.caughtUp.mapValues { min(oldest, Int64(bitPattern: now.wallClock &- $0)) })
    duties.hash(into: &hasher, at: now.uptime, orphanCount: ledger.orphanCount)
    views.hash(
      into: &hasher, at: now.uptime, isSettled: isSettled && ledger.traced == nil)
  }
}

extension Duties {
  /// Feeds what is noticed, done and counted, times as distances from `uptime`.
  func hash(into hasher: inout Hasher, at uptime: Duration, orphanCount: Int) {
    hasher.combine(drainedAt == nil)
    if drainedAt == nil {
      // All waits begin anew when the inbox is drained.
      hasher.combine(Set(noticedAt.keys))
    } else {
      hasher.combine(dueAt.mapValues { $0 - uptime })
      hasher.combine(noticedAt.mapValues { $0 - uptime })
    }
    hasher.combine(Set(openOrphans))
    hasher.combine(orphanCount - orphansSeen)
    hasher.combine(relayers)
    hasher.combine(passedOn)
    hasher.combine(said)
    hasher.combine(outcomeCounts)
    hasher.combine(relayed)
  }
}

extension Views {
  /// Feeds what was seen, times as distances from `uptime`.
  func hash(into hasher: inout Hasher, at uptime: Duration, isSettled: Bool) {
    hasher.combine(unknown.mapValues { [$0.author] })
    hasher.combine(unknown.mapValues { $0.since - uptime })
    hasher.combine(outdated.mapValues { [$0.view] })
    hasher.combine(outdated.mapValues { $0.since - uptime })
    hasher.combine(answered)
    hasher.combine(leftToOthers)
    hasher.combine(silent)
    // Only who connects asks who knows what is current, or more; and who cannot trace its current.
    if !isSettled { hasher.combine(seen) }
    hasher.combine(nextRound.map { $0 - uptime })
  }
}
