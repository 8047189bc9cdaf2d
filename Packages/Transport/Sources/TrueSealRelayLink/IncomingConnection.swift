import Synchronization
public import TrueSealCrypto
public import TrueSealTransport

/// A connection a relay has accepted and does not know anything about yet.
///
/// Its deadline for the handshake counts from when it was accepted. Dropping it closes it.
public final class IncomingConnection: Sendable {
  package let stream: ByteStream
  private let acceptedAt: Duration
  private let isTaken = Atomic(false)

  init(_ stream: ByteStream, acceptedAt: Duration) {
    self.stream = stream
    self.acceptedAt = acceptedAt
  }

  deinit {
    if !isTaken.load(ordering: .relaxed) { stream.close() }
  }

  /// Answers a device that opens a Receive Session; the link's `remoteKey` is the device's (W-12).
  ///
  /// Whatever fails closes the connection. May be called once, and instead of `handshakePush`.
  /// - Throws: `LinkError`: `malformed` for a connection that does not begin with a version prefix,
  ///   `versionUnsupported` after the device was told so, which takes up to two seconds more,
  ///   `handshakeFailed`, `timedOut`, `closed`, `cancelled`.
  public func handshakeReceive(
    with relayKey: borrowing AgreementKey, deadlines: LinkDeadlines = .relayReceive,
    speaking versions: ClosedRange<UInt16> = IncomingConnection.versions,
    entropy: Entropy = .system
  ) async throws(LinkError) -> NoiseLink {
    let deadline = begin(deadlines)
    do throws(LinkError) {
      let prefix = try await readPrefix(speaking: versions, until: deadline)
      var handshake = try NoiseHandshake(
        .xx, .responder, prologue: prefix, staticKey: relayKey, entropy: entropy)
      try await stream.receiveMessage(to: &handshake, until: deadline)
      try await stream.sendMessage(handshake.write(), until: deadline)
      try await stream.receiveMessage(to: &handshake, until: deadline)
      return try NoiseLink(stream, handshake, with: .device, deadlines: deadlines)
    } catch {
      stream.close()
      throw error
    }
  }

  /// Answers a device that opens a Push Session and stays anonymous; otherwise as
  /// `handshakeReceive`.
  public func handshakePush(
    with relayKey: borrowing AgreementKey, deadlines: LinkDeadlines = .relayPush,
    speaking versions: ClosedRange<UInt16> = IncomingConnection.versions,
    entropy: Entropy = .system
  ) async throws(LinkError) -> NoiseLink {
    let deadline = begin(deadlines)
    do throws(LinkError) {
      let prefix = try await readPrefix(speaking: versions, until: deadline)
      var handshake = try NoiseHandshake(
        .nk, .responder, prologue: prefix, staticKey: relayKey, entropy: entropy)
      try await stream.receiveMessage(to: &handshake, until: deadline)
      try await stream.sendMessage(handshake.write(), until: deadline)
      return try NoiseLink(stream, handshake, with: .device, deadlines: deadlines)
    } catch {
      stream.close()
      throw error
    }
  }

  /// Closes without an answer; may be called again.
  public func close() {
    stream.close()
  }

  /// The Transport Versions this module speaks.
  public static let versions =
    TransportLimits.transportVersion...TransportLimits.transportVersion

  private func begin(_ deadlines: LinkDeadlines) -> Duration {
    let wasTaken = isTaken.exchange(true, ordering: .relaxed)
    precondition(!wasTaken, "A connection is answered once.")
    return acceptedAt + deadlines.handshake
  }

  /// The ten bytes; a version nobody speaks here is answered, anything else is not (W-11).
  private func readPrefix(
    speaking versions: ClosedRange<UInt16>, until deadline: Duration
  ) async throws(LinkError) -> [UInt8] {
    let magic = try await stream.receive(Self.magic.count, until: deadline)
    guard magic == Self.magic else { throw Self.noPrefix }
    let version = try await stream.receive(
      VersionPrefix.byteCount - magic.count, until: deadline)
    guard let prefix = try? VersionPrefix(decoding: magic + version) else { throw Self.noPrefix }
    if let refusal = prefix.refusal(speaking: versions) {
      await stream.finish(with: refusal.encoded(), until: deadline)
      throw LinkError(.versionUnsupported, "The device speaks another version.")
    }
    return prefix.encoded()
  }

  /// What stands before the version in a prefix.
  private static let magic = Array(VersionPrefix().encoded().dropLast(2))

  private static var noPrefix: LinkError {
    LinkError(.malformed, "The connection does not begin with a version prefix.")
  }
}
