/// An open store: its statements, and the one transaction that may be running.
final class Connection {
  /// What a transaction may do.
  enum Purpose { case reading, writing, noting }

  let sqlite: SQLite
  var memory = Memory()
  /// How cells are sealed; nil where they are not.
  var seal: StoreSeal?
  private var cache = StatementCache()
  private let beginReading: Prepared
  private let beginWriting: Prepared
  private let commit: Prepared
  private let rollBack: Prepared
  private var purpose = Purpose.reading
  private var waitsForDisk = true
  /// The failure that ended the running transaction; whatever follows in it fails alike.
  private var lost: StoreError?
  /// The failure after which a transaction could not be ended; nothing is begun any more.
  private var broken: StoreError?

  init(_ sqlite: SQLite) throws(StoreError) {
    self.sqlite = sqlite
    (beginReading, beginWriting, commit, rollBack) = try sqlite.privileged {
      () throws(StoreError) in
      (
        try sqlite.prepare("BEGIN"), try sqlite.prepare("BEGIN IMMEDIATE"),
        try sqlite.prepare("COMMIT"), try sqlite.prepare("ROLLBACK")
      )
    }
  }

  /// Runs `body` in a transaction; an error of any kind undoes all of it and is passed on.
  func transact<Result, Failure: Error>(
    _ purpose: Purpose, failing wrap: (StoreError) -> Failure,
    _ body: (borrowing Transaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let broken { throw wrap(broken) }
    self.purpose = purpose
    lost = nil
    do {
      if purpose != .reading { try waitForDisk(purpose == .writing) }
      try control(purpose == .reading ? beginReading : beginWriting)
    } catch {
      throw wrap(error)
    }
    do throws(Failure) {
      let result = try body(Transaction(self))
      if let lost { throw wrap(lost) }
      do { try control(commit) } catch { throw wrap(error) }
      return result
    } catch {
      undo()
      throw error
    }
  }

  /// Writes the version, as part of the running transaction or not at all.
  func setVersion(_ version: Int) throws(StoreError) {
    if let lost { throw lost }
    try sqlite.execute("PRAGMA user_version = \(version)")
  }

  /// Writes the mark of the key, as part of the running transaction or not at all.
  func setMark(_ mark: UInt32) throws(StoreError) {
    if let lost { throw lost }
    try sqlite.execute("PRAGMA application_id = \(Int32(bitPattern: mark))")
  }

  /// Takes a statement out of the cache, or compiles it.
  func take(_ sql: String) throws(StoreError) -> Prepared {
    if let kept = cache.take(sql) { return try permitted(kept) }
    let prepared = try sqlite.prepare(sql)
    prepared.isTaken = true
    return try permitted(prepared)
  }

  func giveBack(_ prepared: Prepared) {
    cache.giveBack(prepared)
  }

  /// Runs a statement to its end and says how many rows it changed.
  func run(_ prepared: Prepared, _ values: [Value]) throws(StoreError) -> Int {
    let before = sqlite.changedRowCountEver
    try forEachStep(prepared, values, failing: { $0 }) { () throws(StoreError) in true }
    return sqlite.changedRowCountEver == before ? 0 : sqlite.changedRowCount
  }

  /// Calls `body` at each row until it says false.
  func forEachStep<Failure: Error>(
    _ prepared: Prepared, _ values: [Value], failing wrap: (StoreError) -> Failure,
    _ body: () throws(Failure) -> Bool
  ) throws(Failure) {
    try prepared.binding(values, failing: wrap) { () throws(Failure) in
      while try advance(prepared, failing: wrap) {
        guard try body() else { return }
      }
    }
  }

  private func advance<Failure: Error>(
    _ prepared: Prepared, failing wrap: (StoreError) -> Failure
  ) throws(Failure) -> Bool {
    if let lost { throw wrap(lost) }
    defer { memory.forget(prepared.footprint) }
    do {
      return try prepared.step()
    } catch {
      if !sqlite.isInTransaction { lost = error }
      throw wrap(error)
    }
  }

  private func permitted(_ prepared: Prepared) throws(StoreError) -> Prepared {
    guard purpose != .reading || prepared.isReadOnly else {
      giveBack(prepared)
      throw StoreError(.misuse, "a write while reading")
    }
    return prepared
  }

  /// Has commits wait until the disk has them, or only until the system has.
  ///
  /// With NORMAL the log is still synced before it is folded into the file, so a power cut loses
  /// the last commits and never breaks the file. Source: SQLite's documentation of `synchronous`.
  private func waitForDisk(_ waits: Bool) throws(StoreError) {
    guard waits != waitsForDisk else { return }
    _ = try sqlite.execute("PRAGMA synchronous = \(waits ? "FULL" : "NORMAL")")
    waitsForDisk = waits
  }

  /// Ends a failed transaction; the failure that led here is the one the caller must see.
  private func undo() {
    memory = Memory()
    guard sqlite.isInTransaction else { return }
    do { try control(rollBack) } catch { broken = error }
  }

  private func control(_ prepared: Prepared) throws(StoreError) {
    try sqlite.privileged { () throws(StoreError) in _ = try prepared.step() }
    prepared.reset()
  }
}
