extension Activation.State {
  /// Every release the state names, for what must not be removed (U-44).
  public var named: [UInt64] {
    [current, previous, pending, trial].compactMap(\.self)
  }

  /// Whether a release may become current by being newer than all that is held.
  func wants(_ seq: UInt64) -> Bool {
    seq > current ?? 0 && seq >= floor && !bad.contains(seq)
  }

  mutating func dropTrial() {
    trial = nil
    trialFails = 0
    serving = nil
  }

  /// Remembers a release as bad; beyond the limit the lowest other one is forgotten (UR-41).
  ///
  /// That is one below current if there is any, which no pointer can bring back.
  mutating func addBad(_ seq: UInt64) {
    if !bad.contains(seq) { bad = (bad + [seq]).sorted() }
    guard bad.count > UpdaterLimits.badCountMax,
      let lowest = bad.firstIndex(where: { $0 != seq })
    else { return }
    bad.remove(at: lowest)
  }
}
