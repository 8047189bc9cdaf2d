internal import TrueSealConversation
internal import TrueSealManifest
internal import TrueSealStore

/// Forgetting the ids of messages that can no longer come again (S-09).
extension TrueSeal {
  /// Moves the pruning time on, once for each started Receive Session; the first sets it.
  func advancePruningTime() throws(StoreError) {
    let now = parts.clock.unixMilliseconds()
    try database.write { transaction throws(StoreError) in
      let records = HandledRecords()
      let horizon = HandledLifetime.horizon(
        after: try records.horizon(in: transaction), now: now)
      try records.saveHorizon(horizon, in: transaction)
    }
  }

  /// Prunes at open and then hourly, a slice at a time so that no write waits long.
  func keepPruning() async {
    while !isClosed {
      notePresence()
      do {
        try expireHeldSync()
        try forgetConversationsOfGone()
        while try pruneSlice() {
          await Task.yield()
          try foldLog()
          await Task.yield()
        }
      } catch {
        log(.warning, "pruning handled ids stopped: \(error)")
      }
      guard (try? await parts.clock.sleep(SyncLimits.pruningInterval)) != nil else { return }
    }
  }

  /// Prunes one slice; says whether there may be more.
  private func pruneSlice() throws(StoreError) -> Bool {
    guard !isClosed else { return false }
    let now = parts.clock.unixMilliseconds()
    return try database.write { transaction throws(StoreError) in
      try AttemptRecords().prune(
        before: now - SyncLimits.replayWindowMilliseconds, in: transaction)
      let records = HandledRecords()
      guard let horizon = try records.horizon(in: transaction) else { return false }
      // A clock that was far ahead left a horizon there; what the clock now calls young is kept.
      return try records.pruneSlice(before: min(horizon, now), in: transaction)
        == SyncLimits.pruningSliceCount
    }
  }

  /// Folds one slice's pages into the file, which would else wait until the folding of many holds up a commit.
  private func foldLog() throws(StoreError) {
    guard !isClosed else { return }
    try database.foldLog()
  }

  /// Erases the sessions with those who have left: what they said before has had its time (D-11).
  private func forgetConversationsOfGone() throws(StoreError) {
    guard !isClosed, let ledger else { return }
    let gone = try database.read { transaction throws(StoreError) in
      try Conversations.peers(in: transaction).filter { ledger.isGone($0) }
    }
    guard !gone.isEmpty else { return }
    try database.write { transaction throws(StoreError) in
      for peer in gone { try Conversations.forget(peer, in: transaction) }
    }
  }
}
