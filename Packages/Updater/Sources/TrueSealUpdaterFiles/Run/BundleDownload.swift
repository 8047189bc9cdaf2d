internal import TrueSealUpdater

/// Brings the files that a release lacks into the store.
struct BundleDownload: Sendable {
  let settings: UpdaterSettings
  let store: ContentStore
  let manifest: BundleManifest
  let deadline: Duration
  let makeLane: @Sendable () -> any ExchangeLane
  let isCancelled: @Sendable () -> Bool

  /// Hashes what the store has, removes what is wrong, and says what is missing (UR-19).
  ///
  /// Blocks.
  func compare() throws(RunStop) -> DownloadPlan {
    var present: Set<ContentHash> = []
    var seen: Set<ContentHash> = []
    do {
      for file in manifest.files where seen.insert(file.hash).inserted {
        if isCancelled() { throw RunStop(.offline) }
        if try store.has(file), try store.isIntact(file) {
          present.insert(file.hash)
        } else {
          try store.discard(file.hash)
        }
      }
    } catch let stop as RunStop {
      throw stop
    } catch {
      throw ioStop(error)
    }
    return DownloadPlan(manifest) { present.contains($0.hash) }
  }

  /// Refuses what is more than the app allows, before the first file is asked for (U-16, UR-16).
  ///
  /// Blocks.
  func checkCap(_ plan: DownloadPlan, keeping kept: Set<ContentHash>) throws(RunStop) {
    let unreferenced: UInt64
    do {
      unreferenced = try store.unreferencedByteCount(
        keeping: kept.union(manifest.files.map(\.hash)))
    } catch {
      throw ioStop(error)
    }
    guard plan.fits(cap: settings.missingByteCountMax, unreferenced: unreferenced) else {
      throw RunStop(.overCap)
    }
  }

  /// Downloads what is missing, some files at a time (UX-02).
  func fetch(_ plan: DownloadPlan) async throws(RunStop) {
    let queue = DownloadQueue(plan.missing)
    let laneCount = min(max(settings.downloadCountMax, 1), plan.missing.count)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<laneCount {
        group.addTask { await work(queue, plan.byteCount) }
      }
    }
    // What has come whole is kept, also when another file has not.
    let rest = queue.rest()
    await adopt(rest, queue)
    if let stop = queue.stop { throw stop }
  }

  private func work(_ queue: DownloadQueue, _ total: UInt64) async {
    let lane = makeLane()
    while let file = queue.next() {
      do throws(RunStop) {
        let finished = try await FileDownload(
          bundle: self, file: file, lane: lane, isCancelled: { isCancelled() || queue.stop != nil }
        ).run()
        let (done, batch) = queue.finish(finished)
        settings.report(.progress(.files(manifest.seq, byteCount: done, of: total)))
        await adopt(batch, queue)
      } catch {
        queue.fail(error)
      }
    }
  }

  private func adopt(_ batch: [FinishedFile], _ queue: DownloadQueue) async {
    guard !batch.isEmpty else { return }
    await Blocking.run {
      do {
        try store.adopt(batch)
      } catch {
        for file in batch { try? store.files.remove(file.temporary) }
        queue.fail(ioStop(error))
      }
    }
  }

  func ioStop(_ error: any Error) -> RunStop {
    settings.report(.trouble("\(error)"))
    return RunStop(.io)
  }
}
