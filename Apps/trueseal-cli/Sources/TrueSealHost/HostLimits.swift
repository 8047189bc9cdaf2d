/// The bounds this host keeps; each with its unit in its name.
enum HostLimits {
  /// How many connections are open at a time.
  static let connectionCountMax = 64
  /// How long a connection may be idle, in seconds.
  static let idleSeconds = 30
  /// How many lines of what happened are kept for the page that shows the state.
  static let logLineCountMax = 200
  /// How often the port of before is asked for, before another is drawn (UR-55).
  static let portTryCountMax = 3
  /// How long a page may take to be ready unless told otherwise, in seconds (U-38).
  static let readySeconds: UInt64 = 15
}
