public import TrueSealCrypto
public import TrueSealTransport

/// Opens sessions with a relay, as a device does.
public struct RelayConnector: Sendable {
  /// Where the relay is, and the key it must prove.
  public let address: RelayAddress
  /// How long each step may take.
  public let deadlines: LinkDeadlines

  private let entropy: Entropy
  private let loop: EventLoop
  private let prefix = VersionPrefix().encoded()

  /// Prepares to connect; nothing happens until a session is opened.
  public init(
    address: RelayAddress, deadlines: LinkDeadlines = .device, entropy: Entropy = .system,
    eventLoop: EventLoop = .shared
  ) {
    self.address = address
    self.deadlines = deadlines
    self.entropy = entropy
    loop = eventLoop
  }

  /// Opens a Receive Session, in which both ends prove their keys (W-12).
  ///
  /// - Throws: `LinkError`: `unreachable`, `timedOut`, `closed`, `cancelled`, `handshakeFailed`,
  ///   `malformed`; `wrongRelayKey` before the device has shown its own key; `versionUnsupported`.
  public func openReceive(as key: borrowing AgreementKey) async throws(LinkError) -> NoiseLink {
    var handshake = try NoiseHandshake(
      .xx, .initiator, prologue: prefix, staticKey: key, entropy: entropy)
    let (stream, deadline) = try await connect(to: address.receivePort)
    do throws(LinkError) {
      try await stream.sendMessage(handshake.write(), after: prefix, until: deadline)
      try await readReply(from: stream, to: &handshake, until: deadline)
      guard handshake.remoteKey == address.relayKey else {
        throw LinkError(.wrongRelayKey, "The relay proved another key than its address names.")
      }
      try await stream.sendMessage(handshake.write(), until: deadline)
      return try NoiseLink(stream, handshake, with: .relay, deadlines: deadlines)
    } catch {
      stream.close()
      throw error
    }
  }

  /// Opens a Push Session, in which the relay proves its key and the device stays anonymous (W-12).
  ///
  /// - Throws: as `openReceive`, but for `wrongRelayKey`: a relay with another key cannot answer,
  ///   which reads as `handshakeFailed` or `closed`.
  public func openPush() async throws(LinkError) -> NoiseLink {
    var handshake = NoiseHandshake(
      anonymousTo: address.relayKey, prologue: prefix, entropy: entropy)
    let (stream, deadline) = try await connect(to: address.pushPort)
    do throws(LinkError) {
      try await stream.sendMessage(handshake.write(), after: prefix, until: deadline)
      try await readReply(from: stream, to: &handshake, until: deadline)
      return try NoiseLink(stream, handshake, with: .relay, deadlines: deadlines)
    } catch {
      stream.close()
      throw error
    }
  }

  private func connect(to port: UInt16) async throws(LinkError) -> (ByteStream, Duration) {
    let stream = try await ByteStream.connecting(
      host: address.host, port: port, deadlines: deadlines, on: loop)
    return (stream, loop.now + deadlines.handshake)
  }

  /// Reads message 2, or the refusal that stands in its place.
  private func readReply(
    from stream: ByteStream, to handshake: inout NoiseHandshake, until deadline: Duration
  ) async throws(LinkError) {
    let start = try await stream.receive(
      TransportLimits.messageLengthByteCount, until: deadline)
    if VersionRefusal.magic.starts(with: start) {
      let rest = try await stream.receive(VersionRefusal.byteCount - start.count, until: deadline)
      throw Self.refused(start + rest)
    }
    try await stream.receiveMessage(behind: start, to: &handshake, until: deadline)
  }

  private static func refused(_ bytes: [UInt8]) -> LinkError {
    do throws(TransportError) {
      let refusal = try VersionRefusal(decoding: bytes)
      return LinkError(
        .versionUnsupported, "The relay speaks other versions.", supported: refusal.supported)
    } catch {
      return LinkError(.malformed, error.detail)
    }
  }
}
