/// Every number of this module; those outside `Chosen` are the protocol's, equal on all devices.
public enum TransportLimits {
  /// The Transport Version this module speaks (W-10).
  public static let transportVersion: UInt16 = 1

  /// The End-to-End Version this release seals with (section 4).
  public static let endToEndVersion: UInt16 = 1

  /// Bytes of an Ed25519 or X25519 public key.
  public static let keyByteCount = 32

  /// Bytes of a SHA-256 hash, and so of a view (W-31).
  public static let hashByteCount = 32

  /// Bytes of an Ed25519 signature.
  public static let signatureByteCount = 64

  /// The longest message behind a u16 length (W-13).
  public static let messageByteCountMax = 65_535

  /// Bytes of the length before each message (W-13).
  public static let messageLengthByteCount = 2

  /// The longest frame: a message less the 16 bytes of its authentication tag (W-13).
  public static let frameByteCountMax = 65_519

  /// Bytes of a frame's type and length (section 3).
  public static let frameHeaderByteCount = 5

  /// The longest envelope a Push can carry: a frame less its header and the recipient.
  public static let pushedEnvelopeByteCountMax = 65_482

  /// Bytes of an envelope's header (section 4).
  public static let envelopeHeaderByteCount = 66

  /// The shortest envelope of version 1: header, 256 padded bytes, 16 bytes of tag.
  public static let envelopeByteCountMin = 338

  /// The longest envelope of version 1: header, 63,488 padded bytes, 16 bytes of tag.
  public static let envelopeByteCountMax = 63_570

  /// Bytes of the authentication tag at the end of a ciphertext.
  public static let authenticationTagByteCount = 16

  /// Bytes of a sealed plaintext before its payload (W-31).
  public static let contentHeaderByteCount = 90

  /// The longest body of one message (W-35).
  public static let bodyByteCountMax = 61_440

  /// The least a sealed plaintext is padded to (W-34).
  public static let paddedByteCountMin = 256

  /// The largest number that is stored: sequence and timestamp.
  public static let storedNumberMax = UInt64(Int64.max)

  /// The largest window a body may be deflated with, as a power of two (W-33).
  public static let deflateWindowBitsMax = 15

  /// Our choices; a peer may be built with others.
  public enum Chosen {
    /// What a message reader holds at most: two of the longest messages with their lengths.
    public static let bufferedByteCountMax = 131_074

    /// zlib's compression level: its own default, the knee between size and time.
    public static let deflateLevel = 6

    /// zlib's memory level: its own default, about 256 KiB a state.
    public static let deflateMemoryLevel = 8

    /// Frames one direction of a loopback holds before a sender waits.
    public static let loopbackFrameCountMax = 64

    /// Pushes a device leaves unanswered on one session at most.
    public static let unansweredPushCountMax = 64

    /// Recipients a relay remembers to have refused on one session at most.
    public static let refusedRecipientCountMax = 4_096
  }
}
