internal import TrueSealOutbox
internal import TrueSealStore
internal import TrueSealTransport

/// The Push Session the mail room asks for.
extension TrueSeal {
  func openPushSession() {
    pushing.generation += 1
    let generation = pushing.generation
    let connect = parts.connectPush
    Task {
      do throws(LinkError) {
        let link = try await connect()
        await self.pushSessionOpened(link, generation)
      } catch {
        await self.pushSessionFailed(error, generation)
      }
    }
  }

  private func pushSessionOpened(_ link: any Link, _ generation: Int) async {
    guard generation == pushing.generation, !isClosed else { return link.close() }
    pushing.pipe = PushPipe(
      link: link,
      onFailure: { [weak self] id in await self?.entryFailed(id, generation) },
      onLoss: { [weak self] in await self?.pushSessionEnded(generation) })
    Task { await self.readAnswers(from: link, generation) }
    take(.opened(at: moment))
  }

  private func pushSessionFailed(_ error: LinkError, _ generation: Int) async {
    guard generation == pushing.generation, !isClosed else { return }
    log(.debug, "no Push Session: \(error)")
    take(.lost(at: moment, jitter: jitter))
    guard error.code == .versionUnsupported else { return }
    // Everything stays queued; the answer was not authenticated, so the relay is asked again (W-11).
    take(.stopped)
    guard (try? await parts.clock.sleep(SyncLimits.unsupportedRelayPause)) != nil else { return }
    take(.reconnected(at: moment))
  }

  private func pushSessionEnded(_ generation: Int) {
    guard generation == pushing.generation, !isClosed else { return }
    pushing.pipe?.close()
    pushing.pipe = nil
    take(.lost(at: moment, jitter: jitter))
  }

  private func entryFailed(_ id: Entry.ID, _ generation: Int) {
    guard generation == pushing.generation else { return }
    take(.unsealable(id, at: moment))
  }

  private nonisolated func readAnswers(from link: any Link, _ generation: Int) async {
    while let frame = try? await link.receive() {
      switch frame {
      case .ack: await answered(.accepted, generation)
      case .error(let code):
        await answered(.refused(Refusal(rawValue: code.rawValue)), generation)
      case .push, .deliver, .heartbeat, .deliverAck:
        return await pushSessionEnded(generation)
      }
    }
    await pushSessionEnded(generation)
  }

  /// Notes an answer; those that come in one burst are taken together, and share one commit.
  private func answered(_ answer: MailRoom.Answer, _ generation: Int) {
    guard generation == pushing.generation, !isClosed else { return }
    pushing.events.append(.answered(answer, at: moment, jitter: jitter))
    guard pushing.events.count == 1 else { return }
    Task { self.takeWhatCame() }
  }

  func wake(at uptime: Duration) {
    pushing.wake?.cancel()
    let clock = parts.clock
    pushing.wake = Task { [weak self] in
      let wait = uptime - clock.now()
      guard (try? await clock.sleep(max(.zero, wait))) != nil else { return }
      await self?.timeCame()
    }
  }

  private func timeCame() { take(.clockReached(moment)) }

  // MARK: Bodies that were sent

  /// Sees to it that deleted bodies are in no file a second later (S-08).
  func scheduleTruncation() {
    guard pushing.truncation == nil else { return }
    let clock = parts.clock
    pushing.truncation = Task { [weak self] in
      guard (try? await clock.sleep(SyncLimits.quietBeforeTruncation)) != nil else { return }
      await self?.truncateLog()
    }
  }

  private func truncateLog() {
    pushing.truncation = nil
    guard !isClosed else { return }
    do {
      try database.truncateLog()
    } catch {
      log(.warning, "the log file could not be truncated: \(error)")
      scheduleTruncation()
    }
  }
}
