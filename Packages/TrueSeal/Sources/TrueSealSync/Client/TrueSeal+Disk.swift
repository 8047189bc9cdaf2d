internal import TrueSealOutbox
internal import TrueSealStore

/// What the sending side does while the disk refuses: it waits, and loses nothing (S-11).
extension TrueSeal {
  /// Says so once, and tries again after 1 to 30 s for as long as it takes.
  func storeFailed(_ error: StoreError) {
    if pushing.storePause.isFresh { log(.warning, "the outbox waits for the disk: \(error)") }
    guard pushing.retry == nil else { return }
    let pause = pauseAfterStoreFailure()
    let clock = parts.clock
    pushing.retry = Task { [weak self] in
      guard (try? await clock.sleep(pause)) != nil else { return }
      await self?.tryStoreAgain()
    }
  }

  private func pauseAfterStoreFailure() -> Duration {
    let now = parts.clock.now()
    pushing.storePause.begin(at: now, jitter: jitter)
    return (pushing.storePause.end ?? now) - now
  }

  private func tryStoreAgain() {
    pushing.retry = nil
    guard !isClosed else { return }
    if let owed = pushing.owed { settle(owed) }
    let loads = pushing.failedLoads
    pushing.failedLoads = []
    for one in loads { load(one) }
    takeWhatCame()
  }
}
