import TrueSealTransport

extension ByteStream {
  /// Writes a handshake message behind its length, and `prefix` before both.
  func sendMessage(
    _ message: [UInt8], after prefix: [UInt8] = [], until deadline: Duration
  ) async throws(LinkError) {
    let length = Self.length(of: message.count)
    try await send(prefix + length + message, until: deadline)
  }

  /// Reads the handshake's next message, length included.
  func receiveMessage(
    to handshake: inout NoiseHandshake, until deadline: Duration
  ) async throws(LinkError) {
    let length = try await receive(TransportLimits.messageLengthByteCount, until: deadline)
    try await receiveMessage(behind: length, to: &handshake, until: deadline)
  }

  /// Reads the handshake's next message, which has one length only and carries nothing (W-12).
  func receiveMessage(
    behind length: [UInt8], to handshake: inout NoiseHandshake, until deadline: Duration
  ) async throws(LinkError) {
    guard let byteCount = handshake.nextMessageByteCount, length == Self.length(of: byteCount)
    else { throw LinkError(.handshakeFailed, "A handshake message has another length.") }
    let message = try await receive(byteCount, until: deadline)
    guard try handshake.read(message).isEmpty else {
      throw LinkError(.handshakeFailed, "A handshake message carries a payload.")
    }
  }

  private static func length(of byteCount: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: byteCount >> 8), UInt8(truncatingIfNeeded: byteCount)]
  }
}
