extension SessionReset {
  /// Makes the active session one that is only read; an empty slot leaves no trace (SK-20).
  mutating func archiveActive(at now: UInt64) -> [Effect] {
    guard let tag = active else { return [] }
    active = nil
    return archive(tag, at: now)
  }

  /// Puts a session in front of the archive; the oldest goes when there is no room.
  mutating func archive(_ tag: SessionTag, at now: UInt64) -> [Effect] {
    archive.insert(Archived(tag: tag), at: 0)
    guard archive.count > SessionResetLimits.archivedMax else { return [] }
    return [erase(archive.removeLast().tag, at: now)]
  }

  /// Deletes the active session; it was built for an attempt that no longer counts (SK-11).
  mutating func dropActive(at now: UInt64) -> [Effect] {
    guard let tag = active else { return [] }
    active = nil
    return [erase(tag, at: now)]
  }

  /// Deletes what was replaced longer ago than the grace window.
  mutating func clearArchive(at now: UInt64) -> [Effect] {
    let window = policy.graceWindow
    let over = archive.filter { $0.replacedAt.map { !$0.isWithin(window, of: now) } == true }
    archive.removeAll { over.contains($0) }
    return over.map { erase($0.tag, at: now) }
  }

  /// Tombstones older than any message still on its way (SK-21).
  mutating func forgetTombstones(at now: UInt64) {
    tombstones.removeAll {
      $0.deletedAt <= now && now - $0.deletedAt > policy.messageLifetime
    }
  }

  mutating func note(_ attempt: KnownAttempt) {
    known.removeAll { $0.id == attempt.id }
    known.append(attempt)
    if known.count > SessionResetLimits.Chosen.knownAttemptMax { known.removeFirst() }
  }

  private mutating func erase(_ tag: SessionTag, at now: UInt64) -> Effect {
    forgetTombstones(at: now)
    tombstones.append(Tombstone(tag: tag, deletedAt: now))
    if tombstones.count > SessionResetLimits.Chosen.tombstoneMax { tombstones.removeFirst() }
    return .eraseSession(tag)
  }
}
