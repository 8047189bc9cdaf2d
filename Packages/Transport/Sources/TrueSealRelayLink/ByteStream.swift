import Synchronization
package import TrueSealTransport

/// A connection before frames travel on it: bytes out, an exact number of bytes in.
package final class ByteStream: Sendable {
  let channel: Channel
  private let buffer = Mutex(ReceiveBuffer())

  init(_ channel: Channel) {
    self.channel = channel
  }

  /// Connects to the first address of a host that answers; each gets a fair share of the time.
  ///
  /// - Throws: `unreachable`, `timedOut`, `cancelled`.
  package static func connecting(
    host: String, port: UInt16, deadlines: LinkDeadlines, on loop: EventLoop
  ) async throws(LinkError) -> ByteStream {
    let addresses = try await loop.resolver.addresses(
      of: host, port: port, until: loop.now + deadlines.resolve, on: loop)
    let deadline = loop.now + deadlines.connect
    var failure = LinkError(.unreachable, "The name has no address.")
    for (index, address) in addresses.enumerated() {
      let share = max(deadline - loop.now, .zero) / (addresses.count - index)
      do throws(LinkError) {
        return ByteStream(
          try await Channel.connecting(to: address, until: loop.now + share, on: loop))
      } catch {
        guard error.code != .cancelled else { throw error }
        failure = error
      }
    }
    throw failure
  }

  /// Writes all of `bytes`.
  ///
  /// - Throws: `closed` when the peer is gone, `timedOut`, `cancelled`.
  package func send(_ bytes: [UInt8], until deadline: Duration) async throws(LinkError) {
    var start = 0
    while start < bytes.count {
      switch channel.write(bytes, from: start) {
      case .moved(let count): start += count
      case .blocked: try await channel.writable.wait(until: deadline)
      case .ended, .failed: throw channel.readable.failure ?? Self.broken
      }
    }
  }

  /// Waits for exactly `count` bytes.
  ///
  /// - Throws: `closed` when the peer ends before they came, `timedOut`, `cancelled`.
  package func receive(_ count: Int, until deadline: Duration) async throws(LinkError) -> [UInt8] {
    while true {
      let step = buffer.withLock { buffer -> (bytes: [UInt8]?, transfer: Transfer) in
        if buffer.count >= count { return (buffer.take(count), .moved(count)) }
        return (nil, buffer.fill(from: channel, toward: count))
      }
      if let bytes = step.bytes { return bytes }
      switch step.transfer {
      case .moved: continue
      case .blocked: try await channel.readable.wait(until: deadline)
      case .ended: throw LinkError(.closed, "The peer ended the connection.")
      case .failed: throw channel.readable.failure ?? Self.broken
      }
    }
  }

  /// Sends `bytes` as the last ones and reads on for a moment, so that the peer gets to see them.
  package func finish(with bytes: [UInt8], until deadline: Duration) async {
    do throws(LinkError) {
      try await send(bytes, until: deadline)
      try await channel.endWritingAndDrain()
    } catch {
      // Whoever is not there any more needs no farewell.
    }
    close()
  }

  /// Gives the connection up; calls that wait end with `closed`.
  package func close() {
    channel.close(LinkError(.closed, "The connection was closed on this side."))
  }

  /// Hands what has arrived to the session that follows.
  func takeBuffer() -> ReceiveBuffer {
    buffer.withLock { buffer in
      defer { buffer = ReceiveBuffer() }
      return buffer
    }
  }

  private static var broken: LinkError { LinkError(.closed, "The connection broke.") }
}

extension Channel {
  /// Says that nothing more will be sent, then reads and forgets until the peer ends or 2 s passed.
  ///
  /// Closing at once would make the system throw away what the peer has not read yet, if any of the
  /// peer's bytes were still unread here.
  func endWritingAndDrain() async throws(LinkError) {
    let deadline = loop.now + RelayLinkLimits.drainTime
    endWriting()
    let readable = takeOverReading()
    var scrap = [UInt8](repeating: 0, count: RelayLinkLimits.Chosen.readByteCount)
    while loop.now < deadline {
      switch read(into: &scrap, from: 0) {
      case .moved: continue
      case .blocked: try await readable.wait(until: deadline)
      case .ended, .failed: return
      }
    }
  }
}
