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
  /// The entries held, by rising number; none is settled.
  public internal(set) var deliveries: [Delivery] = []
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

  /// Whether nothing would be lost with the lane.
  public var isAtRest: Bool {
    deliveries.isEmpty && supply == .exhausted && pause.isFresh && !needsNewSession
      && !isHoldingSync
  }

  /// Whether an entry waits for its turn.
  public var hasQueued: Bool { deliveries.contains { $0.state == .queued } }

  /// Whether an entry could go at `uptime` in a session that has not refused the recipient.
  public func isDue(at uptime: Duration) -> Bool {
    pause.isOver(at: uptime) && indexOfNext != nil
  }

  /// Whether an entry can go at `uptime` in the present session.
  public func canPush(at uptime: Duration) -> Bool {
    !needsNewSession && isDue(at: uptime)
  }

  /// Lets the next entry go; those found too old on the way are deleted and reported.
  public mutating func push(at now: Moment) -> [Effect] {
    var effects: [Effect] = []
    while canPush(at: now.uptime), let index = indexOfNext {
      effects += handle(.turnCame(wallClock: now.wallClock), at: index)
      if case .push = effects.last { break }
    }
    return effects
  }

  /// Takes the relay's Ack to the entry; one that is not in flight is none of its business.
  public mutating func accept(_ sequence: UInt64) -> [Effect] {
    guard let index = indexInFlight(sequence) else { return [] }
    pause.reset()
    return handle(.accepted, at: index)
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
      return indexInFlight(sequence).map { handle(.refused(refusal), at: $0) } ?? []
    }
    guard !needsNewSession else { return [] }
    pause.begin(at: uptime, jitter: jitter)
    interrupt()
    needsNewSession = true
    return []
  }

  /// Takes an entry out of which no envelope can be made.
  public mutating func giveUp(_ sequence: UInt64) -> [Effect] {
    guard let index = index(of: sequence) else { return [] }
    return handle(.unsealable, at: index)
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
    var effects: [Effect] = []
    for index in deliveries.indices.reversed() where deliveries[index].isTooOld(at: wallClock) {
      effects = handle(.clockReached(wallClock: wallClock), at: index) + effects
    }
    return effects
  }

  // MARK: Inside the lane

  /// The first queued entry, unless nothing may pass what is in flight, or some before it are not
  /// here yet.
  var indexOfNext: Int? {
    for (index, delivery) in deliveries.enumerated() {
      if delivery.state == .queued {
        return delivery.entry.sequence <= loadedTo && !isBehindManifest ? index : nil
      }
    }
    return nil
  }

  private var isBehindManifest: Bool {
    deliveries.contains { $0.state == .inFlight && $0.entry.kind == .groupManifest }
  }

  private func index(of sequence: UInt64) -> Int? {
    deliveries.firstIndex { $0.entry.sequence == sequence }
  }

  private func indexInFlight(_ sequence: UInt64) -> Int? {
    index(of: sequence).flatMap { deliveries[$0].state == .inFlight ? $0 : nil }
  }

  private mutating func interrupt() {
    for index in deliveries.indices { _ = deliveries[index].handle(.interrupted) }
    if isHoldingSync { dropQueuedSync() }
    // They come again with a load, and would take up its room until then.
    deliveries.removeAll { $0.state == .queued && $0.entry.sequence > loadedTo }
  }

  /// Passes an event on to one entry, and lets the entry go when its way is over.
  private mutating func handle(_ event: Delivery.Event, at index: Int) -> [Effect] {
    let told = deliveries[index].handle(event)
    let entry = deliveries[index].entry
    let isAhead = entry.sequence > loadedTo && deliveries[index].state != .inFlight
    if isAhead || deliveries[index].isSettled { deliveries.remove(at: index) }
    // A load under way may still have seen the row as it was.
    if isAhead { reconsiderLoad() }
    return told.map { effect in
      switch effect {
      case .push: .push(entry)
      case .cut: .cut(entry)
      case .delete: .delete(entry)
      case .report(let failure): .report(entry, failure)
      }
    }
  }
}
