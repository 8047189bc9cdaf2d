extension Lane {
  /// Hears that entries of this recipient were committed to the store.
  public mutating func expectMore() {
    switch supply {
    case .exhausted: supply = .more
    case .asked: supply = .outdated
    case .more, .outdated: break
    }
  }

  /// Hears of an entry that was committed behind all others of this recipient.
  ///
  /// Where the store has nothing else that is not here, the entry need not be read from there.
  public mutating func append(_ entry: Entry, limit: Int) {
    guard supply == .exhausted, count < limit, entry.sequence > loadedTo,
      entry.recipient == recipient, !(isHoldingSync && entry.kind.isForMembers)
    else { return expectMore() }
    loadedTo = entry.sequence
    insert(entry)
  }

  /// Asks for more entries when the store has some and there is room.
  public mutating func load(atMost limit: Int) -> [Effect] {
    guard supply == .more, count < limit else { return [] }
    supply = .asked
    return [.load(after: loadedTo, limit: limit, skippingSync: isHoldingSync)]
  }

  /// Takes what a load has brought: `limit` entries, or fewer when the store has no more.
  ///
  /// Nothing is taken from a load that was not asked for, or that the store has moved on from.
  public mutating func take(_ entries: [Entry], limit: Int) {
    guard supply == .asked else {
      if supply == .outdated { supply = .more }
      return
    }
    supply = entries.count < limit ? .exhausted : .more
    for entry in entries.prefix(limit) where entry.recipient == recipient {
      loadedTo = max(loadedTo, entry.sequence)
      insert(entry)
    }
  }

  /// Leaves what is for members alone in the store until they are released; what is in flight stays so.
  public mutating func holdSync() {
    isHoldingSync = true
    dropQueuedSync()
    reconsiderLoad()
  }

  /// Lets what is for members alone go again, each at its place among the others still waiting.
  public mutating func releaseSync() {
    guard isHoldingSync else { return }
    isHoldingSync = false
    queued = []
    loadedTo = 0
    expectMore()
  }

  /// Forgets all entries of one kind, which the store has deleted; late answers change nothing.
  public mutating func withdraw(_ kind: Entry.Kind) {
    for delivery in inFlight + queued where delivery.entry.kind == kind {
      _ = settle(delivery, by: .withdrawn)
    }
    inFlight.removeAll { $0.entry.kind == kind }
    queued.removeAll { $0.entry.kind == kind }
    reconsiderLoad()
  }

  /// A load under way may still bring what must not come.
  mutating func reconsiderLoad() {
    if supply == .asked { supply = .outdated }
  }

  /// Forgets what is in the store anyway.
  mutating func dropQueuedSync() {
    queued.removeAll { $0.entry.kind.isForMembers }
  }

  private mutating func insert(_ entry: Entry) {
    if isHoldingSync && entry.kind.isForMembers { return }
    if inFlight.contains(where: { $0.entry.sequence == entry.sequence }) { return }
    if let last = queued.indices.last, queued[last].entry.sequence >= entry.sequence {
      if queued.contains(where: { $0.entry.sequence == entry.sequence }) { return }
      return Self.insert(Delivery(entry), into: &queued)
    }
    queued.append(Delivery(entry))
  }
}
