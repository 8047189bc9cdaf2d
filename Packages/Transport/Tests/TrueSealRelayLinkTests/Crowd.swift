import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

/// Many sessions at once, and a relay's end that echoes on each.
enum Crowd {
  /// Answers one connection and sends every Heartbeat back, until the device ends it.
  static func serve(_ connection: IncomingConnection, with key: [UInt8]) async throws {
    let link = try await connection.handshakeReceive(with: relayEnd(key))
    while let frame = try await link.receive() { try await link.send(frame) }
  }

  /// Serves a listener until it is closed and its devices have ended.
  static func serve(_ listener: RelayListener, with key: [UInt8]) async throws {
    try await withThrowingTaskGroup { group in
      while let connection = try await listener.accept() {
        group.addTask { try await serve(connection, with: key) }
      }
      try await group.waitForAll()
    }
  }

  static func open(_ count: Int, with connector: RelayConnector) async throws -> [NoiseLink] {
    let key = AgreementKey.generate(from: .system)
    var links: [NoiseLink] = []
    for _ in 0..<count { links.append(try await connector.openReceive(as: key)) }
    return links
  }

  /// Sends Heartbeats and waits for each to come back.
  static func exchange(_ count: Int, over link: NoiseLink) async throws {
    for _ in 0..<count {
      try await link.send(.heartbeat)
      let echo = try await link.receive()
      precondition(echo == .heartbeat, "Something else came back.")
    }
  }
}
