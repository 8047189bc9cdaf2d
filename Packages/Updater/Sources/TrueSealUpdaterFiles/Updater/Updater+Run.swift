internal import TrueSealUpdater

extension Updater {
  /// Looks once whether there is a newer release, and fetches it (U-01).
  ///
  /// One run at a time: a call during another one returns `busy` at once (UR-14). So does one before
  /// the first start of the UI, and one in a process that does not hold the lock.
  public func check() async -> RunOutcome {
    guard !isRunning, machine != nil, isOpen.isOn else { return .stopped(.busy) }
    isRunning = true
    intervalTask?.cancel()
    let outcome: RunOutcome
    do throws(RunStop) {
      outcome = .pending(try await run())
    } catch {
      outcome = .stopped(error.reason)
    }
    isRunning = false
    inFlight = nil
    settings.report(.runEnded(outcome))
    if settings.checksBySelf { waitForNextRun() }
    return outcome
  }

  func beginRun() {
    Task { [weak self] in _ = await self?.check() }
  }

  /// Half an hour after the end of a run comes the next, if the app is on screen all the time.
  private func waitForNextRun() {
    guard isForeground, isOpen.isOn else { return }
    let parts = settings.parts
    intervalTask = Task { [weak self] in
      guard (try? await parts.pause(UpdaterLimits.checkInterval)) != nil else { return }
      await self?.beginRun()
    }
  }

  // MARK: One run

  private func run() async throws(RunStop) -> UInt64 {
    try writeFirst()
    let deadline = now + UpdaterLimits.runTime
    let isOpen = isOpen
    let network = RunNetwork(
      settings: settings, lane: makeLane(), deadline: deadline, isCancelled: { !isOpen.isOn })
    settings.report(.progress(.pointer))
    let seq = try follow(try await network.pointer())
    settings.report(.progress(.manifest(seq)))
    let received = try await network.manifest(seq)
    let bundle = try await verify(received, seq)
    inFlight = bundle.manifest
    try await download(bundle.manifest, by: deadline)
    try await syncData(bundle.manifest, by: deadline)
    try makePending(bundle)
    return seq
  }

  /// The installation's name is durable before anything goes by it (UR-12); old leftovers go (UR-20).
  private func writeFirst() throws(RunStop) {
    guard let machine else { throw RunStop(.busy) }
    if storedBytes == nil, !save(machine.state) { throw RunStop(.io) }
    do {
      try TemporaryNames.clear(files)
    } catch {
      settings.report(.trouble("\(error)"))
      throw RunStop(.io)
    }
  }

  private nonisolated func makeLane() -> any ExchangeLane {
    settings.parts.makeLane?() ?? Curl(now: settings.parts.now, certificates: settings.certificates)
  }

  private func follow(_ pointer: Pointer) throws(RunStop) -> UInt64 {
    let deeds = send(.pointed(pointer))
    guard let seq = deeds.fetch else { throw RunStop(deeds.stop ?? .busy) }
    guard refused.allows(seq, at: now) else { throw RunStop(.refusedBefore(seq)) }
    return seq
  }

  /// Checks 1 to 6, before the first file is asked for (U-13).
  private func verify(
    _ received: (bytes: [UInt8], signature: [UInt8]), _ seq: UInt64
  ) async throws(RunStop) -> VerifiedBundle {
    guard let state = machine?.state else { throw RunStop(.busy) }
    let verifier = examiner.verifier
    let verdict: Result<VerifiedBundle, Check.Failure> = await Blocking.run {
      do throws(Check.Failure) {
        return .success(
          try verifier.verify(
            received.bytes, signature: received.signature, as: .release(seq: seq, state: state)))
      } catch {
        return .failure(error)
      }
    }
    switch verdict {
    case .success(let bundle): return bundle
    case .failure(let failure):
      refused.refuse(seq, at: now)
      throw RunStop(.check(failure))
    }
  }

  private func download(
    _ manifest: BundleManifest, by deadline: Duration
  ) async throws(RunStop) {
    settings.report(.progress(.comparing(manifest.seq)))
    let isOpen = isOpen
    let download = BundleDownload(
      settings: settings, store: examiner.store, manifest: manifest, deadline: deadline,
      makeLane: { [self] in makeLane() }, isCancelled: { !isOpen.isOn })
    let kept = keptFiles()
    let plan: Result<DownloadPlan, RunStop> = await Blocking.run {
      do throws(RunStop) {
        let plan = try download.compare()
        try download.checkCap(plan, keeping: kept)
        return .success(plan)
      } catch {
        return .failure(error)
      }
    }
    do throws(RunStop) {
      try await download.fetch(try plan.get())
    } catch {
      if case .file = error.reason { refused.refuse(manifest.seq, at: now) }
      throw error
    }
  }

  /// The files of every release that is kept; one that cannot be read counts for nothing.
  private func keptFiles() -> Set<ContentHash> {
    var kept: Set<ContentHash> = []
    for seq in machine?.state.named ?? [] {
      guard let stored = try? examiner.manifests.read(seq),
        let manifest = try? BundleManifest(decoding: stored.bytes)
      else { continue }
      kept.formUnion(manifest.files.map(\.hash))
    }
    if let manifest = examiner.builtInManifest() { kept.formUnion(manifest.files.map(\.hash)) }
    return kept
  }

  /// Every pair, in the manifest's order; the first that cannot be had ends the run (U-19, UR-23).
  private func syncData(
    _ manifest: BundleManifest, by deadline: Duration
  ) async throws(RunStop) {
    let parts = settings.parts
    let cleaning = dataCleaning
    for pair in manifest.requirements.data {
      guard let buckets = settings.buckets else { throw RunStop(.dataUnsynced(pair)) }
      settings.report(.progress(.data(manifest.seq, pair)))
      let isSynced = await Race.result(within: deadline - parts.now(), pause: parts.pause) {
        await cleaning?.value
        if await buckets.hasSynced(pair) { return true }
        return (try? await buckets.sync(pair)) != nil
      }
      guard isSynced == true else { throw RunStop(.dataUnsynced(pair)) }
    }
  }

  /// Manifest and signature are written before the state names them (U-21, UR-15).
  private func makePending(_ bundle: VerifiedBundle) throws(RunStop) {
    guard var probe = machine else { throw RunStop(.busy) }
    if case .stop(let reason)? = probe.handle(.downloaded(bundle.facts)).first {
      throw RunStop(reason)
    }
    do {
      guard try examiner.missing(of: bundle.manifest).isEmpty else { throw RunStop(.superseded) }
      try examiner.manifests.write(bundle)
    } catch let stop as RunStop {
      throw stop
    } catch {
      settings.report(.trouble("\(error)"))
      throw RunStop(.io)
    }
    if let reason = send(.downloaded(bundle.facts)).stop { throw RunStop(reason) }
    refused.forgive(bundle.manifest.seq)
  }
}
