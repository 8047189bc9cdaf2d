extension SessionReset {
  /// Refuses a record that no run of events leads to.
  func check() throws(SessionResetError) {
    let tags = [active].compactMap(\.self) + archive.map(\.tag) + tombstones.map(\.tag)
    guard Set(tags).count == tags.count else {
      throw SessionResetError(.damaged, "a session is listed twice")
    }
    let prekeys = formers.map(\.prekey.number) + ownPrekey
    guard Set(prekeys).count == prekeys.count, Set(known.map(\.id)).count == known.count,
      Set(brakes.seen).count == brakes.seen.count
    else { throw SessionResetError(.damaged, "something is listed twice") }
    guard highestEpoch <= SessionResetLimits.epochMax, fits else {
      throw SessionResetError(.damaged, "the state contradicts the rest")
    }
  }

  private var ownPrekey: [UInt64] {
    if case .initiated(let attempt) = state { [attempt.prekey.number] } else { [] }
  }

  /// Whether the attempt is one that this state can have.
  private var fits: Bool {
    switch state {
    case .none:
      true
    case .initiated(let attempt):
      attempt.origin == .own && attempt.proof == nil && attempt.epoch > epoch && active == nil
    case .received(let attempt):
      attempt.origin == .peer && attempt.proof != nil && attempt.basis == nil
        && attempt.epoch > epoch && active != nil
        && attempt.pauseCount == 0 && !attempt.isRepeated && !attempt.isStallTold
    }
  }
}
