/// One entry's way to the relay.
///
///     queued ──turn came──► inFlight ──accepted──────► delivered
///      ▲ │                   │  │ └──refused for good─► failed
///      │ └──too old──────────┼──┼─────────────────────► failed
///      └──interrupted, cut───┘  └──withdrawn──────────► withdrawn
///
/// Pauses belong to the lane, since all entries of one recipient share them.
public struct Delivery: Hashable, Sendable {
  /// How far the entry has come.
  public enum State: Hashable, Sendable {
    /// Waits for its turn, then goes in flight; fails when too old.
    case queued
    /// Waits for the relay's answer, or for the session to end.
    case inFlight
    /// Over: the relay has it.
    case delivered
    /// Over: nobody will have it.
    case failed(Failure)
    /// Over: its sender took it back.
    case withdrawn
  }

  /// What can happen to an entry.
  public enum Event: Hashable, Sendable {
    /// The lane lets the entry go; the wall clock in Unix milliseconds.
    case turnCame(wallClock: UInt64)
    /// Time has passed; the wall clock in Unix milliseconds.
    case clockReached(wallClock: UInt64)
    /// The relay has stored it.
    case accepted
    /// The relay has said no.
    case refused(Refusal)
    /// No answer will come: the session ended, or an earlier entry was refused.
    case interrupted
    /// No envelope can be made of it for this recipient.
    case unsealable
    /// Its row was deleted by the sender's own wish.
    case withdrawn
  }

  /// What must now be done.
  public enum Effect: Hashable, Sendable {
    /// Seal it and hand it to the session.
    case push
    /// Keep only this many parts of the body, those in front.
    case cut(to: Int)
    /// Delete its row.
    case delete
    /// Tell the app.
    case report(Failure)
  }

  /// Why nobody will have it.
  public enum Failure: Hashable, Sendable {
    /// The relay takes no envelope of this size.
    case tooLarge
    /// The relay cannot read the push.
    case malformed
    /// It lay here for longer than it is worth.
    case expired
    /// No envelope can be made of it.
    case unsealable
  }

  /// How far the entry has come.
  public private(set) var state: State
  /// What is delivered; after a cut, with fewer parts.
  public private(set) var entry: Entry

  /// An entry at the start of its way, or read back after a restart.
  public init(_ entry: Entry) {
    self.entry = entry
    state = .queued
  }

  /// Whether the way is over.
  public var isSettled: Bool {
    switch state {
    case .queued, .inFlight: false
    case .delivered, .failed, .withdrawn: true
    }
  }

  /// Takes one event, moves to the next state and says what must now be done, in order.
  public mutating func handle(_ event: Event) -> [Effect] {
    switch (state, event) {
    case (.queued, .turnCame(let wallClock)):
      if isTooOld(at: wallClock) { return fail(.expired) }
      state = .inFlight
      return [.push]

    case (.queued, .clockReached(let wallClock)):
      return isTooOld(at: wallClock) ? fail(.expired) : []

    case (.inFlight, .accepted):
      state = .delivered
      return [.delete]

    case (.inFlight, .refused(let refusal)):
      return refused(refusal)

    case (.inFlight, .interrupted):
      state = .queued
      return []

    case (.queued, .unsealable), (.inFlight, .unsealable):
      return fail(.unsealable)

    case (.queued, .withdrawn), (.inFlight, .withdrawn):
      state = .withdrawn
      return []

    case (.queued, .accepted), (.queued, .refused), (.queued, .interrupted),
      (.inFlight, .turnCame), (.inFlight, .clockReached),
      (.delivered, _), (.failed, _), (.withdrawn, _):
      return []
    }
  }

  /// Whether the entry is past its expiry.
  public func isTooOld(at wallClock: UInt64) -> Bool {
    entry.expiry.map { wallClock >= $0 } ?? false
  }

  private mutating func refused(_ refusal: Refusal) -> [Effect] {
    guard refusal.isPermanent else {
      state = .queued
      return []
    }
    guard refusal == .tooLarge else { return fail(.malformed) }
    guard entry.kind == .groupManifest, entry.partCount > 1 else { return fail(.tooLarge) }
    entry = entry.halved
    state = .queued
    return [.cut(to: entry.partCount)]
  }

  private mutating func fail(_ failure: Failure) -> [Effect] {
    state = .failed(failure)
    return [.delete, .report(failure)]
  }
}
