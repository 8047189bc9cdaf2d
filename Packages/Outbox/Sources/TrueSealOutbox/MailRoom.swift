/// All lanes and the one Push Session they share.
///
///     closed ──something is due──► opening ──opened──► open ──refused lane is due──► renewing
///      ▲  ▲                         ▲  │               │ │                             │  │
///      │  └──closed while idle──────┼──┼───────────────┘ │                             │  │
///      │                            └──┼─────────────────┼──last answer came───────────┘  │
///      └──time came──── waiting ◄──────┴──lost───────────┴────────────────────────────────┘
///
/// The session is lost when it cannot be opened, ends while it owes answers, or answers what
/// nobody asked. From every state the room can be stopped, and goes on when told that the device is
/// connected again.
///
/// Events speak of the session that was asked for last; the caller drops what an older one says.
/// Effects are carried out in order, cuts, deletions and reports in one transaction before the rest.
public struct MailRoom: Hashable, Sendable {
  /// Where the session stands.
  public enum State: Hashable, Sendable {
    /// There is none, and none is needed.
    case closed
    /// One was asked for; open when it comes, waiting when it fails.
    case opening
    /// Takes pushes; renewing, closed or waiting after that.
    case open
    /// Takes no more pushes and gives the answers it owes; opening or waiting after that.
    case renewing
    /// There was no getting through; closed when the uptime is reached.
    case waiting(until: Duration)
    /// None is opened; closed when the device is connected again.
    case stopped
  }

  /// What the relay says to one push.
  public enum Answer: Hashable, Sendable {
    /// An Ack: stored and on disk.
    case accepted
    /// An Error with this code.
    case refused(Refusal)
  }

  /// What can happen.
  public enum Event: Hashable, Sendable {
    /// Entries for these recipients were committed, or found at start.
    case added([[UInt8]], at: Moment)
    /// These entries were committed, each behind all others of its recipient.
    case committed([Entry], at: Moment)
    /// A load was carried out: as many entries as its limit, or all there are.
    case loaded([Entry], for: [UInt8], at: Moment)
    /// The session asked for takes pushes.
    case opened(at: Moment)
    /// The relay has answered the oldest push that waits for it.
    case answered(Answer, at: Moment, jitter: Jitter)
    /// The session could not be opened, or has ended.
    case lost(at: Moment, jitter: Jitter)
    /// Time has passed.
    case clockReached(Moment)
    /// The device is connected again, or may use the relay again.
    case reconnected(at: Moment)
    /// The relay has shown to be there, by the first Heartbeat echo.
    case relayHeard
    /// No envelope can be made of a pushed entry; nothing of it was handed to the session.
    case unsealable(Entry.ID, at: Moment)
    /// The store has deleted all entries of a kind, to one recipient or to all of them.
    case withdrawn(Entry.Kind, to: [UInt8]?, at: Moment)
    /// What is for members alone shall wait, since the recipient is not listed.
    case syncHeld([UInt8], at: Moment)
    /// What is for members alone may go again.
    case syncReleased([UInt8], at: Moment)
    /// No session shall be opened: the relay speaks another version, or the client closes.
    case stopped
  }

  /// What must now be done.
  public enum Effect: Hashable, Sendable {
    /// Cut the entry's body in the store down to its part count.
    case cut(Entry)
    /// Delete the entry's row.
    case delete(Entry)
    /// Tell the app.
    case report(Entry, Delivery.Failure)
    /// Seal the entry and hand it to the session, after all that were pushed before it.
    case push(Entry)
    /// Close the session; nothing it still says counts.
    case closeSession(Closing)
    /// Open a session.
    case openSession
    /// Read a recipient's entries of a greater number, smallest first, at most `limit`.
    case load(recipient: [UInt8], after: UInt64, limit: Int, skippingSync: Bool)
    /// Tell the time at this uptime; an earlier request falls away.
    case wake(at: Duration)
  }

  /// Why a session is closed from here.
  public enum Closing: Hashable, Sendable {
    /// A refused recipient can only be tried in a new one.
    case renewal
    /// It answered what nobody asked.
    case unaskedAnswer
    /// The room was stopped.
    case stop
  }

  /// Where the session stands.
  public internal(set) var state: State = .closed
  /// The lanes with anything to remember, in order of appearance.
  public internal(set) var lanes: [Lane] = []
  /// The entries the session owes an answer for, oldest first; some may be queued again or gone.
  public internal(set) var unanswered: [Entry.ID] = []
  /// The wait before a session is opened again.
  public internal(set) var reconnect: Pause
  /// The uptime last asked for; nil when there is nothing to wait for.
  public internal(set) var wakeAt: Duration?
  /// How one recipient's pauses grow.
  public let retry: RetryPolicy
  /// The most pushes that wait for an answer.
  public let unansweredMax: Int
  /// How many entries are read at a time.
  public let loadMax: Int

  /// Whether the last session was lost and none has opened since.
  public internal(set) var isCutOff = false
  /// The lane whose turn it is.
  public internal(set) var turn = 0

  /// An empty room without a session.
  public init(
    retry: RetryPolicy = .delivery, reconnect: RetryPolicy = .reconnect,
    unansweredMax: Int = OutboxLimits.unansweredMax, loadMax: Int = OutboxLimits.Chosen.loadMax
  ) {
    precondition(unansweredMax > 0, "without a window nothing is ever pushed")
    precondition(loadMax > 0, "without a stretch of entries nothing is ever pushed")
    self.retry = retry
    self.reconnect = Pause(policy: reconnect)
    self.unansweredMax = unansweredMax
    self.loadMax = loadMax
  }

  /// Whether no entry is known of, here or in the store.
  public var isEmpty: Bool {
    lanes.allSatisfy { $0.count == 0 && $0.supply == .exhausted && !$0.isHoldingSync }
  }

  /// Takes one event, moves to the next state and says what must now be done, in order.
  public mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .added(let recipients, let now):
      return expectMore(for: recipients, at: now)

    case .committed(let entries, let now):
      return append(entries, at: now)

    case .loaded(let entries, let recipient, let now):
      return take(entries, for: recipient, at: now)

    case .opened(let now):
      return sessionOpened(at: now)

    case .answered(let answer, let now, let jitter):
      return answered(answer, at: now, jitter: jitter)

    case .lost(let now, let jitter):
      return sessionLost(at: now, jitter: jitter)

    case .clockReached(let now):
      wakeAt = nil
      return expire(at: now) + proceed(at: now)

    case .reconnected(let now):
      return reconnected(at: now)

    case .relayHeard:
      reconnect.forgive()
      return []

    case .unsealable(let id, let now):
      return giveUp(id, at: now)

    case .withdrawn(let kind, let recipient, let now):
      return withdraw(kind, to: recipient, at: now)

    case .syncHeld(let recipient, let now):
      change(recipient) { $0.holdSync() }
      return proceed(at: now)

    case .syncReleased(let recipient, let now):
      change(recipient) { $0.releaseSync() }
      return proceed(at: now)

    case .stopped:
      return stop()
    }
  }
}
