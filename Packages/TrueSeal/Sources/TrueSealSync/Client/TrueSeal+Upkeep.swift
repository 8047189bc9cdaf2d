internal import TrueSealManifest
internal import TrueSealStore

/// What the client remembers of the time at which the group needs it next.
struct UpkeepState {
  var task: Task<Void, Never>?
  var due: Duration?
  /// For how long this device was away before its inbox was empty, until the machine knows (M-47).
  var absence: UInt64?
}

/// What this device does for the group by itself, when mail has come in or time has passed.
extension TrueSeal {
  /// Has the machine told when its next time comes, or after a pause when the disk refused.
  func scheduleUpkeep(after pause: Duration? = nil) {
    let isOver = joinState == .destroying
    let next =
      pause.map { parts.clock.now() + $0 } ?? (isOver ? nil : membership?.nextWake)
    guard next != upkeep.due || pause != nil else { return }
    upkeep.task?.cancel()
    upkeep.due = next
    upkeep.task = next.map { next in
      let clock = parts.clock
      return Task { [weak self] in
        guard (try? await clock.sleep(max(.zero, next - clock.now()))) != nil else { return }
        await self?.doUpkeep()
      }
    }
  }

  func stopUpkeep() {
    upkeep.task?.cancel()
    upkeep = UpkeepState()
  }

  private func doUpkeep() {
    guard !isClosed, !Task.isCancelled else { return }
    upkeep.task = nil
    upkeep.due = nil
    finishMembership()
    guard membership != nil, ending == nil, joinState != .destroying else { return }
    let absence = upkeep.absence
    attempt { machine, now, sign throws(ManifestError) in
      guard let absence else { return try machine.clockAdvanced(to: now, sign: sign) }
      return try machine.drained(absence: absence, at: now, sign: sign)
    }
  }

  /// Decides what nobody called for, and tries later if that fails.
  private func attempt(_ decision: Decision) {
    do throws(TrueSealError) {
      try decide(by: decision)
      guard upkeep.absence != nil else { return }
      upkeep.absence = nil
      notePresence()
    } catch {
      log(.warning, "what the group needs of this device has to wait: \(error)")
      scheduleUpkeep(after: SyncLimits.upkeepRetryPause)
    }
  }

  // MARK: The inbox

  /// A Receive Session was opened: mail may be coming in.
  func beginDraining() {
    receiving.isDrained = false
    membership?.sessionOpened()
    scheduleUpkeep()
  }

  /// Waits until no message has come for a second and none is in hand (M-14).
  func watchForQuiet(of session: ReceiveSession) async {
    var seen = await session.blobCount
    while !Task.isCancelled {
      guard (try? await parts.clock.sleep(SyncLimits.quietBeforeDrained)) != nil else { return }
      let (count, isEmpty) = (await session.blobCount, await session.isEmpty)
      guard !Task.isCancelled, !isClosed, receiving.session === session else { return }
      if count == seen, isEmpty, !receiving.isTaking { return drained() }
      seen = count
    }
  }

  private func drained() {
    receiving.isDrained = true
    tellDrained()
  }

  /// Tells the machine that the inbox is empty, if it is and there is one.
  func tellDrained() {
    guard receiving.isDrained else { return }
    guard membership != nil, ending == nil, joinState != .destroying else {
      return notePresence()
    }
    upkeep.absence = absence()
    doUpkeep()
  }

  /// For how long this device was without its inbox, in milliseconds (M-47).
  private func absence() -> UInt64 {
    let now = parts.clock.unixMilliseconds()
    let last = try? database.read { transaction throws(StoreError) in
      try PresenceRecord().last(in: transaction)
    }
    guard let last = last.flatMap(\.self) else { return 0 }
    return UInt64(max(0, now - last))
  }

  /// Notes that this device has its inbox, if it does; nothing is lost but time when the disk refuses.
  func notePresence() {
    guard !isClosed, receiving.isDrained, upkeep.absence == nil else { return }
    let now = parts.clock.unixMilliseconds()
    do throws(StoreError) {
      try database.write { transaction throws(StoreError) in
        try PresenceRecord().save(now, in: transaction)
      }
    } catch {
      log(.debug, "the time of the last session was not stored: \(error)")
    }
  }
}
