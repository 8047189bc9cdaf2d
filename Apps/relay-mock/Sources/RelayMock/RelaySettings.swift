/// How long the relay waits for a device before it ends the connection.
///
/// All four may be shortened and none lengthened.
public struct RelayDeadlines: Hashable, Sendable {
  /// From accepting a connection to the end of its handshake.
  public var handshake = RelayLimits.handshakeDeadline
  /// A Push Session without a whole frame.
  public var pushIdle = RelayLimits.pushIdleDeadline
  /// A Receive Session without a whole frame.
  public var receiveIdle = RelayLimits.receiveIdleDeadline
  /// One write to a device that does not read.
  public var write = RelayLimits.writeDeadline

  /// The longest that are allowed.
  public init() {}
}

/// What an operator decides about a relay.
public struct RelaySettings: Hashable, Sendable {
  /// Where the store and the key live; made when absent.
  public var directory: String
  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The host that the Relay Address names; nil for the one listened on.
  public var advertisedHost: String?
  /// 0 picks a free port, here and below.
  public var receivePort = RelayLimits.receivePort
  /// See `receivePort`.
  public var pushPort = RelayLimits.pushPort
  /// Bound to loopback whatever `host` says; nil for no health page.
  public var healthPort: UInt16? = RelayLimits.healthPort
  /// The longest envelope taken, in bytes; longer ones are refused as `tooLarge`.
  public var envelopeByteCountMax = RelayLimits.envelopeByteCountMax
  /// Connections open at once on each listener; further ones are closed.
  public var connectionCountMax = RelayLimits.connectionCountMax
  /// How long the relay waits for a device.
  public var deadlines = RelayDeadlines()
  /// Lets notes name key prefixes, sizes and blob ids.
  public var isDevelopment = false

  /// The defaults, on a data directory.
  public init(directory: String) {
    self.directory = directory
  }

  /// Settings for a test suite: loopback, free ports, all else as in production.
  public static func forTests(directory: String) -> RelaySettings {
    var settings = RelaySettings(directory: directory)
    settings.receivePort = 0
    settings.pushPort = 0
    settings.healthPort = 0
    return settings
  }

  /// Refuses values outside their limits, naming the value and the limit.
  ///
  /// - Throws: `RelayError`, code `invalidSetting`.
  public func check() throws(RelayError) {
    let sizes = RelayLimits.envelopeByteCountFloor...RelayLimits.envelopeByteCountMax
    guard sizes.contains(envelopeByteCountMax) else {
      throw RelayError(
        .invalidSetting,
        "envelope size \(envelopeByteCountMax) is outside "
          + "\(sizes.lowerBound) to \(sizes.upperBound) bytes")
    }
    guard connectionCountMax >= 1 else {
      throw RelayError(
        .invalidSetting, "connection count \(connectionCountMax) is below 1")
    }
    try check(deadlines.handshake, "handshake deadline", RelayLimits.handshakeDeadline)
    try check(deadlines.pushIdle, "push idle deadline", RelayLimits.pushIdleDeadline)
    try check(deadlines.receiveIdle, "receive idle deadline", RelayLimits.receiveIdleDeadline)
    try check(deadlines.write, "write deadline", RelayLimits.writeDeadline)
  }

  private func check(
    _ value: Duration, _ name: String, _ limit: Duration
  ) throws(RelayError) {
    guard value > .zero, value <= limit else {
      throw RelayError(
        .invalidSetting, "\(name) \(value) is outside more than 0 to \(limit)")
    }
  }
}
