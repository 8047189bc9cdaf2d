/// A device's unanswered Pushes on one session, oldest first (W-20).
///
/// The relay answers in order, one Ack or Error each, so an answer belongs to the oldest.
/// `Entry` is whatever the caller wants back when a Push is answered.
public struct PushAnswers<Entry: Hashable & Sendable>: Hashable, Sendable {
  /// What the relay said to one Push.
  public enum Answer: Hashable, Sendable {
    /// Stored, and synced to disk.
    case stored
    /// Not stored; `RefusalCode.isPermanent` says whether to try again, in a new session.
    case refused(RefusalCode)
  }

  /// The entries that wait for an answer, oldest first.
  public private(set) var unanswered: [Entry] = []

  /// Starts with a new session, on which nothing was pushed.
  public init() {}

  /// Whether another Push may go out before an answer comes.
  public var hasRoom: Bool {
    unanswered.count < TransportLimits.Chosen.unansweredPushCountMax
  }

  /// Notes that an entry was handed to the link; without room that is an error of the caller.
  public mutating func pushed(_ entry: Entry) {
    precondition(hasRoom, "Too many Pushes are unanswered.")
    unanswered.append(entry)
  }

  /// Matches a frame from the relay with the Push it answers.
  ///
  /// - Throws: `TransportError`, code `malformed`, for an answer to nothing and for any other
  ///   frame: the device closes the session (W-22).
  public mutating func received(
    _ frame: Frame
  ) throws(TransportError) -> (entry: Entry, answer: Answer) {
    let answer: Answer
    switch frame {
    case .ack: answer = .stored
    case .error(let code): answer = .refused(code)
    case .push, .deliver, .heartbeat, .deliverAck:
      throw TransportError(.malformed, "Only Ack and Error answer a Push.")
    }
    guard !unanswered.isEmpty else { throw TransportError(.malformed, "This answers no Push.") }
    return (unanswered.removeFirst(), answer)
  }
}
