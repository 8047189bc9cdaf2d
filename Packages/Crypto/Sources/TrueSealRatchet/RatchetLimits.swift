/// Sizes in bytes, and bounds on what a peer can make a ratchet do and keep.
public enum RatchetLimits {
  /// A message's header: ratchet key ‖ length of the chain before ‖ number.
  public static let headerByteCount = 40
  /// What a proof of the current session takes: ratchet key ‖ number ‖ code.
  public static let proofByteCount = 68
  /// The short name of a session.
  public static let sessionTagByteCount = 8
  /// A bundle without and with a one-time prekey.
  public static let bundleByteCounts = [134, 170]
  /// An opening without and with a one-time prekey.
  public static let openingByteCounts = [38, 42]
  /// A stored prekey: version ‖ id ‖ secret.
  public static let prekeyByteCount = 69

  /// Our choices; a peer may be built with others.
  public enum Chosen {
    /// How many messages one chain may miss before a message that is still read.
    public static let skippedAtOnceMax = 1_000
    /// How many skipped keys are kept; the oldest give way.
    public static let skippedInAllMax = 2_000
    /// How many ended chains are remembered, to tell a late copy from a forgery.
    public static let pastChainCountMax = 32
    /// The longest message; one is held whole, so it must stay small.
    public static let messageByteCountMax = 1 << 20
  }

  /// How many keys lie in one piece, so that taking one copies no more than these.
  static let pieceKeyCount = 64
  /// A bound on any stored state: fixed parts, past chains, and every skipped key in its own chain.
  static let stateByteCountMax =
    512 + Chosen.pastChainCountMax * 36 + Chosen.skippedInAllMax * (32 + 2 + 36)
}
