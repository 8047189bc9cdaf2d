import Testing
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

/// A relay's listener and what a device needs to reach it, on this machine and an event loop of
/// their own.
struct RelayPair: ~Copyable {
  let loop: EventLoop
  let listener: RelayListener
  let relayKey = AgreementKey.generate(from: .system)
  let deviceKey = AgreementKey.generate(from: .system)

  /// On a clock that stands still unless a loop is given, so that no deadline passes on a busy machine.
  init(loop: EventLoop = ManualTime().loop) throws {
    self.loop = loop
    listener = try RelayListener(host: "127.0.0.1", port: 0, eventLoop: loop)
  }

  deinit {
    listener.close()
  }

  func connector(
    deadlines: LinkDeadlines = .device, relayKey: [UInt8]? = nil
  ) throws -> RelayConnector {
    RelayConnector(
      address: try RelayAddress(
        relayKey: relayKey ?? self.relayKey.publicKey, host: "127.0.0.1",
        receivePort: listener.port, pushPort: listener.port),
      deadlines: deadlines, eventLoop: loop)
  }

  func accept() async throws -> IncomingConnection {
    try #require(try await listener.accept())
  }

  /// Both ends of a Receive Session.
  func receiveSession(
    device: LinkDeadlines = .device, relay: LinkDeadlines = .relayReceive
  ) async throws -> (device: NoiseLink, relay: NoiseLink) {
    let connector = try connector(deadlines: device)
    let secret = deviceKey.secret().exposed()
    async let opened = {
      try await connector.openReceive(as: AgreementKey(secret: SecretBytes(secret)))
    }()
    let answered = try await accept().handshakeReceive(with: relayKey, deadlines: relay)
    return (try await opened, answered)
  }

  /// Both ends of a Push Session.
  func pushSession(
    device: LinkDeadlines = .device, relay: LinkDeadlines = .relayPush
  ) async throws -> (device: NoiseLink, relay: NoiseLink) {
    let connector = try connector(deadlines: device)
    async let opened = connector.openPush()
    let answered = try await accept().handshakePush(with: relayKey, deadlines: relay)
    return (try await opened, answered)
  }
}
