internal import TrueSealUpdater

/// Downloads one file: at most three attempts, each going on where the last one broke off (UR-21, UR-22).
struct FileDownload: Sendable {
  let bundle: BundleDownload
  let file: BundleFile
  let lane: any ExchangeLane
  let isCancelled: @Sendable () -> Bool

  func run() async throws(RunStop) -> FinishedFile {
    var partial: PartialFile
    do {
      partial = try PartialFile(file, in: bundle.store)
    } catch {
      throw bundle.ioStop(error)
    }
    do throws(RunStop) {
      var pause = UpdaterFilesLimits.retryPauseFirst
      for attempt in 1...UpdaterLimits.transportAttemptCountMax {
        let ending: Exchange.Ending
        (partial, ending) = await perform(partial)
        let isLast = attempt == UpdaterLimits.transportAttemptCountMax
        if try isComplete(&partial, ending, isLast: isLast) { return try close(partial) }
        guard (try? await bundle.settings.parts.pause(pause)) != nil else { break }
        pause *= 2
      }
      throw RunStop(.offline)
    } catch {
      partial.abandon()
      throw error
    }
  }

  private func perform(_ partial: PartialFile) async -> (PartialFile, Exchange.Ending) {
    let exchange = Exchange(
      address: bundle.settings.url.address(of: ContentStore.name(of: file.hash)),
      offset: partial.byteCount, byteCountMax: file.byteCount + 1, deadline: bundle.deadline,
      isSpeedWatched: true, isCancelled: isCancelled)
    let lane = lane
    return await Blocking.run {
      var sink: any ExchangeSink = partial
      let ending = lane.perform(exchange, into: &sink)
      return ((sink as? PartialFile) ?? partial, ending)
    }
  }

  /// Whether the file is there; false if another attempt may bring it.
  private func isComplete(
    _ partial: inout PartialFile, _ ending: Exchange.Ending, isLast: Bool
  ) throws(RunStop) -> Bool {
    if let failure = partial.failure { throw bundle.ioStop(failure) }
    switch ending {
    case .complete where partial.isWhole(): return true
    case .declined where partial.mustRestart, .failed(.status(416)):
      partial.restart()
    case .complete, .cut, .declined:
      // Parts of two different files may have met; whole answers that are wrong are wrong (UR-21).
      guard partial.isResumed, !isLast else { throw RunStop(.file(file.hash)) }
      partial.restart()
    case .failed(.cancelled), .failed(.timedOut): throw RunStop(.offline)
    case .failed(let failure):
      bundle.settings.report(.trouble("\(file.path): \(failure)"))
    }
    if let failure = partial.failure { throw bundle.ioStop(failure) }
    return false
  }

  private func close(_ partial: PartialFile) throws(RunStop) -> FinishedFile {
    do {
      return try partial.finish()
    } catch {
      throw bundle.ioStop(error)
    }
  }
}
