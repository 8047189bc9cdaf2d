extension Membership {
  /// How long a view may be outdated before this device, in its turn, answers it.
  var outdatedPatience: Duration {
    ManifestLimits.viewPatience + ManifestLimits.turnPause * (turn ?? 0)
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
      views.settle(author, with: view)
    } else {
      views.noteOutdated(view, of: author, at: now.uptime)
    }
  }

  /// Asks around for what is missing and answers those that miss something, once it is overdue.
  mutating func catchUp(at now: ClockReading) -> [Effect] {
    var effects: [Effect] = []
    let strangers = views.takeUnknown(at: now.uptime) { ledger.contains($0) }
    let isRound = standing == .overtaken && views.nextRound.map { $0 <= now.uptime } ?? false
    if !strangers.isEmpty || isRound { effects += askAround(at: now) }
    for author in strangers.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      effects += confront(author, at: now)
    }
    for (author, view) in views.takeOutdated(at: now.uptime, after: outdatedPatience) {
      effects += answer(author, holding: view, at: now)
    }
    return effects
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

  /// Tells members that never showed that they know what is current, once a week (M-47).
  ///
  /// Mail is lost where nobody can notice: a device that was away for longer than the relay keeps it
  /// may know none of those who could tell it, and one that was never let in cannot ask.
  mutating func remind(at now: ClockReading) -> [Effect] {
    guard let current = ledger.current, let turn, turn < ManifestLimits.tellerCountMax else {
      return []
    }
    var effects: [Effect] = []
    for member in current.manifest.members.map(\.signingKey) where member != own {
      guard !ledger.isGone(member), !views.hasSeen(member, believe: current.hash) else { continue }
      guard let last = memory.caughtUp[member] else {
        // Silence is counted from about here, yet nothing was exchanged that could bar an answer.
        let start = now.wallClock - min(now.wallClock, ManifestLimits.askAgainMax)
        memory.caughtUp[member] = start
        effects.append(.noteCaughtUp(with: member, at: start))
        continue
      }
      guard now.wallClock >= last, now.wallClock - last >= ManifestLimits.silenceMax,
        let noted = noteCaughtUp(with: member, at: now)
      else { continue }
      effects.append(noted)
      effects += mail(current, to: member, since: ledger.admission(of: member))
    }
    return effects
  }

  /// Shows a device that goes on although it is gone what says so, and no more.
  ///
  /// Its removal may have been overruled by what was lost on the way here; then it, or whoever went
  /// on with it, answers.
  private mutating func confront(_ author: [UInt8], at now: ClockReading) -> [Effect] {
    let claims = ledger.standingClaims.filter { $0.target == author }.map(\.manifest)
    guard !claims.isEmpty, let noted = noteCaughtUp(with: author, at: now) else { return [] }
    return claims.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { ledger.manifest($0) }
      .reduce(into: [noted]) { effects, claim in effects += mail(claim, to: author) }
  }

  /// Tells a device that stayed behind what won, if it may know, and why it may not, if it may not (M-42).
  private mutating func answer(
    _ author: [UInt8], holding view: [UInt8], at now: ClockReading
  ) -> [Effect] {
    // Who asks again lacks more than was thought: its own line may begin late.
    let isWhole =
      memory.caughtUp[author].map { $0 + ManifestLimits.askAgainMax > now.wallClock } ?? false
    guard let current = ledger.current, view != current.hash, ledger.contains(view),
      let place = isLeaving ? 0 : place(of: own, for: view, asker: author),
      place < ManifestLimits.tellerCountMax,
      !ledger.hasLeft(author), let noted = noteCaughtUp(with: author, at: now)
    else { return [] }
    var effects = [noted]
    let claims = ledger.standingClaims.filter { $0.target == author }.map(\.manifest)
    let mayHearCurrent = current.manifest.member(author) != nil || mayHearCurrent(author)
    let reasons = mayHearCurrent ? [] : ledger.reasons(against: view)
    let evidence = reasons.union(claims).union(ledger.lostEvidence)
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

  /// Notes that two devices exchange what they hold; nil when they did within a day.
  private mutating func noteCaughtUp(with signingKey: [UInt8], at now: ClockReading) -> Effect? {
    if let last = memory.caughtUp[signingKey], now.wallClock >= last,
      now.wallClock - last < ManifestLimits.catchUpPause
    {
      return nil
    }
    memory.caughtUp[signingKey] = now.wallClock
    return .noteCaughtUp(with: signingKey, at: now.wallClock)
  }
}
