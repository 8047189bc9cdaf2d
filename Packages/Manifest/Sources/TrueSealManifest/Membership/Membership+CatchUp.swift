extension Membership {
  /// How long a view may be outdated before this device, in its turn, answers it.
  var outdatedPatience: Duration {
    ManifestLimits.viewPatience
      + ManifestLimits.turnPause * (turn ?? ManifestLimits.tellerCountMax)
  }

  /// What an envelope to the device with this X25519 key says of what this one believes (M-47).
  ///
  /// Current. But while current cannot be traced back to the beginning (M-14), whoever believes the
  /// same, or has not shown what it believes, is shown the highest manifest that can: it sees what
  /// this device lacks, and brings it. Whoever believes something else must see where they differ.
  /// Nil only while nothing is held.
  public func view(for agreementKey: [UInt8]) -> [UInt8]? {
    guard let current = ledger.current else { return nil }
    guard let traced = ledger.traced else { return current.hash }
    let recipient = ledger.devices.signingKey(ofAgreementKey: agreementKey)
    let seen = recipient.flatMap { views.seen[$0] }
    return seen == nil || seen == current.hash ? traced.hash : current.hash
  }

  /// Compares what somebody believes with what is held (M-47).
  mutating func note(view: [UInt8], of author: [UInt8], at now: ClockReading) {
    guard ledger.everListed(signingKey: author), let current = ledger.current else { return }
    guard ledger.contains(view) else {
      // One that waits counts as unknown too: what it waits for may be lost.
      views.noteUnknown(view, of: author, at: now.uptime)
      return
    }
    if view == current.hash {
      guard !isMistaken(author) else { return }
      views.settle(author, with: view)
    } else {
      views.noteOutdated(view, of: author, at: now.uptime)
    }
  }

  /// Whether a device that only void manifests list was seen to go by one of them.
  ///
  /// If it lacks what makes its tree void, the tree it can trace shows current as its view (M-14).
  private func isMistaken(_ author: [UInt8]) -> Bool {
    guard let shown = views.outdated[author]?.view else { return false }
    return ledger.isVoid(shown) && !ledger.isListedByValid(author)
  }

  /// Asks around for what is missing and answers those that miss something, once it is overdue.
  mutating func catchUp(at now: ClockReading) -> [Effect] {
    var effects: [Effect] = []
    // Answers go first: whoever is asked again each day would otherwise never be answered.
    for (author, view) in views.takeOutdated(at: now.uptime, after: outdatedPatience) {
      effects += answer(author, holding: view, at: now)
    }
    let strangers = views.takeUnknown(at: now.uptime) { ledger.contains($0) }
    let isRound = standing == .overtaken && views.nextRound.map { $0 <= now.uptime } ?? false
    if !strangers.isEmpty || isRound { effects += askAround(at: now) }
    // Whoever a race left out may be mistaken about who was removed.
    return effects + (isRound ? confrontAll(at: now) : confront(strangers, at: now))
  }

  /// Shows all that this device holds for removed why, since it may be mistaken, and those who are
  /// inside may be among them; they answer what they are shown.
  mutating func confrontAll(at now: ClockReading) -> [Effect] {
    confront(Set(ledger.everListed.filter { $0 != own && !ledger.hasLeft($0) }), at: now)
  }

  private mutating func confront(_ devices: Set<[UInt8]>, at now: ClockReading) -> [Effect] {
    devices.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { confront($0, at: now) }
  }

  /// Sends this device's heads to every device it knows that is not gone, each once a day.
  mutating func askAround(at now: ClockReading) -> [Effect] {
    if standing == .overtaken {
      views.nextRound = now.uptime + .milliseconds(ManifestLimits.catchUpPause)
    }
    let heads = ledger.heads.filter {
      !ledger.isVoid($0.hash) || !ledger.claims(of: $0.hash).isEmpty
    }
    var effects: [Effect] = []
    for signingKey in ledger.everListed.sorted(by: { $0.lexicographicallyPrecedes($1) })
    where signingKey != own && !ledger.isGone(signingKey) {
      guard let noted = noteCaughtUp(with: signingKey, at: now) else { continue }
      effects.append(noted)
      for head in heads.prefix(ManifestLimits.headCountMax) {
        effects += mail(head, to: signingKey)
      }
    }
    return effects
  }

  /// Shows a device that goes on although it is gone what says so, and no more.
  ///
  /// Its removal may have been overruled by what was lost on the way here; then it, or whoever went
  /// on with it, answers.
  private mutating func confront(_ author: [UInt8], at now: ClockReading) -> [Effect] {
    let evidence = ledger.evidence(against: author).compactMap { ledger.manifest($0) }
    guard !evidence.isEmpty, let noted = noteCaughtUp(with: author, at: now) else { return [] }
    return evidence.reduce(into: [noted]) { effects, manifest in
      effects += mail(manifest, to: author)
    }
  }

  /// Tells a device that stayed behind what won, if it may know, and why it may not, if it may not (M-42).
  private mutating func answer(
    _ author: [UInt8], holding view: [UInt8], at now: ClockReading
  ) -> [Effect] {
    // Who asks again lacks more than was thought: its own line may begin late.
    let isWhole =
      memory.caughtUp[author].map { $0 + ManifestLimits.askAgainMax > now.wallClock } ?? false
    guard let current = ledger.current, view != current.hash, ledger.contains(view),
      !ledger.hasLeft(author), isMyTurn(toAnswer: author, holding: view, at: now)
    else { return [] }
    let claims = ledger.standingClaims.filter { $0.target == author }.map(\.manifest)
    let mayHearCurrent = current.manifest.member(author) != nil || mayHearCurrent(author)
    // Current alone does not bring what only weight decided.
    let evidence = ledger.reasons(against: view).union(claims).union(ledger.lostEvidence)
    guard mayHearCurrent || !evidence.isEmpty else { return [] }
    guard let noted = noteCaughtUp(with: author, at: now) else {
      postponeAnswer(to: author, holding: view, at: now)
      return []
    }
    var effects = [noted]
    if views.hasAnswered(author, holding: view), let shown = ledger.manifest(view) {
      // That did not help, so what its own line was built on must be missing.
      effects += mail(shown, to: author, isWhole: true)
    }
    views.noteAnswer(to: author, holding: view)
    for hash in evidence.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      if let manifest = ledger.manifest(hash) {
        effects += mail(manifest, to: author, since: view, isWhole: isWhole)
      }
    }
    if mayHearCurrent {
      effects += mail(current, to: author, since: view, isWhole: isWhole)
    }
    return effects
  }

  /// Answers a view a day after what was exchanged last, unless that was an answer to it: what else
  /// was sent may have come too early to be kept.
  private mutating func postponeAnswer(
    to author: [UInt8], holding view: [UInt8], at now: ClockReading
  ) {
    guard !views.hasAnswered(author, holding: view) else { return }
    let last = memory.caughtUp[author] ?? now.wallClock
    let passed = now.wallClock - min(last, now.wallClock)
    let left = ManifestLimits.catchUpPause - min(passed, ManifestLimits.catchUpPause)
    answer(author, holding: view, in: left, at: now)
  }

  /// Whether it is for this device to answer a view now.
  ///
  /// Whoever a race left out answers too, after those who are listed: it may be the only one that
  /// holds what speaks against the view, and would wait for ever. Of those who are listed the first
  /// three answer. They may have wiped without anybody knowing, or be unknown to the author, so where a
  /// void view, or one of a device outside, still shows a day later the next three answer, and so on;
  /// members are reminded anyway.
  private mutating func isMyTurn(
    toAnswer author: [UInt8], holding view: [UInt8], at now: ClockReading
  ) -> Bool {
    guard !isLeaving, isListed else { return true }
    guard let place = place(of: own, for: view, asker: author) else { return false }
    let days = place / ManifestLimits.tellerCountMax
    let isMember = ledger.current?.manifest.member(author) != nil
    guard days > 0, ledger.isVoid(view) || !isMember else { return days == 0 }
    // Once is enough: whoever asks for ever would otherwise be answered for ever (M-46).
    guard !views.hasAnswered(author, holding: view) else { return false }
    guard !views.wasLeftToOthers(author, holding: view) else { return true }
    views.leaveToOthers(author, holding: view)
    answer(author, holding: view, in: ManifestLimits.catchUpPause * UInt64(days), at: now)
    return false
  }

  /// Has a view answered after so many milliseconds, unless its author shows another one until then.
  private mutating func answer(
    _ author: [UInt8], holding view: [UInt8], in milliseconds: UInt64, at now: ClockReading
  ) {
    views.noteOutdated(
      view, of: author, at: now.uptime + .milliseconds(milliseconds) - outdatedPatience)
  }

  /// Notes that two devices exchange what they hold; nil when they did within a day.
  mutating func noteCaughtUp(with signingKey: [UInt8], at now: ClockReading) -> Effect? {
    if let last = memory.caughtUp[signingKey], now.wallClock >= last,
      now.wallClock - last < ManifestLimits.catchUpPause
    {
      return nil
    }
    memory.caughtUp[signingKey] = now.wallClock
    return .noteCaughtUp(with: signingKey, at: now.wallClock)
  }
}
