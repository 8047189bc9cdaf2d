internal import TrueSealUpdater

extension Updater {
  /// What has come of the effects of one event.
  struct Deeds {
    var page: Page?
    var fetch: UInt64?
    var stop: StopReason?
    var refusal: Activation.ApplyRefusal?
    var restarts = false
    var isUnwritten = false
  }

  /// Decides, writes, and carries out what follows.
  func send(_ event: Activation.Event) -> Deeds {
    perform(advance(event))
  }

  /// Decides and writes; nothing without the lock.
  func advance(_ event: Activation.Event) -> [Activation.Effect] {
    guard var next = machine else { return [] }
    let effects = next.advance(by: event, saving: save)
    machine = next
    return effects
  }

  func perform(_ effects: [Activation.Effect]) -> Deeds {
    var deeds = Deeds()
    for effect in effects {
      switch effect {
      case .save, .inspect: break  // `advance` has written, and a start goes on by itself.
      case .serve(let served): deeds.page = page(served)
      case .serveNothing: deeds.page = nil
      case .armTimer: tell(.armed)
      case .disarmTimer: disarm()
      case .collectGarbage(let seqs): clean(keeping: seqs)
      case .fetch(let seq): deeds.fetch = seq
      case .stop(let reason): deeds.stop = reason
      case .announce(let seq): settings.report(.updateReady(seq))
      case .restartUI: deeds.restarts = true
      case .refuse(let refusal): deeds.refusal = refusal
      case .retrySave:
        deeds.isUnwritten = true
        retrySave()
      case .log(let note): settings.report(.note(note))
      }
    }
    return deeds
  }

  private func disarm() {
    wakeTask?.cancel()
    tell(.disarmed)
  }

  // MARK: Writes that failed

  private func retrySave() {
    let parts = settings.parts
    let pause = savePause
    savePause = min(savePause * 2, UpdaterLimits.Chosen.savePauseMax)
    saveTask?.cancel()
    saveTask = Task { [weak self] in
      guard (try? await parts.pause(pause)) != nil else { return }
      await self?.saveAgain()
    }
  }

  private func saveAgain() {
    let deeds = send(.saveRetried)
    if !deeds.isUnwritten { savePause = UpdaterLimits.Chosen.savePauseFirst }
  }

  // MARK: Cleaning

  /// Removes what no kept release needs; whatever fails is left for the next cleaning (U-44, UR-46).
  private func clean(keeping seqs: [UInt64]) {
    do {
      var kept: [BundleManifest] = []
      for seq in seqs {
        guard let stored = try examiner.manifests.read(seq),
          let manifest = try? BundleManifest(decoding: stored.bytes)
        else { continue }
        kept.append(manifest)
      }
      if let manifest = examiner.builtInManifest() { kept.append(manifest) }
      if let inFlight { kept.append(inFlight) }
      let keepSet = KeepSet(kept)
      cleanBuckets(keepSet)
      try examiner.manifests.removeAll(but: keepSet.seqs.union(seqs))
      try examiner.store.removeAll(but: keepSet.files)
    } catch {
      settings.report(.trouble("the cleaning is not complete: \(error)"))
    }
  }

  /// Deletes data that no kept release requires (U-45, UR-47); a run in flight waits for it.
  private func cleanBuckets(_ keepSet: KeepSet) {
    guard let buckets = settings.buckets else { return }
    let before = dataCleaning
    dataCleaning = Task { [weak self] in
      await before?.value
      for pair in await buckets.syncedPairs() {
        guard let self else { return }
        guard await self.releases(pair, keepSet) else { continue }
        do {
          try await buckets.delete(pair)
        } catch {
          await self.failedToDelete(pair, error)
        }
      }
    }
  }

  private func releases(_ pair: Requirements.Pair, _ keepSet: KeepSet) -> Bool {
    keepSet.releases(pair, in: settings.host.buckets)
      && inFlight?.requirements.data.contains(pair) != true
  }

  private func failedToDelete(_ pair: Requirements.Pair, _ error: any Error) {
    settings.report(.trouble("\(pair.bucket) \(pair.schema) cannot be deleted: \(error)"))
  }
}
