import TrueSealTransport

/// What becomes of a batch of pushes, given what the store does with those it is asked to hold.
enum Admission {
  /// Walks the pushes in order and applies W-20: behind a refusal for now, every later push for
  /// that recipient on the same session gets the same code.
  ///
  /// Changes nothing, so that it can be asked again when the commit fails.
  static func verdicts(for pushes: [CommitQueue.Push], storing outcome: Verdict) -> [Verdict] {
    var refusals: [ObjectIdentifier: Refusals] = [:]
    return pushes.map { push in
      let lane = ObjectIdentifier(push.lane)
      let known = refusals[lane] ?? push.lane.refusals
      if let code = known.code(for: push.recipient) { return .refused(code) }
      let verdict = push.refusal.map(Verdict.refused) ?? outcome
      if case .refused(let code) = verdict {
        refusals[lane, default: known].note(code, for: push.recipient)
      }
      return verdict
    }
  }
}
