#if canImport(Glibc)
  import Glibc
  import TrueSealTransport
  @testable import TrueSealRelayLink

  /// A channel into a pipe of a few thousand bytes, and a peer that reads only when it is told to.
  final class NarrowRoad: Sendable {
    let channel: Channel
    private let peer: Int32

    init(on loop: EventLoop) throws(LinkError) {
      var ends: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
      guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
        throw LinkError(.unreachable, "The test has no sockets left.")
      }
      // The system rounds this up to the least it allows.
      var byteCount: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      _ = unsafe setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &byteCount, size)
      peer = ends[1]
      channel = try Channel(ends[0], on: loop)
    }

    deinit {
      channel.close(LinkError(.closed, "The test is over."))
      close(peer)
    }

    /// Reads what is on its way, once, so that a writer that refills it is not read to its end.
    func drink() {
      var scrap = [UInt8](repeating: 0, count: 8_192)
      _ = unsafe recv(peer, &scrap, scrap.count, 0)
    }
  }
#endif
