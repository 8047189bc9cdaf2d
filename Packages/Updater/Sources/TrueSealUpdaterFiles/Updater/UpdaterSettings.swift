public import TrueSealUpdater

/// What is compiled into a host, and what it is given at its start.
public struct UpdaterSettings: Sendable {
  /// The app's folder for what it keeps; the updater uses `valence` in it (U-24).
  public var appSupport: String
  /// Where the channel's files are.
  public var url: ChannelURL
  /// The channel.
  public var channel: Channel
  /// The host, as far as bundles depend on it.
  public var host: Host
  /// The keys whose signatures count.
  public var keys: TrustedKeys
  /// Begins a SHA-256 of a file.
  public var beginDigest: @Sendable () -> any FileDigest
  /// What ships with the app.
  public var builtIn: BuiltInBundle?
  /// The app's data; a bundle that requires any is refused where there is none.
  public var buckets: (any BucketSource)?
  /// The most bytes a release may make the phone download (U-16).
  public var missingByteCountMax = UpdaterLimits.missingByteCountMax
  /// The most files downloaded at a time (UX-02).
  public var downloadCountMax = UpdaterLimits.Chosen.downloadCountMax
  /// Whether pointers must be signed and dated (UX-04).
  public var demandsSignedPointer = false
  /// The foreground time a trial has; only for hosts that try things out is it less (U-38).
  public var readyTime = UpdaterLimits.readyTime
  /// Whether starts, returns to the foreground and the half-hour make the updater look by itself (U-01).
  public var checksBySelf = true
  /// A PEM file of authorities that replaces the system's.
  public var certificates: String?
  /// Excludes a folder from backups, where the platform has any; called at each start (UR-57).
  public var excludeFromBackup: @Sendable (_ path: String) -> Void = { _ in }
  /// Hears what happens, in order, on the updater's own queue; must return soon.
  public var report: @Sendable (UpdaterEvent) -> Void = { _ in }
  /// Time, chance and the network.
  public var parts = UpdaterParts.live

  /// Takes what has no default.
  public init(
    appSupport: String, url: ChannelURL, channel: Channel, host: Host, keys: TrustedKeys,
    beginDigest: @escaping @Sendable () -> any FileDigest, builtIn: BuiltInBundle? = nil
  ) {
    self.appSupport = appSupport
    self.url = url
    self.channel = channel
    self.host = host
    self.keys = keys
    self.beginDigest = beginDigest
    self.builtIn = builtIn
  }
}
