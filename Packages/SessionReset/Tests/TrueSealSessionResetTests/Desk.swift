import TrueSealSessionReset

/// Machines brought to a state by events, with names that are easy to read in a test.
enum Desk {
  static let start: UInt64 = 1_700_000_000_000
  static let minute: UInt64 = 60_000
  static let hour: UInt64 = 3_600_000
  static let day: UInt64 = 86_400_000

  /// The session both have after `settled`.
  static let old = tag(100)
  /// The session the peer's End of `received` leads to.
  static let built = tag(200)

  static func parties(isLower: Bool = true) throws -> Parties {
    try Parties(
      own: Array(repeating: isLower ? 1 : 3, count: 32), peer: Array(repeating: 2, count: 32))
  }

  static func tag(_ number: UInt64) -> SessionTag { SessionTag(number: number) }

  static func id(_ number: UInt128) -> AttemptID { AttemptID(number: number) }

  static func draft(_ number: UInt64) -> Draft {
    Draft(id: id(UInt128(number)), prekey: PrekeyID(number: number))
  }

  /// An End of the peer; its ids begin at 1000.
  static func proposal(
    _ number: UInt64, epoch: UInt64, proof: Proof = .session
  ) -> ResetProposal {
    ResetProposal(
      id: id(UInt128(1_000 + number)), epoch: epoch, prekey: PrekeyID(number: 1_000 + number),
      proof: proof)
  }

  static func fresh(
    isLower: Bool = true, policy: ResetPolicy = ResetPolicy()
  ) throws -> SessionReset {
    SessionReset(parties: try parties(isLower: isLower), policy: policy)
  }

  /// State none at epoch 1, on the session `old`, a day before `start`.
  static func settled(
    isLower: Bool = true, policy: ResetPolicy = ResetPolicy()
  ) throws -> SessionReset {
    var machine = try fresh(isLower: isLower, policy: policy)
    _ = machine.handle(.started(draft(1), by: .user, at: start - day))
    _ = machine.handle(
      .sessionOpened(old, with: PrekeyID(number: 1), attempt: id(1), at: start - day))
    return machine
  }

  /// State initiated with draft 2 for epoch 2, begun at `start`.
  static func initiated(
    isLower: Bool = true, policy: ResetPolicy = ResetPolicy()
  ) throws -> SessionReset {
    var machine = try settled(isLower: isLower, policy: policy)
    _ = machine.handle(.started(draft(2), by: .user, at: start))
    return machine
  }

  /// State received with the peer's End 2 for epoch 2, taken up at `start`.
  static func received(
    isLower: Bool = true, policy: ResetPolicy = ResetPolicy()
  ) throws -> SessionReset {
    var machine = try settled(isLower: isLower, policy: policy)
    _ = machine.handle(.endReceived(proposal(2, epoch: 2), opening: built, at: start))
    return machine
  }

  /// The attempt that runs, which a test knows to run.
  static func running(_ machine: SessionReset) throws -> Attempt {
    guard let attempt = machine.running else { throw Missing() }
    return attempt
  }

  struct Missing: Error {}
}

extension SessionReset {
  /// The same event on a copy, which the test does not need afterwards.
  func answer(to event: Event) -> [Effect] {
    var copy = self
    return copy.handle(event)
  }
}
