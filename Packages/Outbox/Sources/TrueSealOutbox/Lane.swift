/// One recipient's queue: a bounded stretch of its entries, in order, and what holds them up.
///
/// Entries beyond the stretch stay in the store until there is room.
public struct Lane: Hashable, Sendable {
  /// What is known about entries in the store that are not here.
  public enum Supply: Hashable, Sendable {
    /// There are none; more when some are added.
    case exhausted
    /// There may be some; asked when there is room.
    case more
    /// A load is under way; exhausted or more when it comes.
    case asked
    /// A load is under way that the store has moved on from; more when it comes.
    case outdated
  }

  /// What must now be done for the recipient.
  public enum Effect: Hashable, Sendable {
    /// Seal the entry and hand it to the session.
    case push(Entry)
    /// Cut the entry's body in the store down to its part count.
    case cut(Entry)
    /// Delete the entry's row.
    case delete(Entry)
    /// Tell the app.
    case report(Entry, Delivery.Failure)
    /// Read entries of a greater number from the store, smallest first, at most `limit`.
    case load(after: UInt64, limit: Int, skippingSync: Bool)
  }

  /// The recipient's agreement key.
  public let recipient: [UInt8]
  /// The entries that wait for an answer, by rising number.
  public internal(set) var inFlight: [Delivery] = []
  /// The entries that wait for their turn, by rising number.
  public internal(set) var queued: [Delivery] = []
  /// Whether the store has more.
  public internal(set) var supply: Supply = .exhausted
  /// Every entry up to this number is here or gone.
  public internal(set) var loadedTo: UInt64 = 0
  /// The wait after a temporary refusal.
  public internal(set) var pause: Pause
  /// Whether the session has refused this recipient, and would go on to (rule W-20).
  public internal(set) var needsNewSession = false
  /// Whether `Sync` entries stay in the store for now (rule D-08).
  public internal(set) var isHoldingSync = false

  /// An empty lane.
  public init(recipient: [UInt8], retry: RetryPolicy = .delivery) {
    self.recipient = recipient
    pause = Pause(policy: retry)
  }

  /// How many entries are held.
  public var count: Int { inFlight.count + queued.count }

  /// Whether nothing would be lost with the lane.
  public var isAtRest: Bool {
    inFlight.isEmpty && queued.isEmpty && supply == .exhausted && pause.isFresh
      && !needsNewSession && !isHoldingSync
  }

  /// Whether an entry could go at `uptime` in a session that has not refused the recipient.
  public func isDue(at uptime: Duration) -> Bool {
    pause.isOver(at: uptime) && hasNext
  }

  /// Whether an entry can go at `uptime` in the present session.
  public func canPush(at uptime: Duration) -> Bool {
    !needsNewSession && isDue(at: uptime)
  }

  /// Lets the next entry go; those found too old on the way are deleted and reported.
  public mutating func push(at now: Moment) -> [Effect] {
    var effects: [Effect] = []
    while canPush(at: now.uptime) {
      var delivery = queued.removeFirst()
      let told = delivery.handle(.turnCame(wallClock: now.wallClock))
      effects += told.map { Effect($0, on: delivery.entry) }
      guard delivery.state == .inFlight else { continue }
      Self.insert(delivery, into: &inFlight)
      break
    }
    return effects
  }

  /// Takes the relay's Ack to the entry; one that is not in flight is none of its business.
  public mutating func accept(_ sequence: UInt64) -> [Effect] {
    guard let delivery = takeInFlight(sequence) else { return [] }
    pause.reset()
    return settle(delivery, by: .accepted)
  }

  /// Takes the relay's Error to the entry.
  ///
  /// A refusal that may pass returns the entry and every later one to the queue, since the relay
  /// stores none of them, and starts a pause. It counts once a session, and also when its entry
  /// was withdrawn. Any other refusal of an entry that is not in flight changes nothing.
  public mutating func refuse(
    _ sequence: UInt64, because refusal: Refusal, at uptime: Duration, jitter: Jitter
  ) -> [Effect] {
    if refusal.isPermanent {
      return takeInFlight(sequence).map { settle($0, by: .refused(refusal)) } ?? []
    }
    guard !needsNewSession else { return [] }
    pause.begin(at: uptime, jitter: jitter)
    interrupt()
    needsNewSession = true
    return []
  }

  /// Takes an entry out of which no envelope can be made.
  public mutating func giveUp(_ sequence: UInt64) -> [Effect] {
    if let delivery = takeInFlight(sequence) { return settle(delivery, by: .unsealable) }
    guard let place = queued.firstIndex(where: { $0.entry.sequence == sequence }) else {
      return []
    }
    return settle(queued.remove(at: place), by: .unsealable)
  }

  /// Forgets the session: what was in flight is queued again, at its old place.
  public mutating func endSession() {
    interrupt()
    needsNewSession = false
  }

  /// Ends the wait after a refusal; the next one is still the longer one.
  public mutating func liftPause() {
    pause.lift()
  }

  /// Deletes and reports what has grown too old while it was queued.
  public mutating func expire(at wallClock: UInt64) -> [Effect] {
    guard queued.contains(where: { $0.isTooOld(at: wallClock) }) else { return [] }
    var effects: [Effect] = []
    for delivery in queued where delivery.isTooOld(at: wallClock) {
      effects += settle(delivery, by: .clockReached(wallClock: wallClock))
    }
    queued.removeAll { $0.isTooOld(at: wallClock) }
    return effects
  }

  // MARK: Inside the lane

  /// Whether the first queued entry may go, with all before it here and no manifest unanswered.
  var hasNext: Bool {
    guard let first = queued.first, first.entry.sequence <= loadedTo else { return false }
    return !inFlight.contains { $0.entry.kind == .groupManifest }
  }

  static func insert(_ delivery: Delivery, into deliveries: inout [Delivery]) {
    let place = deliveries.lastIndex { $0.entry.sequence < delivery.entry.sequence }
    deliveries.insert(delivery, at: place.map { $0 + 1 } ?? 0)
  }

  private mutating func takeInFlight(_ sequence: UInt64) -> Delivery? {
    inFlight.firstIndex { $0.entry.sequence == sequence }.map { inFlight.remove(at: $0) }
  }

  /// Passes an event on to an entry taken out of the lane, which comes back if it is queued again.
  mutating func settle(_ delivery: Delivery, by event: Delivery.Event) -> [Effect] {
    var delivery = delivery
    let told = delivery.handle(event)
    if delivery.entry.sequence > loadedTo {
      // It comes again with a load, if at all; one under way may have seen the row as it was.
      reconsiderLoad()
    } else if delivery.state == .queued {
      Self.insert(delivery, into: &queued)
    }
    return told.map { Effect($0, on: delivery.entry) }
  }

  private mutating func interrupt() {
    // Those ahead of what is loaded come again, and would take up its room until then.
    for delivery in inFlight.reversed() where delivery.entry.sequence <= loadedTo {
      var delivery = delivery
      _ = delivery.handle(.interrupted)
      Self.insert(delivery, into: &queued)
    }
    inFlight = []
    if isHoldingSync { dropQueuedSync() }
  }
}

extension Lane.Effect {
  fileprivate init(_ effect: Delivery.Effect, on entry: Entry) {
    switch effect {
    case .push: self = .push(entry)
    case .cut: self = .cut(entry)
    case .delete: self = .delete(entry)
    case .report(let failure): self = .report(entry, failure)
    }
  }
}
