internal import Synchronization
public import TrueSealUpdater

/// Shows what may be shown, tries what is new, and fetches what is newer: one phone's updater.
///
/// Everything that decides runs on one queue of its own, and nothing there waits for the network.
/// The process that starts the UI first holds the folder's lock until it ends; in any other process
/// a start shows current and changes nothing (UR-48).
public actor Updater {
  private nonisolated let executor = QueueExecutor()
  /// The updater's own queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  nonisolated let settings: UpdaterSettings
  nonisolated let files: any FileSystem
  nonisolated let temporaryNames: TemporaryNames
  nonisolated let stateFile: StateFile
  nonisolated let examiner: Examiner
  /// Turned off when the updater is closed, for work on other threads.
  nonisolated let isOpen = Switch()

  /// Nil until this process holds the lock and has read the state.
  var machine: Activation?
  /// What the state file holds, as far as this process knows.
  var storedBytes: [UInt8]?
  /// Whether an unreadable state file is still in the way of the new one.
  var mustSetAside = false
  var timer: ReadyTimer
  var isForeground = true
  /// Manifests that the latest start has examined.
  var examined: [UInt64: BundleManifest] = [:]
  /// The manifest of a run that has passed check 6, which a cleaning must keep (UR-45).
  var inFlight: BundleManifest?
  var isRunning = false
  var refused = RefusedReleases()
  var savePause = UpdaterLimits.Chosen.savePauseFirst
  var wakeTask: Task<Void, Never>?
  var intervalTask: Task<Void, Never>?
  var saveTask: Task<Void, Never>?
  var dataCleaning: Task<Void, Never>?
  private var lock: OpenFile?
  private var loadCount: UInt64 = 0

  private init(_ settings: UpdaterSettings) {
    self.settings = settings
    timer = ReadyTimer(readyTime: settings.readyTime)
    let root = "\(settings.appSupport)/valence"
    files = settings.parts.makeFiles?(root) ?? DiskFiles(root: root)
    temporaryNames = TemporaryNames(random: settings.parts.random)
    stateFile = StateFile(files: files, temporaryNames: temporaryNames)
    examiner = Examiner(
      verifier: Verifier(host: settings.host, keys: settings.keys),
      store: ContentStore(
        files: files, temporaryNames: temporaryNames, beginDigest: settings.beginDigest),
      manifests: ManifestStore(files: files, temporaryNames: temporaryNames),
      builtIn: settings.builtIn)
  }

  deinit {
    isOpen.turnOff()
    wakeTask?.cancel()
    intervalTask?.cancel()
    saveTask?.cancel()
    if let lock { files.unlock(lock) }
  }

  /// Begins with a folder, and changes nothing in it but to make it and exclude it from backups.
  ///
  /// A folder that cannot be made is no failure: what came with the app can still be shown.
  public static func open(_ settings: UpdaterSettings) -> Updater {
    let updater = Updater(settings)
    try? updater.prepareFolders()
    return updater
  }

  /// Ends what runs and gives the lock back; nothing may be called after it.
  public func close() {
    isOpen.turnOff()
    for task in [wakeTask, intervalTask, saveTask, dataCleaning] { task?.cancel() }
    machine = nil
    if let lock { files.unlock(lock) }
    lock = nil
  }

  /// What is remembered; nil before the first start and in a process that does not hold the lock.
  public var state: Activation.State? { machine?.state }

  nonisolated var now: Duration { settings.parts.now() }

  func nextLoad() -> LoadToken {
    loadCount += 1
    return latestLoad
  }

  /// The load handed out last; only it can be on screen.
  var latestLoad: LoadToken { LoadToken(loadCount) }

  // MARK: The lock and the state

  private nonisolated func prepareFolders() throws(UpdaterFilesError) {
    try files.makeFolder("")
    for folder in [ContentStore.folder, ManifestStore.folder, TemporaryNames.folder] {
      try files.prepareFolder(folder)
    }
    settings.excludeFromBackup(files.absolutePath(of: ""))
  }

  /// Makes this process the one that decides; false if another one is, or the disk does not answer.
  func takeOver() async -> Bool {
    let giveUp = now + UpdaterLimits.lockTime
    while machine == nil, isOpen.isOn {
      do {
        try prepareFolders()
        if let taken = try files.lock("lock") {
          return begin(holding: taken)
        }
      } catch {
        settings.report(.trouble("the lock: \(error)"))
        return false
      }
      guard now < giveUp else { return false }
      guard (try? await settings.parts.pause(UpdaterFilesLimits.lockStep)) != nil else {
        return false
      }
    }
    return machine != nil
  }

  private func begin(holding taken: OpenFile) -> Bool {
    do {
      try TemporaryNames.clear(files)
      machine = try loaded()
      lock = taken
      return true
    } catch {
      files.unlock(taken)
      settings.report(.trouble("the state: \(error)"))
      return false
    }
  }

  /// Goes on from the state file, or anew where there is none (UR-51 to UR-53).
  private func loaded() throws(UpdaterFilesError) -> Activation {
    let builtIn = settings.builtIn?.builtIn
    switch try stateFile.load() {
    case .state(var state, let repairs, let bytes):
      storedBytes = bytes
      for repair in repairs { settings.report(.note(.repaired(repair))) }
      let hasPort = state.port != nil
      if !hasPort { state.port = drawnPort() }
      return Activation(state, isStored: repairs.isEmpty && hasPort, builtIn: builtIn)
    case .missing:
      return Activation(newState(floor: 0), isStored: false, builtIn: builtIn)
    case .unreadable:
      let floor = try examiner.manifests.floor(
        appID: settings.host.appID, keys: settings.keys)
      mustSetAside = true
      settings.report(.trouble("the state file is unreadable and is set aside"))
      return Activation(newState(floor: floor), isStored: false, builtIn: builtIn)
    }
  }

  private func newState(floor: UInt64) -> Activation.State {
    let installID = InstallID(randomBytes: settings.parts.random(16)) ?? .unnamed
    return Activation.State(installID: installID, port: drawnPort(), floor: floor)
  }

  /// A port out of those that may be drawn (UR-55).
  func drawnPort() -> UInt64 {
    let number = settings.parts.random(8).reduce(0) { $0 << 8 | UInt64($1) }
    let ports = UpdaterLimits.ports
    return ports.lowerBound + number % (ports.upperBound - ports.lowerBound + 1)
  }

  /// Writes a state durably; false if the file still says what it said.
  func save(_ state: Activation.State) -> Bool {
    do {
      if mustSetAside { try stateFile.setAside() }
      mustSetAside = false
      storedBytes = try stateFile.save(state, over: storedBytes)
      return true
    } catch {
      settings.report(.trouble("the state cannot be written: \(error)"))
      return false
    }
  }
}
