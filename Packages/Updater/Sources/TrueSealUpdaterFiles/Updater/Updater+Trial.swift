public import TrueSealUpdater

extension Updater {
  /// The entry page of a load starts to load, or fails to: the trial's time begins (U-38, UR-33).
  public func pageStarted(_ token: LoadToken) {
    guard token == latestLoad else { return }
    tell(.pageStarted(at: now))
  }

  /// The page loads its entry once more; the new load replaces the old one (UR-31).
  ///
  /// - Returns: The token that the page's `ready` must carry from now on.
  public func entryReloaded() -> LoadToken {
    let load = nextLoad()
    _ = send(.entryLoaded(load))
    return load
  }

  /// The page of a load has called `app.ready()` (U-39).
  public func ready(_ token: LoadToken) -> ReadyOutcome {
    guard machine != nil else { return .ignored }
    let effects = advance(.ready(token))
    let deeds = perform(effects)
    if deeds.isUnwritten { return .unwritten }
    return effects.isEmpty ? .ignored : .committed
  }

  /// The app leaves the screen: no time passes for the trial, and nothing is looked for.
  public func enteredBackground() {
    isForeground = false
    intervalTask?.cancel()
    tell(.enteredBackground(at: now))
  }

  /// The app is on screen again; a run is begun, if the settings say so (U-01).
  public func enteredForeground() {
    isForeground = true
    tell(.enteredForeground(at: now))
    if settings.checksBySelf { beginRun() }
  }

  // MARK: The timer

  func tell(_ event: ReadyTimer.Event) {
    for effect in timer.handle(event) {
      switch effect {
      case .wake(let time): wake(at: time)
      case .timeOut: timeOut()
      }
    }
  }

  private func wake(at time: Duration) {
    wakeTask?.cancel()
    let parts = settings.parts
    wakeTask = Task { [weak self] in
      guard (try? await parts.pause(time - parts.now())) != nil else { return }
      await self?.clockReached()
    }
  }

  private func clockReached() {
    tell(.clockReached(now))
  }

  private func timeOut() {
    let effects = advance(.timedOut(nextLoad()))
    guard !effects.isEmpty else { return }
    examined = [:]
    let deeds = perform(effects)
    settings.report(deeds.page.map(UpdaterEvent.reload) ?? .reloadNothing)
  }
}
