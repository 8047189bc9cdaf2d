extension Activation {
  /// What a pointer means for this phone (U-05 to U-09, UR-01 to UR-03).
  mutating func follow(_ pointer: Pointer) -> [Effect] {
    var effects: [Effect] = []
    if let pending = state.pending, pointer.seq < pending {
      effects += dropPending(.pulled)
      effects.insert(.save(state), at: 0)
    }
    return effects + [refusal(of: pointer).map(Effect.stop) ?? .fetch(pointer.seq)]
  }

  /// Why a pointer starts no download; nil if it does.
  private func refusal(of pointer: Pointer) -> StopReason? {
    let seq = pointer.seq
    if seq <= state.current ?? 0 { return .upToDate }
    if state.bad.contains(seq) { return .bad }
    if seq <= state.pending ?? 0 { return .alreadyPending }
    if seq <= state.trial ?? 0 { return .trialRunning }
    guard Rollout.includes(state.installID, seq: seq, percent: pointer.rollout) else {
      return .notInRollout
    }
    return nil
  }

  /// Step 8: the state may have changed since the pointer was read, so all is compared again (UR-15).
  mutating func makePending(_ facts: BundleFacts) -> [Effect] {
    guard state.wants(facts.seq), facts.seq > state.trial ?? 0, facts.seq > state.pending ?? 0
    else { return [.stop(.superseded)] }
    state.pending = facts.seq
    isPendingUrgent = facts.isUrgent
    guard facts.isUrgent, announced.insert(facts.seq).inserted else { return [.save(state)] }
    return [.save(state), .announce(facts.seq)]
  }

  /// The page may apply what is pending, urgent or not, once no trial runs (UR-25).
  func apply() -> [Effect] {
    guard state.pending != nil else { return [.refuse(.noPending)] }
    guard state.trial == nil else { return [.refuse(.trialRunning)] }
    return [.restartUI]
  }

  /// Once the trial that stood in its way has ended, an urgent release is announced again (UR-24).
  mutating func announceAgain() -> [Effect] {
    guard isPendingUrgent, let pending = state.pending, state.wants(pending) else { return [] }
    announced.insert(pending)
    return [.announce(pending)]
  }

  mutating func dropPending(_ reason: Note.DropReason) -> [Effect] {
    guard let pending = state.pending else { return [] }
    clearPending()
    return [.log(.droppedPending(pending, reason))]
  }

  mutating func clearPending() {
    state.pending = nil
    isPendingUrgent = false
  }
}
