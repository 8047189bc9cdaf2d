/// What others were seen to believe that this device cannot explain yet (M-47).
///
/// A view that is unknown or outdated is mostly mail on its way; only one that stays so is a sign of
/// mail that was lost.
struct Views: Sendable {
  private(set) var unknown: [[UInt8]: (author: [UInt8], since: Duration)] = [:]
  private(set) var outdated: [[UInt8]: (view: [UInt8], since: Duration)] = [:]
  /// What each device was last seen to believe.
  private(set) var seen: [[UInt8]: [UInt8]] = [:]
  /// What each device was seen to believe when it was answered last.
  private(set) var answered: [[UInt8]: [UInt8]] = [:]
  /// The void views that were left to others to answer.
  private(set) var leftToOthers: [[UInt8]: [UInt8]] = [:]
  /// Members that did not show within a week that they know what is current, and were reminded.
  private(set) var silent: Set<[UInt8]> = []
  /// When this device, left out by a race, asks around next.
  var nextRound: Duration?
  /// Until when admissions are not made again, since what led to current may say otherwise (M-14).
  var admissionsPausedUntil: Duration?

  /// The earliest time at which something here has lasted for too long.
  func nextWake(patience: Duration, isOvertaken: Bool) -> Duration? {
    let unknownDue = unknown.values.map { $0.since + ManifestLimits.viewPatience }
    let outdatedDue = outdated.values.map { $0.since + patience }
    let others = [isOvertaken ? nextRound : nil, admissionsPausedUntil].compactMap(\.self)
    return (unknownDue + outdatedDue + others).min()
  }

  /// Notes a view that is not held.
  mutating func noteUnknown(_ view: [UInt8], of author: [UInt8], at uptime: Duration) {
    // A stranger's flood of hashes must not grow without bound; one of them is enough to ask.
    see(view, of: author)
    guard unknown.count < ManifestLimits.waitingPerAuthorCountMax else { return }
    if unknown[view] == nil { unknown[view] = (author, uptime) }
  }

  private mutating func see(_ view: [UInt8], of author: [UInt8]) {
    seen[author] = view
    silent.remove(author)
  }

  /// Notes a member that was reminded since it says nothing.
  mutating func noteSilence(of member: [UInt8]) { silent.insert(member) }

  /// Forgets a view that is held now, so that nobody is woken for it.
  mutating func explain(_ view: [UInt8]) { unknown[view] = nil }

  /// Notes a device that holds something older than this one.
  mutating func noteOutdated(_ view: [UInt8], of author: [UInt8], at uptime: Duration) {
    see(view, of: author)
    if outdated[author]?.view != view { outdated[author] = (view, uptime) }
  }

  /// Notes a device that holds what this one holds.
  mutating func settle(_ author: [UInt8], with view: [UInt8]) {
    outdated[author] = nil
    see(view, of: author)
  }

  /// Whether one of these devices was last seen to believe what is not held.
  func isAnyAhead(_ authors: [[UInt8]], isHeld: ([UInt8]) -> Bool) -> Bool {
    authors.contains { author in seen[author].map { !isHeld($0) } ?? false }
  }

  /// Whether a member was last seen to believe this.
  func hasSeen(_ author: [UInt8], believe view: [UInt8]) -> Bool {
    seen[author] == view
  }

  /// Notes that a device was told what speaks against its view.
  mutating func noteAnswer(to author: [UInt8], holding view: [UInt8]) {
    answered[author] = view
    leftToOthers[author] = nil
  }

  /// Notes that a device's view is for others to answer first.
  mutating func leaveToOthers(_ author: [UInt8], holding view: [UInt8]) {
    leftToOthers[author] = view
  }

  /// Whether a device's view was left to others before.
  func wasLeftToOthers(_ author: [UInt8], holding view: [UInt8]) -> Bool {
    leftToOthers[author] == view
  }

  /// Whether a device's view was the one it was answered last.
  func hasAnswered(_ author: [UInt8], holding view: [UInt8]) -> Bool {
    answered[author] == view
  }

  /// Those whose views stayed unknown, when one did for too long; asking clears them all.
  mutating func takeUnknown(at uptime: Duration, isHeld: ([UInt8]) -> Bool) -> Set<[UInt8]> {
    unknown = unknown.filter { !isHeld($0.key) }
    let isOverdue = unknown.values.contains { $0.since + ManifestLimits.viewPatience <= uptime }
    guard isOverdue else { return [] }
    defer { unknown = [:] }
    return Set(unknown.values.map(\.author))
  }

  /// Those that stayed outdated for longer than `patience`, with their views; they are cleared.
  mutating func takeOutdated(
    at uptime: Duration, after patience: Duration
  ) -> [(author: [UInt8], view: [UInt8])] {
    let due = outdated.filter { $0.value.since + patience <= uptime }
    for author in due.keys { outdated[author] = nil }
    return due.map { ($0.key, $0.value.view) }
      .sorted { $0.author.lexicographicallyPrecedes($1.author) }
  }
}
