import Dispatch
import Foundation
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

@testable import RelayMock

/// A client that says exactly the bytes a test wants, over a blocking socket of its own.
final class RawClient {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "raw client")
  private var session: NoiseSession?

  /// The address and port it speaks from.
  let source: (host: String, port: UInt16)

  /// Connects from `source`, a loopback address; each read waits ten seconds at most.
  init(port: UInt16, from source: String = "127.0.0.1") throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.descriptor = descriptor
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    var here = Self.address(source, 0)
    var there = Self.address("127.0.0.1", port)
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    var chosenLength = length
    let isConnected = unsafe withUnsafeMutablePointer(to: &here) { here in
      unsafe here.withMemoryRebound(to: sockaddr.self, capacity: 1) { here in
        unsafe withUnsafePointer(to: &there) { there in
          unsafe there.withMemoryRebound(to: sockaddr.self, capacity: 1) { there in
            unsafe bind(descriptor, here, length) == 0
              && connect(descriptor, there, length) == 0
              && getsockname(descriptor, here, &chosenLength) == 0
          }
        }
      }
    }
    self.source = (source, UInt16(bigEndian: here.sin_port))
    guard isConnected else { throw POSIXError(.ECONNREFUSED) }
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) {
    _ = unsafe Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Exactly `count` bytes, or fewer when the relay has closed.
  func receive(_ count: Int) async -> [UInt8] {
    await blocking { descriptor in
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: count)
      while bytes.count < count {
        let size = unsafe recv(descriptor, &chunk, count - bytes.count, 0)
        guard size > 0 else { break }
        bytes += chunk[..<size]
      }
      return bytes
    }
  }

  /// Everything until the relay closes, or nil when it has not within ten seconds.
  func receiveToEnd() async -> [UInt8]? {
    await blocking { descriptor in
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while true {
        let size = unsafe recv(descriptor, &chunk, chunk.count, 0)
        if size > 0 { bytes += chunk[..<size] }
        if size == 0 || (size < 0 && errno == ECONNRESET) { return bytes }
        if size < 0 { return nil }
      }
    }
  }

  /// True when nothing has come and the relay has not closed.
  var isSilent: Bool {
    var byte: UInt8 = 0
    let size = unsafe recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT | MSG_PEEK))
    return size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
  }

  /// Opens a Push Session.
  func shakeHandsForPush(with relayKey: [UInt8]) async throws {
    let prefix = VersionPrefix().encoded()
    var handshake = NoiseHandshake(anonymousTo: relayKey, prologue: prefix)
    send(prefix + (try FramePrefix.prefixed(handshake.write())))
    _ = try handshake.read(Array(await receive(50).dropFirst(2)))
    session = try handshake.split()
  }

  /// Opens a Receive Session.
  func shakeHandsForReceive(as key: RelayKey) async throws {
    let prefix = VersionPrefix().encoded()
    var handshake = try NoiseHandshake(
      .xx, .initiator, prologue: prefix, staticKey: key.key, entropy: .system)
    send(prefix + (try FramePrefix.prefixed(handshake.write())))
    _ = try handshake.read(Array(await receive(98).dropFirst(2)))
    send(try FramePrefix.prefixed(handshake.write()))
    session = try handshake.split()
  }

  /// The bytes on the wire for one message, whatever it holds.
  func sealed(_ message: [UInt8]) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: message.count + NoiseCipher.tagByteCount)
    var target = bytes.mutableSpan
    try session?.sending.seal(message.span, into: &target)
    return try FramePrefix.prefixed(bytes)
  }

  /// The next message of the relay; nil once it has closed.
  func receiveMessage() async throws -> [UInt8]? {
    let prefix = await receive(2)
    guard prefix.count == 2 else { return nil }
    let sealed = await receive(Int(prefix[0]) << 8 | Int(prefix[1]))
    var message = [UInt8](repeating: 0, count: sealed.count - NoiseCipher.tagByteCount)
    var target = message.mutableSpan
    try session?.receiving.open(sealed.span, into: &target)
    return message
  }

  func receiveFrame() async throws -> Frame? {
    try await receiveMessage().map { try Frame(decoding: $0) }
  }

  /// Runs on a thread of its own, since tests and relays share the few of the pool.
  private func blocking<Result: Sendable>(
    _ body: @escaping @Sendable (_ descriptor: Int32) -> Result
  ) async -> Result {
    await withCheckedContinuation { waiter in
      queue.async { [descriptor] in waiter.resume(returning: body(descriptor)) }
    }
  }

  private static func address(_ host: String, _ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = unsafe inet_addr(host)
    return address
  }
}
