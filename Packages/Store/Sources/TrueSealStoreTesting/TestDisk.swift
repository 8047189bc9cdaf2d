public import TrueSealStore

/// A disk under a store that fails, tears, lies, stops or loses its power when a test says so.
///
/// It lies below SQLite, on real files, which other disks and the real one may open afterwards. It
/// counts the calls that change something, so that a test can have each of them struck in turn,
/// and every strike, so that a test can say that its fault took place. Nothing is really synced.
/// What the store does without SQLite, such as its lock, is not the disk's.
public final class TestDisk: Sendable {
  private let fileSystem: VFS

  /// A disk without faults, which forgets nothing that is on the real one.
  public init() {
    fileSystem = VFS(over: DiskState())
  }

  private var state: DiskState { fileSystem.disk }

  /// Opens a store as `Database.open` does, on this disk.
  ///
  /// - Throws: `StoreError`.
  public func open(
    directory: String, name: String, schema: Schema, cipher: CellCipher? = nil
  ) throws(StoreError) -> Database {
    try Database.open(
      directory: directory, name: name, schema: schema, cipher: cipher, fileSystem: fileSystem.name
    ) { _ in }
  }

  // MARK: Faults

  /// Plans a fault in place of the one planned before, or none, and counts calls and strikes anew.
  public func plan(_ fault: DiskFault? = nil) { state.plan(fault) }

  /// Lifts the fault that was planned; what was counted stays.
  public func mend() { state.mend() }

  /// Does nothing from now on, as for a process that was killed; another disk finds every write.
  public func stop() { state.stop() }

  /// Takes what was not synced off the real files, and does nothing from now on.
  public func losePower(keeping survival: DiskFault.Survival = .nothing) {
    state.losePower(survival)
  }

  /// The calls that changed or should have changed something, since a fault was last planned.
  public var calls: [DiskCall] { state.calls }

  /// The calls among them, and among reads, that were struck.
  public var strikes: [DiskCall] { state.strikes }

  /// Whether it was stopped, or its power lost.
  public var isOff: Bool { state.isOff }
}
