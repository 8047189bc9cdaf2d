/// What all sessions of one relay share.
struct House: Sendable {
  let settings: RelaySettings
  let commits: CommitQueue
  let doorbells: Doorbells
  let faults: FaultPlan
  private let log: @Sendable (RelayNote) -> Void

  init(
    settings: RelaySettings, commits: CommitQueue, doorbells: Doorbells, faults: FaultPlan,
    log: @escaping @Sendable (RelayNote) -> Void
  ) {
    self.settings = settings
    self.commits = commits
    self.doorbells = doorbells
    self.faults = faults
    self.log = log
  }

  func note(_ note: RelayNote) { log(note) }

  /// Counts an occasion for the faults asked for, and says what goes wrong at it.
  func strike(at point: Fault.Point, key: [UInt8]) -> Fault.Action? {
    let action = faults.strike(at: point, key: key)
    if action != nil { note(.faultStruck(point: point)) }
    return action
  }
}
