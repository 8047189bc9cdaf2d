import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

/// Either end of a connection, spoken by hand: any bytes, in any pieces, right or wrong.
struct RawEnd: Sendable {
  let stream: ByteStream
  /// Far enough away never to matter.
  let deadline: Duration

  /// A device's end, connected to a listener on this machine.
  static func device(to port: UInt16, on loop: EventLoop) async throws -> RawEnd {
    RawEnd(
      stream: try await .connecting(
        host: "127.0.0.1", port: port, deadlines: .device, on: loop),
      deadline: loop.now + .seconds(100_000))
  }

  /// A relay's end; the connection must be kept as long as it.
  static func relay(_ connection: IncomingConnection, on loop: EventLoop) -> RawEnd {
    RawEnd(stream: connection.stream, deadline: loop.now + .seconds(100_000))
  }

  func send(_ bytes: [UInt8]) async throws(LinkError) {
    try await stream.send(bytes, until: deadline)
  }

  func receive(_ count: Int) async throws(LinkError) -> [UInt8] {
    try await stream.receive(count, until: deadline)
  }

  /// The length and the message behind it.
  func receiveMessage() async throws(LinkError) -> [UInt8] {
    let length = try await receive(2)
    return try await receive(Int(length[0]) << 8 | Int(length[1]))
  }

  static func behindLength(_ message: [UInt8]) -> [UInt8] {
    [UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
  }

  /// Whether the peer ended its side without sending another byte.
  func sawEnd() async -> Bool {
    let result = await outcome { () throws(LinkError) in try await receive(1) }
    return result.code == .closed
  }

  /// Opens a session as a device that announces `version` and lets `early` go out together with its
  /// first message.
  func openSession(
    _ pattern: NoisePattern, relayKey: [UInt8], as key: borrowing AgreementKey,
    version: UInt16 = TransportLimits.transportVersion, early: [UInt8] = []
  ) async throws -> NoiseSession {
    let prefix = VersionPrefix(version: version).encoded()
    var handshake =
      pattern == .xx
      ? try NoiseHandshake(.xx, .initiator, prologue: prefix, staticKey: key)
      : NoiseHandshake(anonymousTo: relayKey, prologue: prefix)
    try await send(prefix + Self.behindLength(handshake.write()) + early)
    _ = try handshake.read(await receiveMessage())
    if !handshake.isComplete { try await send(Self.behindLength(handshake.write())) }
    return try handshake.split()
  }
}
