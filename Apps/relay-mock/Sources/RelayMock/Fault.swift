public import TrueSealTransport

/// One misbehaviour of the relay, asked for by a test: where, what, and at which occasion.
///
/// As text, for `--fault`: `POINT:ACTION[,nth=N][,times=N|all][,for=HEX]`, for example
/// `answer:withhold,nth=3` or `push:refuse=12,times=all,for=a1b2`.
public struct Fault: Hashable, Sendable {
  /// Where on the way of a message the fault strikes.
  public enum Point: String, Hashable, Sendable, CaseIterable {
    /// A push has come and is not stored.
    case push
    /// A push is stored and its Ack not sent; refusals pass here too.
    case answer
    /// A blob is about to be delivered.
    case delivery
    /// A DeliverAck has come and its blob is not deleted.
    case acknowledgement
  }

  /// What happens there.
  public enum Action: Hashable, Sendable {
    /// The push is not stored and gets this code (at `push` only).
    case refuse(RefusalCode)
    /// At `answer`: this and every later answer of the session is not sent. At `delivery`: the
    /// blob is skipped for this session. At `acknowledgement`: the blob is not deleted.
    case withhold
    /// The connection breaks off at once.
    case cut
    /// The push is acknowledged and not stored (at `push` only).
    case lose
    /// The blob is delivered twice, byte for byte (at `delivery` only).
    case double
    /// The blob, and what is behind it in the inbox, is delivered so many milliseconds later, at
    /// most 60,000 (at `delivery` only).
    case delay(milliseconds: Int)

    /// The one point it can strike at; nil when it may strike at any.
    var place: Point? {
      switch self {
      case .refuse, .lose: .push
      case .double, .delay: .delivery
      case .withhold, .cut: nil
      }
    }
  }

  /// Where the fault strikes.
  public let point: Point
  /// What happens there.
  public let action: Action
  /// The first matching occasion it strikes at, counted from 1 over all sessions.
  public let nth: Int
  /// How often it strikes in a row; nil for ever after.
  public let times: Int?
  /// The first bytes of the recipient's key, or of the inbox's; empty matches any.
  public let keyPrefix: [UInt8]

  /// Makes a fault.
  ///
  /// - Throws: `RelayError`, code `invalidFault`, when an action cannot strike at that point, or a
  ///   number is out of its range.
  public init(
    _ action: Action, at point: Point, nth: Int = 1, times: Int? = 1, for keyPrefix: [UInt8] = []
  ) throws(RelayError) {
    if let place = action.place, place != point {
      throw RelayError(
        .invalidFault, "this can only happen at \(place.rawValue), not at \(point.rawValue)")
    }
    if case .delay(let milliseconds) = action, !(1...60_000).contains(milliseconds) {
      throw RelayError(.invalidFault, "a delay has 1 to 60,000 milliseconds")
    }
    guard nth >= 1, times ?? 1 >= 1 else {
      throw RelayError(.invalidFault, "nth and times count from 1")
    }
    guard keyPrefix.count <= 32 else {
      throw RelayError(.invalidFault, "a key has 32 bytes, this prefix \(keyPrefix.count)")
    }
    self.point = point
    self.action = action
    self.nth = nth
    self.times = times
    self.keyPrefix = keyPrefix
  }

  /// True when an occasion at `point` for `key` counts for this fault.
  func matches(_ point: Point, _ key: [UInt8]) -> Bool {
    self.point == point && key.starts(with: keyPrefix)
  }
}
