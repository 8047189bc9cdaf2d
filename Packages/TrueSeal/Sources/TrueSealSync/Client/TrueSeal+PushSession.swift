internal import TrueSealOutbox
internal import TrueSealStore
internal import TrueSealTransport

/// The Push Session the mail room asks for.
extension TrueSeal {
  func openPushSession() {
    pushing.generation += 1
    let generation = pushing.generation
    let connect = parts.connectPush
    pushing.session?.cancel()
    pushing.session = Task {
      do throws(LinkError) {
        let link = try await connect()
        await self.pushSessionOpened(link, generation)
      } catch {
        self.pushSessionFailed(error, generation)
      }
    }
  }

  private func pushSessionOpened(_ link: any Link, _ generation: Int) async {
    guard generation == pushing.generation, !isClosed else { return link.close() }
    pushing.pipe = PushPipe(
      link: link, versions: parts.endToEnd,
      onFailure: { [weak self] id in await self?.entryFailed(id, generation) },
      onLoss: { [weak self] in await self?.pushSessionEnded(generation) })
    Task(priority: .medium) { await self.readAnswers(from: link, generation) }
    take(.opened(at: moment))
  }

  private func pushSessionFailed(_ error: LinkError, _ generation: Int) {
    guard generation == pushing.generation, !isClosed else { return }
    log(.debug, "no Push Session: \(error)")
    take(.lost(at: moment, jitter: jitter))
    guard error.code == .versionUnsupported else { return }
    // Everything stays queued; the answer was not authenticated, so the relay is asked again (W-11).
    take(.stopped)
    let clock = parts.clock
    pushing.session = Task { [weak self] in
      guard (try? await clock.sleep(SyncLimits.unsupportedRelayPause)) != nil else { return }
      await self?.mayAskRelayAgain()
    }
  }

  private func mayAskRelayAgain() { take(.reconnected(at: moment)) }

  private func pushSessionEnded(_ generation: Int) {
    guard generation == pushing.generation, !isClosed else { return }
    closePushSession()
    take(.lost(at: moment, jitter: jitter))
  }

  private func entryFailed(_ id: Entry.ID, _ generation: Int) {
    guard generation == pushing.generation else { return }
    take(.unsealable(id, at: moment))
  }

  /// Reads what the relay answers, and goes on reading while the client is busy with the disk.
  @concurrent
  private nonisolated func readAnswers(from link: any Link, _ generation: Int) async {
    let tray = AnswerTray()
    while let frame = try? await link.receive(), let answer = MailRoom.Answer(frame) {
      guard tray.add(answer) else { continue }
      Task { await self.take(from: tray, generation) }
    }
    await take(from: tray, generation)
    await pushSessionEnded(generation)
  }

  /// Takes the answers that have come; they share one commit.
  private func take(from tray: AnswerTray, _ generation: Int) {
    let answers = tray.empty()
    guard generation == pushing.generation, !isClosed else { return }
    if answers.contains(.accepted) { receiving.pause.forgive() }
    for answer in answers {
      pushing.events.append(.answered(answer, at: moment, jitter: jitter))
    }
    takeWhatCame()
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

extension MailRoom.Answer {
  /// The answer a frame is; nil for a frame that is none.
  fileprivate init?(_ frame: Frame) {
    switch frame {
    case .ack: self = .accepted
    case .error(let code): self = .refused(Refusal(rawValue: code.rawValue))
    case .push, .deliver, .heartbeat, .deliverAck: return nil
    }
  }
}
