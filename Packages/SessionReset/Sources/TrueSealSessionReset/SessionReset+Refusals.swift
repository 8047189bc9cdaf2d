extension SessionReset {
  /// Judges a message that could not be read; the sessions stay as they are (SR-39, SK-24).
  mutating func refuse(
    _ refusal: Refusal, on tag: SessionTag?, evidence: Evidence, at now: UInt64
  ) -> [Effect] {
    let drop = Effect.drop(.refused(refusal))
    switch refusal {
    case .duplicate, .identityMismatch, .malformed, .sessionDeleted:
      return [drop]
    case .sessionUnknown:
      return [drop] + answerFailure(evidence, isPlain: true, at: now)
    case .tooManySkipped, .badMessage:
      guard tag != nil, tag == active else { return [drop] + repeatEnd(at: now) }
      return [drop]
        + answerFailure(evidence, isPlain: refusal == .tooManySkipped, at: now)
    case .stalePreKey:
      return [drop] + answerFailure(evidence, isPlain: false, at: now)
    }
  }

  /// Out of step at once when it is plain, else after several different failures in a row.
  private mutating func answerFailure(
    _ evidence: Evidence, isPlain: Bool, at now: UInt64
  ) -> [Effect] {
    if case .initiated = state { return repeatEnd(at: now) }
    guard brakes.note(evidence) else { return [] }
    let isOutOfStep = brakes.noteFailure(evidence)
    guard isOutOfStep || (isPlain && state == .none) else { return [] }
    var effects: [Effect] = []
    if brakes.tellsDesync(at: now) { effects.append(.notify(.desync)) }
    if policy.automaticResets, brakes.allowsAutomatic(at: now) {
      effects.append(.startReset(evidence))
    }
    return effects
  }
}
