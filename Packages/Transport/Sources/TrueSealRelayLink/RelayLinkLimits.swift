/// Bounds of a connection to the relay; the first group is part of the protocol.
public enum RelayLinkLimits {
  /// Where a relay takes Receive Sessions when its address does not say (W-05).
  public static let receivePort: UInt16 = 7_700
  /// Where a relay takes Push Sessions when its address does not say (W-05).
  public static let pushPort: UInt16 = 7_701
  /// Characters of a host name (W-05; RFC 1035 section 2.3.4).
  public static let hostCharacterCountMax = 253
  /// Characters between two dots of a host name (W-05; RFC 1035 section 2.3.4).
  public static let labelCharacterCountMax = 63
  /// How long a side that has said its last word reads on (W-11, W-22).
  public static let drainTime = Duration.seconds(2)

  /// Our choices; a peer may be built with others.
  public enum Chosen {
    /// Bytes encrypted ahead of one write, unless a single frame is longer.
    public static let batchByteCount = 65_536
    /// Bytes a connection asks for at once while it does not know how many will come.
    public static let readByteCount = 16_384
    /// Writes one task makes in a row before the event thread goes on in its place.
    public static let writesInRowMax = 16
    /// Name lookups that may run at once; the C library offers no way to stop one.
    public static let lookupsMax = 4
    /// Pause before accepting again after descriptors ran out.
    public static let acceptPause = Duration.milliseconds(100)
    /// News taken from the system in one go.
    static let eventsMax = 256
  }
}
