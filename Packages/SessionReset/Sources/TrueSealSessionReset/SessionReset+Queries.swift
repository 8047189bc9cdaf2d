extension SessionReset {
  /// What a tag stands for.
  public enum Route: Hashable, Sendable {
    /// The session that is sent on.
    case active
    /// A session that is only read.
    case archived
    /// A session that is gone (SK-21).
    case deleted
    /// No session that is remembered.
    case unknown
  }

  /// What the keys named by an opening message are.
  public enum PrekeyUse: Hashable, Sendable {
    /// Those of the attempt that runs.
    case current
    /// Those of one of the last attempts of this device that no longer run.
    case former
    /// Neither, or not for this attempt.
    case unknown
  }

  /// Where a message with this tag belongs (SK-23).
  public func route(_ tag: SessionTag) -> Route {
    if tag == active { return .active }
    if archive.contains(where: { $0.tag == tag }) { return .archived }
    return tombstones.contains { $0.tag == tag } ? .deleted : .unknown
  }

  /// What these keys, used for that attempt, are good for (SK-03, SK-12).
  public func prekeyUse(_ prekey: PrekeyID, for attempt: AttemptID) -> PrekeyUse {
    if case .initiated(let own) = state, own.prekey == prekey, own.id == attempt {
      return .current
    }
    let former = FormerPrekey(prekey: prekey, attempt: attempt)
    return formers.contains(former) ? .former : .unknown
  }

  /// The attempt that runs.
  public var running: Attempt? {
    switch state {
    case .none: nil
    case .initiated(let attempt), .received(let attempt): attempt
    }
  }

  /// The sessions that are only read, the newest first (SK-20).
  public var archived: [SessionTag] { archive.map(\.tag) }

  /// What the last completed reset was proven with; nil when this device began it (SK-31).
  public var proof: Proof? { completed?.proof }

  /// Whether the running attempt can be taken back as long as its End is still unsent (SK-41).
  public var mayCancel: Bool {
    guard case .initiated(let attempt) = state else { return false }
    return !attempt.isRestart && !attempt.isRepeated
  }

  /// When `clockReached` is next worth sending, in Unix milliseconds; nil when nothing waits.
  ///
  /// A clock that was set back shows only at the next look, so look at every start as well.
  public var nextWake: UInt64? {
    var wakes = archive.compactMap { $0.replacedAt?.saturating(adding: policy.graceWindow) }
    if case .initiated(let attempt) = state {
      wakes.append(attempt.dueAt)
      if !attempt.isStallTold {
        wakes.append(attempt.startedAt.saturating(adding: SessionResetLimits.stallPause))
      }
    }
    return wakes.min()
  }

  /// The highest epoch this device knows of.
  var highestEpoch: UInt64 { max(epoch, running?.epoch ?? 0) }

  /// The epoch an attempt of this device must exceed, so that the peer does not insist on one that
  /// waits for the owner here, or was declined.
  var epochFloor: UInt64 {
    max(highestEpoch, held?.epoch ?? 0, known.compactMap(\.declinedEpoch).max() ?? 0)
  }

  /// Whether there is no session that could be lost.
  var isWithoutSession: Bool { active == nil && archive.isEmpty }
}
