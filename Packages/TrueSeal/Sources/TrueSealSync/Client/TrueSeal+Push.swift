internal import TrueSealCrypto
internal import TrueSealManifest
internal import TrueSealOutbox
internal import TrueSealOutboxStore
internal import TrueSealStore
internal import TrueSealTransport

/// What the sending side remembers.
struct PushingState {
  /// Entries of one recipient that could not be read yet.
  struct Load: Hashable {
    let recipient: [UInt8]
    let sequence: UInt64
    let limit: Int
    let skippingSync: Bool
  }

  var room = MailRoom()
  var pipe: PushPipe?
  /// Names the session asked for last; what an older one says no longer counts.
  var generation = 0
  var events: [MailRoom.Event] = []
  var isHandling = false
  /// What the room has decided and the disk has not taken; nothing else is decided until it has.
  var owed: [MailRoom.Effect]?
  var failedLoads: [Load] = []
  var storePause = Pause(policy: .reconnect)
  var retry: Task<Void, Never>?
  var session: Task<Void, Never>?
  var wake: Task<Void, Never>?
  var truncation: Task<Void, Never>?
  /// The recipients whose `Sync` entries wait (D-08).
  var heldSync: Set<[UInt8]> = []
  let deflaters = DeflaterPool()
}

/// The outbound walk's second half: from the disk to the relay.
///
/// 1. The mail room decides, on a copy.
/// 2. What it has deleted or cut is committed; several answers that came together share one commit.
/// 3. Only then are entries sealed, each under a key of its own, and pushed in order.
extension TrueSeal {
  /// Tells the room what the store holds, before anything else can be sent.
  func beginPushing() throws(TrueSealError) {
    let recipients = try stored { database throws(StoreError) in
      try database.read { transaction throws(StoreError) in
        try EntryRecords().recipients(in: transaction)
      }
    }
    holdSync(queued: recipients)
    take(.added(recipients, at: moment))
  }

  func stopPushing() {
    for task in [pushing.retry, pushing.session, pushing.wake, pushing.truncation] {
      task?.cancel()
    }
    closePushSession()
  }

  /// Forgets every entry, since the wipe has deleted them.
  func restartPushing() {
    for task in [pushing.retry, pushing.session, pushing.wake] { task?.cancel() }
    closePushSession()
    var fresh = PushingState()
    fresh.generation = pushing.generation
    fresh.truncation = pushing.truncation
    fresh.isHandling = pushing.isHandling
    pushing = fresh
    settleWithdrawn()
    failedMessages = []
  }

  /// Hears that entries were committed for these recipients.
  func entriesAdded(for recipients: [[UInt8]]) {
    guard !recipients.isEmpty else { return }
    take(.added(recipients, at: moment))
  }

  /// Hears that these entries were committed, which spares reading them back.
  func entriesCommitted(_ entries: [Entry]) {
    guard !entries.isEmpty else { return }
    take(.committed(entries, at: moment))
  }

  /// Hears that the store deleted every entry of a kind, to one recipient or to all of them.
  func entriesWithdrawn(_ kind: Entry.Kind, to recipient: [UInt8]? = nil) {
    take(.withdrawn(kind, to: recipient, at: moment))
    scheduleTruncation()
    settleWithdrawn()
  }

  /// Hears that the relay was reached on the other session.
  func relayHeard() {
    take(.relayHeard)
    take(.reconnected(at: moment))
  }

  var moment: Moment {
    Moment(
      uptime: parts.clock.now(), wallClock: UInt64(max(0, parts.clock.unixMilliseconds())))
  }

