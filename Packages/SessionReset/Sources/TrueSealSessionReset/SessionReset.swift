/// Machine: one device's part in replacing the session of one conversation.
///
/// ```
///            start: archive, send End                 End of higher rank: build, acknowledge
///   none ---------------------------> initiated ----------------------------> received
///    ^                                    |                                      |
///    |  the awaited session was opened:   |                                      |
///    +-- delete the rest, confirm --------+       a message on the built session |
///    +--------------------------------------------- delete the rest -------------+
/// ```
///
/// A start is allowed in every state and begins a newer attempt. It holds no key, no text, no file
/// and no clock: times come in events, in Unix milliseconds, and what must be done comes back as
/// effects, to be carried out in their order and in the transaction that saves `bytes`.
/// Source: rules SR-05 to SR-42 and SK-01 to SK-42.
public struct SessionReset: Hashable, Sendable {
  /// Where a reset stands (SR-06).
  public enum State: Hashable, Sendable {
    /// No reset runs (SR-07). Next: `initiated`, `received`.
    case none
    /// This device began one and waits for the answer (SR-08). Next: `none`, `received`, or a
    /// newer attempt of its own.
    case initiated(Attempt)
    /// The peer began one, and its session is built (SR-09). Next: `none`, `initiated`, or a newer
    /// attempt of the peer.
    case received(Attempt)
  }

  /// Why an attempt starts.
  public enum Trigger: Hashable, Sendable {
    /// The owner wants it.
    case user
    /// Something is to be said, and there has been no session yet (SK-02).
    case firstContact
    /// A message failed in a way that only a new session mends (SK-32).
    case automatic(Evidence)
  }

  /// How a message names its session.
  public enum Form: Hashable, Sendable {
    /// With all that is needed to open it, as long as the peer has not been heard on it.
    case opening
    /// By its tag alone.
    case ordinary
  }

  /// What may happen; times are Unix milliseconds.
  public enum Event: Hashable, Sendable {
    /// A reset shall start.
    case started(Draft, by: Trigger, at: UInt64)
    /// An End came whose signature verifies; `opening` is the name of the session that would be
    /// built, so that none is built for an End that is dropped.
    case endReceived(ResetProposal, opening: SessionTag, at: UInt64)
    /// The owner wants the reset that was asked about (SK-31).
    case approved(opening: SessionTag, at: UInt64)
    /// The owner does not want it.
    case declined(at: UInt64)
    /// A message opened a new session, on a copy, and was read.
    case sessionOpened(SessionTag, with: PrekeyID, attempt: AttemptID, at: UInt64)
    /// A message was read with a copy of a session that is known.
    case messageReceived(on: SessionTag, form: Form, at: UInt64)
    /// A text was sent on the active session.
    case messageSent(at: UInt64)
    /// A message could not be read; the tag is that of a known session, if it named one.
    case messageRefused(Refusal, on: SessionTag?, evidence: Evidence, at: UInt64)
    /// The peer refuses an attempt, since its own epoch is this high (SK-36); verified.
    case rejected(AttemptID, epoch: UInt64, Draft, at: UInt64)
    /// The owner takes the reset back; the caller made sure that the End has not left (SK-41).
    case cancelled(at: UInt64)
    /// Time has passed.
    case clockReached(at: UInt64)
  }

  /// What must be done, in this order.
  public enum Effect: Hashable, Sendable {
    /// The End of this attempt goes out, for the first time or again.
    case sendEnd(Attempt)
    /// An empty message goes out on this session.
    case sendEmpty(Empty, on: SessionTag)
    /// An End is refused; signed, with the epoch the peer must exceed (SK-36).
    case sendRejection(AttemptID, epoch: UInt64)
    /// The session is built from the bundle of the End.
    case buildSession(SessionTag, Attempt)
    /// The copy of the session that read the message takes the session's place.
    case keepSession(SessionTag)
    /// The session's keys are zeroed and its row is removed.
    case eraseSession(SessionTag)
    /// The keys made for an attempt of this device are zeroed and removed.
    case erasePrekey(PrekeyID)
    /// The stored End of this device is removed; its attempt is over.
    case eraseEnd
    /// The End that just came is kept until the owner has decided (SK-19, SK-31).
    case holdBundle(AttemptID)
    /// The End that was kept is removed.
    case eraseBundle
    /// What the message says is handed on.
    case deliver
    /// The texts that wait go out on the active session, in order (SK-40).
    case releaseWaiting
    /// A reset is due by itself: `started` with this trigger follows in the same transaction.
    case startReset(Evidence)
    /// The owner is told.
    case notify(Notice)
    /// Something had no effect and is counted.
    case drop(Drop)
  }

  /// The two devices.
  public let parties: Parties
  /// What the owner chose; not part of `bytes`.
  public var policy: ResetPolicy
  /// Where the reset stands.
  public internal(set) var state = State.none
  /// The number of the last completed reset, 0 at first (SK-06).
  public internal(set) var epoch: UInt64 = 0
  /// The session that texts are sent on.
  public internal(set) var active: SessionTag?
  /// The attempt of the peer that waits for the owner (SK-31).
  public internal(set) var held: ResetProposal?

  /// Sessions that are only read, the newest first.
  var archive: [Archived] = []
  /// Deleted sessions, the newest last.
  var tombstones: [Tombstone] = []
  /// Attempts met before, the newest last.
  var known: [KnownAttempt] = []
  /// Former keys of this device, the newest last.
  var formers: [FormerPrekey] = []
  var completed: CompletedReset?
  var brakes = Brakes()

  /// A conversation that has no session yet.
  public init(parties: Parties, policy: ResetPolicy = ResetPolicy()) {
    self.parties = parties
    self.policy = policy
  }

  /// Takes note of what happened and says what must be done.
  public mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .started(let draft, let trigger, let now):
      start(draft, by: trigger, at: now)
    case .endReceived(let proposal, let opening, let now):
      take(proposal, opening: opening, at: now)
    case .approved(let opening, let now):
      approve(opening: opening, at: now)
    case .declined(let now):
      decline(at: now)
    case .sessionOpened(let tag, let prekey, let attempt, let now):
      open(tag, with: prekey, attempt: attempt, at: now)
    case .messageReceived(let tag, let form, let now):
      receive(on: tag, form: form, at: now)
    case .messageSent(let now):
      noteSent(at: now)
    case .messageRefused(let refusal, let tag, let evidence, let now):
      refuse(refusal, on: tag, evidence: evidence, at: now)
    case .rejected(let id, let epoch, let draft, let now):
      accept(rejectionOf: id, epoch: epoch, draft, at: now)
    case .cancelled(let now):
      cancel(at: now)
    case .clockReached(let now):
      look(at: now)
    }
  }
}
