/// What this device will do for others unless it is done meanwhile, and since when it knows.
///
/// Lives in memory: after a restart everything is noticed anew.
struct Duties: Sendable {
  /// One thing to do when its turn has come.
  enum Duty: Hashable, Sendable {
    /// To make this device's own changes again, which current lost (M-32).
    case repeatOwn
    /// To make a change of a device that is gone again (M-34).
    case inherit(Change)
    /// To tell a device something (M-42, M-43).
    case tell(Telling)
  }

  /// Since when the inbox has been drained; nil while it is not, and nobody's turn has come.
  private(set) var drainedAt: Duration?
  private(set) var dueAt: [Duty: Duration] = [:]
  private(set) var noticedAt: [Duty: Duration] = [:]
  /// What `tellings` found last; nil once anything changed on which that depends.
  var owed: [(Telling, place: Int)]?
  /// The orphaned claims that may still have to be passed on.
  var openOrphans: [[UInt8]] = []
  var orphansSeen = 0
  /// Who brought a manifest of somebody else, for those whose turn came before this device's.
  var relayers: [[UInt8]: [UInt8]] = [:]
  /// What somebody whose turn comes at all has passed on.
  var passedOn: Set<[UInt8]> = []
  /// The manifests each device was sent by tellings.
  private(set) var said: [[UInt8]: Set<[UInt8]>] = [:]
  /// Tellings so far that manifests of one issuer gave rise to.
  private(set) var outcomeCounts: [[UInt8]: Int] = [:]
  /// Manifests of one issuer that were passed on.
  private(set) var relayed: [[UInt8]: Set<[UInt8]>] = [:]

  /// The earliest time at which something falls due.
  var nextWake: Duration? { drainedAt == nil ? nil : dueAt.values.min() }

  /// Mail is coming in, or may be.
  mutating func sessionOpened() { drainedAt = nil }

  /// No more mail is waiting; waits are counted from here.
  mutating func drained(at uptime: Duration) {
    guard drainedAt == nil else { return }
    drainedAt = uptime
    for duty in noticedAt.keys { noticedAt[duty] = uptime }
  }

  /// Takes the duties there are now, each with its wait, and returns those that are due.
  mutating func update(_ waits: [(Duty, Duration)], at uptime: Duration) -> [Duty] {
    var noticed: [Duty: Duration] = [:]
    dueAt = [:]
    var due: [Duty] = []
    for (duty, wait) in waits {
      let since = noticedAt[duty] ?? uptime
      noticed[duty] = since
      if drainedAt != nil, since + wait <= uptime {
        due.append(duty)
      } else {
        dueAt[duty] = since + wait
      }
    }
    noticedAt = noticed
    return due
  }

  /// Notes that a telling sends a manifest to a device; false when an earlier one did.
  ///
  /// Mail between two devices keeps its order, so a second copy would find the first. One that was
  /// lost on the way is for M-47.
  mutating func says(_ manifest: [UInt8], to recipient: [UInt8]) -> Bool {
    said[recipient, default: []].insert(manifest).inserted
  }

  /// Counts something told against the limits of M-42 and M-43.
  mutating func count(_ telling: Telling, in ledger: Ledger) {
    guard let issuer = ledger.manifest(telling.manifest)?.issuer else { return }
    switch telling.kind {
    case .outcome: outcomeCounts[issuer, default: 0] += 1
    case .relay: relayed[issuer, default: []].insert(telling.manifest)
    case .evidence: break
    }
  }

  /// Whether the limits of M-42 and M-43 allow this telling.
  func allows(_ telling: Telling, in ledger: Ledger) -> Bool {
    guard let issuer = ledger.manifest(telling.manifest)?.issuer, ledger.isGone(issuer)
    else { return true }
    switch telling.kind {
    case .outcome:
      return outcomeCounts[issuer, default: 0] < ManifestLimits.tellingsPerGoneIssuerCountMax
    case .relay:
      let manifests = relayed[issuer] ?? []
      return manifests.contains(telling.manifest)
        || manifests.count < ManifestLimits.passedOnPerGoneIssuerCountMax
    case .evidence:
      return true
    }
  }
}
