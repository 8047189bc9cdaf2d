public import TrueSealTransport

/// Takes connections of devices, as a relay does.
public final class RelayListener: Sendable {
  /// Where it listens; the one the system chose when 0 was asked for.
  public let port: UInt16

  private let channel: Channel

  /// Listens on an address of this machine; port 0 lets the system choose.
  ///
  /// Blocks while `host` is looked up, unless it is a numeric address.
  /// - Throws: `LinkError`, code `unreachable`, when the address is not ours or is taken.
  public init(host: String, port: UInt16, eventLoop: EventLoop = .shared) throws(LinkError) {
    let numeric = Socket.resolve(host: host, port: port, numericOnly: true)
    let addresses =
      numeric.isEmpty ? Socket.resolve(host: host, port: port, numericOnly: false) : numeric
    guard let address = addresses.first, let socket = Socket.listener(on: address) else {
      throw LinkError(.unreachable, "The address cannot be listened on.")
    }
    self.port = socket.port
    channel = try Channel(socket.descriptor, on: eventLoop)
  }

  deinit {
    close()
  }

  /// Waits for the next connection; nil once closed.
  ///
  /// While the process is out of descriptors, connections stay in the system's queue and a new
  /// attempt is made ten times a second.
  /// - Throws: `LinkError`, code `cancelled`.
  public func accept() async throws(LinkError) -> IncomingConnection? {
    do throws(LinkError) {
      while true {
        switch channel.accept() {
        case .accepted(let descriptor):
          if let connection = connection(descriptor) { return connection }
        case .blocked:
          try await channel.readable.wait()
        case .exhausted:
          try await pause()
        case .failed:
          return nil
        }
      }
    } catch {
      if error.code == .closed { return nil }
      throw error
    }
  }

  /// Stops listening, so that a waiting `accept` ends with nil; may be called again.
  public func close() {
    channel.close(LinkError(.closed, "The listener was closed."))
  }

  /// Nil when the system cannot watch another socket; then that one connection is dropped.
  private func connection(_ descriptor: Int32) -> IncomingConnection? {
    guard let accepted = try? Channel(descriptor, on: channel.loop) else { return nil }
    return IncomingConnection(ByteStream(accepted), acceptedAt: channel.loop.now)
  }

  private func pause() async throws(LinkError) {
    let loop = channel.loop
    do throws(LinkError) {
      try await Signal(on: loop).wait(until: loop.now + RelayLinkLimits.Chosen.acceptPause)
    } catch {
      guard error.code == .timedOut else { throw error }
    }
  }
}
