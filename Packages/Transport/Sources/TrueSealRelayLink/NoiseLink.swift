import Synchronization
public import TrueSealTransport

/// A session with the other end of a connection: frames, encrypted and in order.
///
/// Any number of tasks may send and receive. A deadline, forged bytes or a broken connection end the
/// session for good: what waits then, and every later call, fails with the first reason.
public final class NoiseLink: Link {
  /// The X25519 key the other end has proven; nil for an anonymous device.
  public let remoteKey: [UInt8]?
  /// What both ends know and nobody can bring about a second time.
  public let handshakeHash: [UInt8]
  /// Which kind of session this is.
  public let session: Frame.Session

  private let channel: Channel
  private let readable: Signal
  private let outlet: Outlet
  private let inlet: Mutex<Inlet>
  private let idleTime: Duration
  private let peer: Frame.Sender

  /// Goes on where the handshake ended; `peer` says which side the other end is.
  init(
    _ stream: ByteStream, _ handshake: consuming NoiseHandshake, with peer: Frame.Sender,
    deadlines: LinkDeadlines
  ) throws(LinkError) {
    remoteKey = handshake.remoteKey
    session = handshake.pattern == .xx ? .receive : .push
    self.peer = peer
    let keys = try handshake.split()
    channel = stream.channel
    readable = channel.readable
    handshakeHash = keys.handshakeHash
    idleTime = deadlines.idle
    outlet = Outlet(channel, keys.sending, writeTime: deadlines.write)
    inlet = Mutex(Inlet(keys.receiving, stream.takeBuffer(), now: channel.loop.now))
  }

  deinit {
    close()
  }

  /// Bytes of frames given to `send` that the socket has not taken yet.
  public var unwrittenByteCount: Int { outlet.unwrittenByteCount }

  /// Sends a frame; returns when the socket has it, which says nothing about arrival.
  ///
  /// - Throws: `LinkError`: `closed`, `timedOut` when the peer does not read, `cancelled`. A frame
  ///   of a cancelled task is sent whole or not at all, and the session goes on.
  public func send(_ frame: Frame) async throws(LinkError) {
    try await outlet.send([frame.encoded()])
  }

  /// Sends frames with nothing between them, in as few writes as possible; otherwise as one frame.
  public func send(_ frames: [Frame]) async throws(LinkError) {
    guard !frames.isEmpty else { return }
    try await outlet.send(frames.map { $0.encoded() })
  }

  /// Waits for the next frame; nil once the peer has ended its side.
  ///
  /// - Throws: `LinkError`: `closed`, `timedOut` when no whole frame came in time, `cancelled`, and
  ///   `malformed`. Bytes that decrypt but are no frame the peer may send here leave the session
  ///   open, so that the caller can answer with `finish`; `receiveMessage` tells them apart.
  public func receive() async throws(LinkError) -> Frame? {
    guard let message = try await receiveMessage() else { return nil }
    do throws(TransportError) {
      return try Frame(decoding: message, from: peer, on: session)
    } catch {
      throw LinkError(.malformed, error.detail)
    }
  }

  /// Waits for the next frame's bytes, decrypted and not yet looked at; otherwise as `receive`.
  public func receiveMessage() async throws(LinkError) -> [UInt8]? {
    while true {
      if let failure = readable.failure { throw failure }
      let step = inlet.withLock { $0.step(from: channel) }
      switch step {
      case .waiting(let since):
        try await waitForBytes(until: since + idleTime)
        continue
      case .message(let bytes):
        readable.nudge()
        return bytes
      case .ended:
        readable.nudge()
        return nil
      case .failed(let error):
        // Another task may have closed the socket under this one; then its reason counts.
        let reason = readable.failure ?? error
        end(with: reason)
        throw reason
      }
    }
  }

  /// Sends what was sent before and then `frame`, and ends the session so that the peer can read it.
  ///
  /// Ends calls to `receive` with `closed`, ends its own side, reads and drops for at most two
  /// seconds what the peer still sends, then closes (W-22). Only the first call does anything.
  public func finish(with frame: Frame?) async {
    await finish(with: frame.map { [$0] } ?? [])
  }

  /// Sends what was sent before and then `frames`, and ends the session as for one frame.
  public func finish(with frames: [Frame]) async {
    guard outlet.beginFinishing() else { return }
    do throws(LinkError) {
      readable.fail(LinkError(.closed, "The session is ending."))
      try await outlet.send(frames.map { $0.encoded() }, asLast: true)
      try await channel.endWritingAndDrain()
    } catch {
      // Whoever is not there any more needs no farewell.
    }
    close()
  }

  /// Ends the session at once, and calls that wait with `closed`; may be called again.
  public func close() {
    end(with: LinkError(.closed, "The session was closed on this side."))
  }

  private func waitForBytes(until deadline: Duration) async throws(LinkError) {
    do throws(LinkError) {
      try await readable.wait(until: deadline)
    } catch {
      if error.code == .timedOut { end(with: error) }
      throw error
    }
  }

  private func end(with reason: LinkError) {
    channel.close(reason)
    outlet.fail(reason)
  }
}
