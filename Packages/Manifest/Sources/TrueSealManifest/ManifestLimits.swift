/// Bounds of manifests and of what carries them; changing one changes the protocol.
public enum ManifestLimits {
  /// The one layout of a manifest's bytes (W-50).
  public static let format: UInt8 = 1
  /// Bytes of a group id (W-53).
  public static let groupIDByteCount = 32
  /// Bytes of an Ed25519 or X25519 public key (W-50).
  public static let keyByteCount = 32
  /// Bytes of a manifest's hash (W-51).
  public static let hashByteCount = 32
  /// Bytes of a manifest's signature (W-52).
  public static let signatureByteCount = 64
  /// The longest label, in bytes of UTF-8 (W-03).
  public static let labelByteCountMax = 64
  /// The most members one manifest lists (M-03).
  public static let memberCountMax = 32
  /// The most carriers one manifest names, what its count byte can say (W-50).
  public static let onBehalfCountMax = 255
  /// The highest version; numbers that are stored fit a signed integer of 64 bits (W-50).
  public static let versionMax = UInt64(Int64.max)
  /// The most manifests one message carries, what its count byte can say (W-43).
  public static let messageManifestCountMax = 255
  /// The longest body of one message (W-35).
  public static let messageByteCountMax = 61_440

  /// The most manifests that wait for others, in all (M-13).
  public static let waitingCountMax = 256
  /// The most manifests of one envelope author that wait for others (M-13).
  public static let waitingPerAuthorCountMax = 16
  /// The most manifests a joiner keeps before its admission, in all (M-45).
  public static let earlyCountMax = 64
  /// The most manifests of one envelope author that a joiner keeps before its admission (M-45).
  public static let earlyPerAuthorCountMax = 8
  /// How many earlier messages of the token's key a joiner keeps (M-45).
  public static let earlierMessageCountMax = 4
  /// With so many manifests held, this device issues no further change (M-64).
  public static let heldCountMax = 4_096
  /// The most manifests of one device that is gone which are held (M-43).
  public static let heldPerGoneIssuerCountMax = 256
  /// The most manifests of one device that is gone which are passed on, ever (M-43).
  public static let passedOnPerGoneIssuerCountMax = 16
  /// The most tellings owed to the manifests of one device that is gone, ever (M-42).
  public static let tellingsPerGoneIssuerCountMax = 32
  /// How far above current a manifest may be whose ancestors will not come (M-14).
  public static let versionLeapMax: UInt64 = 10_000
  /// How many members, the first by key, tell others what they need to hear (M-42).
  public static let tellerCountMax = 3
  /// The most heads one device sends another when it asks what it missed (M-47).
  public static let headCountMax = 16
  /// How much longer each member waits than the one before it (M-34, M-42).
  public static let turnPause = Duration.seconds(5)
  /// How much longer each of several devices that lost a race waits before it tries again (M-32).
  public static let repeatPause = Duration.seconds(2)
  /// How long a view may be unknown or outdated before it counts as lost mail (M-47).
  public static let viewPatience = Duration.seconds(60)
  /// How long a device may be away without asking what it missed, in milliseconds: 20 days (M-47).
  public static let absenceMax: UInt64 = 20 * 86_400_000
  /// How long a member may say nothing of what is current before it is told once more, in
  /// milliseconds: 7 days (M-47).
  public static let silenceMax: UInt64 = 7 * 86_400_000
  /// How many devices that current does not list are reminded, the first by key (M-47).
  public static let remindedOutsiderCountMax = 16
  /// How soon after an exchange a device that asks again is taken to lack all of it, in
  /// milliseconds: 3 days (M-47).
  public static let askAgainMax: UInt64 = 3 * 86_400_000
  /// How long two devices that caught up leave each other alone, in milliseconds: 24 hours (M-47).
  public static let catchUpPause: UInt64 = 86_400_000
}
