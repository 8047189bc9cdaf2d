internal import TrueSealUpdater

extension Updater {
  /// Decides what to show, without the network: the host's widget is about to load it (U-02, U-28).
  ///
  /// Waits for the lock of another process 200 ms at most. A run is begun beside it, if the settings
  /// say so (U-01).
  ///
  /// - Throws: `UpdaterFilesError`, code `nothingToServe`, for a host without a usable built-in bundle.
  public func uiStart() async throws(UpdaterFilesError) -> Page {
    let page = await takeOver() ? decide() : currentWithoutLock()
    if settings.checksBySelf { beginRun() }
    guard let page else {
      throw UpdaterFilesError(.nothingToServe, "no bundle may be shown")
    }
    return page
  }

  /// Starts the UI once more in this process, if a bundle is pending and no trial runs (U-22, UR-25).
  ///
  /// - Throws: `UpdaterFilesError`, code `nothingToServe`.
  public func applyUpdate() async throws(UpdaterFilesError) -> ApplyOutcome {
    let deeds = send(.applyRequested)
    guard deeds.restarts, let page = decide() else {
      if deeds.restarts { throw UpdaterFilesError(.nothingToServe, "no bundle may be shown") }
      return .refused(deeds.refusal ?? .noPending)
    }
    return .restarted(page)
  }

  /// The steps of a start, with every examination the machine asks for.
  private func decide() -> Page? {
    examined = [:]
    var start = UIStart(load: nextLoad())
    // The machine asks for no bundle twice, and there are five it may ask for.
    for _ in 0...5 {
      let effects = advance(.uiStarted(start))
      guard case .inspect(let subject)? = effects.first else { return perform(effects).page }
      start = start.adding(examine(subject), on: subject)
    }
    return nil
  }

  private func examine(_ subject: Subject) -> Finding {
    let result = examiner.examine(subject)
    if let manifest = result.manifest { examined[manifest.seq] = manifest }
    return result.finding
  }

  /// What another process made current; nothing is written (UR-48).
  private func currentWithoutLock() -> Page? {
    let builtIn = settings.builtIn?.builtIn
    var state = Activation.State(installID: InstallID.unnamed)
    if case .state(let stored, _, _)? = try? stateFile.load() { state = stored }
    var reader = Activation(state, isStored: true, builtIn: builtIn)
    examined = [:]
    return perform(reader.handle(.uiStartedWithoutLock(nextLoad()))).page
  }

  /// The bundle the machine decided on; what came with the app where that cannot be read.
  func page(_ served: Served) -> Page? {
    if case .stored(let seq) = served.source,
      let manifest = examined[seq] ?? examiner.examine(.kept(seq)).manifest
    {
      return Page(served, manifest, store: files, builtIn: settings.builtIn)
    }
    guard let manifest = examiner.builtInManifest() else { return nil }
    return Page(
      served.fromApp, manifest, store: files, builtIn: settings.builtIn)
  }
}
