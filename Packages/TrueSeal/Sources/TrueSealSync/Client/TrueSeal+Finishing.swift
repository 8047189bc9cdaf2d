/// Ending between two messages instead of in the middle of one.
extension TrueSeal {
  /// Has no further message handled by this object; what waits in the inbox stays there.
  ///
  /// The message being handled is finished. May be called from inside its handler, and twice.
  public func takeNoFurtherMessage() { receiving.isFinishing = true }

  /// Closes the client once the message being handled, if there is one, is recorded and acknowledged.
  ///
  /// A handler that throws now is not called again; its message stays in the inbox. Waits as long as the handler runs;
  /// called from inside the handler, it returns at once and the client closes when the handler is done.
  public func finish() async {
    takeNoFurtherMessage()
    guard SetHandler.runsFor != ObjectIdentifier(self) else {
      Task.detached { await self.finish() }
      return
    }
    if receiving.isTaking || receiving.isHandling {
      await withCheckedContinuation { receiving.finishers.append($0) }
    }
    close()
  }

  /// Tells those who wait that the blob in hand is done with.
  func blobTaken() {
    receiving.isTaking = false
    handlerReturned()
    finishMembership()
  }

  /// Tells those who wait that nothing is in hand any more, if that is so.
  func handlerReturned() {
    guard !receiving.isTaking, !receiving.isHandling else { return }
    let finishers = receiving.finishers
    receiving.finishers = []
    for finisher in finishers { finisher.resume() }
  }
}
