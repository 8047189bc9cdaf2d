/// How long each step of a connection may take before the connection is given up (D-16, RL-04).
///
/// Whole steps count: bytes that do not complete one extend nothing.
public struct LinkDeadlines: Hashable, Sendable {
  /// Looking up the relay's name.
  public var resolve: Duration
  /// Connecting, over all addresses of the name.
  public var connect: Duration
  /// From the accepted or connected socket to the last handshake message.
  public var handshake: Duration
  /// Handing one frame to the socket, once its turn has come.
  public var write: Duration
  /// From one whole frame received to the next.
  public var idle: Duration

  /// States every deadline.
  public init(
    resolve: Duration, connect: Duration, handshake: Duration, write: Duration, idle: Duration
  ) {
    self.resolve = resolve
    self.connect = connect
    self.handshake = handshake
    self.write = write
    self.idle = idle
  }

  /// A device's: 10 s for each step, and two heartbeat intervals between frames (D-16).
  public static let device = LinkDeadlines(
    resolve: .seconds(10), connect: .seconds(10), handshake: .seconds(10), write: .seconds(10),
    idle: .seconds(50))

  /// A relay's for Receive Sessions: 75 s between frames (RL-04).
  public static let relayReceive = LinkDeadlines(
    resolve: .seconds(10), connect: .seconds(10), handshake: .seconds(10), write: .seconds(10),
    idle: .seconds(75))

  /// A relay's for Push Sessions: 30 s between frames (RL-04).
  public static let relayPush = LinkDeadlines(
    resolve: .seconds(10), connect: .seconds(10), handshake: .seconds(10), write: .seconds(10),
    idle: .seconds(30))
}
