extension Frame {
  /// Which of a device's two sessions a frame travels on.
  public enum Session: Hashable, Sendable {
    /// Delivers to the holder of a key.
    case receive
    /// Takes envelopes from anybody.
    case push
  }

  /// Who speaks.
  public enum Sender: Hashable, Sendable {
    /// The side that opened the session.
    case device
    /// The side that accepted it.
    case relay
  }

  /// Whether `sender` may say this on `session` (W-22).
  public func isAllowed(from sender: Sender, on session: Session) -> Bool {
    kind.isAllowed(from: sender, on: session)
  }

  /// Reads one whole frame and checks that it belongs on this session, from this side (W-22).
  ///
  /// - Throws: `TransportError`: `shortPush` only where a Push is allowed, else `malformed`.
  public init(
    decoding bytes: [UInt8], from sender: Sender, on session: Session
  ) throws(TransportError) {
    if let first = bytes.first, let kind = Kind(rawValue: first),
      !kind.isAllowed(from: sender, on: session)
    {
      throw TransportError(.malformed, "The frame's type does not belong on this session.")
    }
    try self.init(decoding: bytes)
  }
}

extension Frame.Kind {
  func isAllowed(from sender: Frame.Sender, on session: Frame.Session) -> Bool {
    switch (self, sender, session) {
    case (.push, .device, .push), (.deliver, .relay, .receive), (.heartbeat, _, .receive),
      (.ack, .relay, .push), (.error, .relay, _), (.deliverAck, .device, .receive):
      true
    case (.push, _, _), (.deliver, _, _), (.heartbeat, _, _), (.ack, _, _), (.error, _, _),
      (.deliverAck, _, _):
      false
    }
  }
}
