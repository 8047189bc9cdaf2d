/// Where this device stands with its group.
///
/// Source: rule A-02.
public enum Status: String, Hashable, Sendable, CaseIterable {
  /// In no group, and not asking to join one.
  case notJoined
  /// Has asked to join, or was overtaken by a rival change, and waits to be listed.
  case pendingJoin
  /// In the group.
  case member
  /// On its way out; ends as ``notJoined`` once everybody can hear of it.
  case leaving
  /// Ending the group for everybody; ends as ``notJoined``.
  case destroying
}

/// What moved this device to its status.
///
/// Source: rule A-02.
public enum StatusReason: String, Hashable, Sendable, CaseIterable {
  /// This device accepted the first other one, which made the group.
  case created
  /// A member admitted this device.
  case joined
  /// This device left.
  case left
  /// A member removed this device.
  case removed
  /// The group was destroyed.
  case destroyed
  /// The store came from a release too old to be read and was begun anew.
  case storeReset
  /// A rival change that did not know of this device prevailed.
  case raceLost
}

/// The state of the line on which this device receives.
///
/// Source: rules A-02, W-11, W-12.
public enum Connection: Hashable, Sendable {
  /// A Receive Session is being opened.
  case connecting
  /// A Receive Session is open.
  case connected
  /// No session is open; another attempt follows by itself.
  case disconnected(Reason)
  /// The relay speaks other Transport Versions only; it is asked again every 300 s.
  case relayVersionUnsupported(min: UInt16, max: UInt16)

  /// Why a session ended or could not be opened.
  public enum Reason: Hashable, Sendable {
    /// No session was tried yet, or the client was closed.
    case idle
    /// The relay's host could not be found or reached.
    case unreachable
    /// The relay proved another key than the one in its address.
    case wrongRelayKey
    /// The relay did not answer in time.
    case timedOut
    /// The relay, or something between, ended the session.
    case closedByRelay
    /// The relay sent something that is not the protocol.
    case protocolError
  }
}