  /// Chance added to a pause, so that devices that lost the relay together do not return together (D-03).
  var jitter: Jitter {
    let bytes = parts.entropy.bytes(count: 2)
    return Jitter(draw: UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
  }

  /// Takes one event, and those that carrying out its effects brings, one after the other.
  func take(_ event: MailRoom.Event) {
    pushing.events.append(event)
    takeWhatCame()
  }

  /// Takes the events that have been noted.
  func takeWhatCame() {
    guard !pushing.isHandling, pushing.owed == nil else { return }
    handleWhatCame()
    if joinState == .leaving || joinState == .destroying { finishMembership() }
  }

  private func handleWhatCame() {
    pushing.isHandling = true
    defer { pushing.isHandling = false }
    while !isClosed, pushing.owed == nil, !pushing.events.isEmpty {
      let events = pushing.events
      pushing.events = []
      // Decide.
      settle(events.flatMap { pushing.room.handle($0) })
    }
  }

  /// Commits what was decided, then acts; what cannot be committed is owed until it can.
  func settle(_ effects: [MailRoom.Effect]) {
    // Commit.
    do {
      try commit(effects)
    } catch {
      pushing.owed = effects
      return storeFailed(error)
    }
    pushing.owed = nil

    // Act.
    var body: LastBody?
    for effect in effects { carryOut(effect, &body) }
    tellWaiters(of: effects)
  }

  private func commit(_ effects: [MailRoom.Effect]) throws(StoreError) {
    let writes = effects.filter { effect in
      switch effect {
      case .cut, .delete: true
      case .report, .push, .closeSession, .openSession, .load, .wake: false
      }
    }
    guard !writes.isEmpty else { return }
    try database.write { transaction throws(StoreError) in
      let entries = EntryRecords()
      for effect in writes {
        switch effect {
        case .delete(let entry): try entries.delete(entry.id, in: transaction)
        case .cut(let entry): try ManifestMail.cut(entry, in: transaction)
        case .report, .push, .closeSession, .openSession, .load, .wake: break
        }
      }
    }
    pushing.storePause.reset()
    scheduleTruncation()
  }

  private func carryOut(_ effect: MailRoom.Effect, _ body: inout LastBody?) {
    switch effect {
    case .cut, .delete: break
    case .report(let entry, let failure): report(entry, failure)
    case .push(let entry): push(entry, &body)
    case .closeSession: closePushSession()
    case .openSession: openPushSession()
    case .load(let recipient, let sequence, let limit, let skippingSync):
      load(
        PushingState.Load(
          recipient: recipient, sequence: sequence, limit: limit, skippingSync: skippingSync))
    case .wake(let uptime): wake(at: uptime)
    }
  }

  private func tellWaiters(of effects: [MailRoom.Effect]) {
    guard !waiters.isEmpty else { return }
    var settled: [Entry] = []
    var failed: Set<UInt64> = []
    for effect in effects {
      if case .delete(let entry) = effect { settled.append(entry) }
      if case .report(let entry, _) = effect { failed.insert(entry.sequence) }
    }
    entriesSettled(settled, failed: failed)
  }

  func report(_ entry: Entry, _ failure: Delivery.Failure) {
    let member = ledger?.current?.manifest.members.first { $0.agreementKey == entry.recipient }
    issues.post(
      .sendFailed(
        MessageID(author: keys.publicKeys.signingKey, sequence: entry.sequence),
        recipient: member.map { GroupMember($0).id }, SendFailure(failure)))
  }

  func load(_ load: PushingState.Load) {
    do {
      let entries = try database.read { transaction throws(StoreError) in
        try EntryRecords().entries(
          of: load.recipient, after: load.sequence, limit: load.limit,
          skippingSync: load.skippingSync, in: transaction)
      }
      pushing.events.append(.loaded(entries, for: load.recipient, at: moment))
    } catch {
      pushing.failedLoads.append(load)
      storeFailed(error)
    }
  }

  /// Hands an entry to the session; its body is read once for all recipients that come in a row.
  private func push(_ entry: Entry, _ last: inout LastBody?) {
    guard let pipe = pushing.pipe else { return }
    if entry.kind == .conversation {
      conversing.unsentEnds = conversing.unsentEnds.filter { $0.value.entry != entry.id }
    }
    do {
      guard let body = try last?.body(of: entry.sequence) ?? body(of: entry.sequence) else {
        // An entry without a body can never be sent; it is given up, so that it holds up nothing.
        return pushing.events.append(.unsealable(entry.id, at: moment))
      }
      last = LastBody(sequence: entry.sequence, body: body)
      pipe.push(
        Outbound(
          recipient: entry.recipient, sequence: entry.sequence,
          timestamp: entry.timestamp ?? moment.wallClock,
          view: membership?.view(for: entry.recipient) ?? [UInt8](repeating: 0, count: 32),
          tag: MessageTag(rawValue: entry.kind.rawValue), body: body.bytes,
          compression: body.mayCompress),
        as: entry.id, keys: keys, entropy: parts.entropy, deflaters: pushing.deflaters)
    } catch {
      // A disk that cannot be read now may be later: the entry returns to its place in the queue.
      log(.warning, "an entry could not be read: \(error)")
      closePushSession()
      pushing.events.append(.lost(at: moment, jitter: jitter))
    }
  }

  private func body(of sequence: UInt64) throws(StoreError) -> Body? {
    try database.read { transaction throws(StoreError) in
      try BodyRecords().body(of: sequence, in: transaction)
    }
  }

  func closePushSession() {
    pushing.pipe?.close()
    pushing.pipe = nil
    pushing.generation += 1
  }
}

/// The body that was read last.
private struct LastBody {
  let sequence: UInt64
  let body: Body

  func body(of sequence: UInt64) -> Body? { sequence == self.sequence ? body : nil }
}

extension SendFailure {
  init(_ failure: Delivery.Failure) {
    switch failure {
    case .tooLarge: self = .tooLarge
    case .malformed, .unsealable: self = .malformed
    case .expired: self = .expired
    }
  }
}
