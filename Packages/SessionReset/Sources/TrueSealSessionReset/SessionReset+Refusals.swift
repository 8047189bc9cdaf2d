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
    case .tooManySkipped:
      return [drop] + answerFailure(evidence, isPlain: tag != nil && tag == active, at: now)
    case .badMessage:
      guard tag != nil, tag == active else { return [drop] + repeatEnd(at: now) }
      return [drop] + answerFailure(evidence, isPlain: false, at: now)
    case .stalePreKey:
      return [drop] + answerFailure(evidence, isPlain: false, at: now)
    }
  }

  /// Out of step at once when it is plain, else after several different failures in a row.
  private mutating func answerFailure(
    _ evidence: Evidence, isPlain: Bool, at now: UInt64
  ) -> [Effect] {
    switch state {
    case .initiated:
      return repeatEnd(at: now)
    case .received:
      return []
    case .none:
      let isNew = brakes.note(evidence)
      guard isNew, isPlain || brakes.noteFailure(evidence) else { return [] }
      var effects: [Effect] = []
      if brakes.tellsDesync(at: now) { effects.append(.notify(.desync)) }
      if policy.automaticResets, brakes.allowsAutomatic(at: now) {
        effects.append(.startReset(evidence))
      }
      return effects
    }
  }
}
