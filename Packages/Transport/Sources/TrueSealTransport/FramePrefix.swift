/// The two bytes of length before every message (W-13).
public enum FramePrefix {
  /// The message behind its length, as it goes to the socket.
  ///
  /// - Throws: `TransportError`, code `tooLong`, above `TransportLimits.messageByteCountMax` bytes.
  public static func prefixed(_ message: [UInt8]) throws(TransportError) -> [UInt8] {
    guard message.count <= TransportLimits.messageByteCountMax else {
      throw TransportError(.tooLong, "A message has at most 65,535 bytes.")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(TransportLimits.messageLengthByteCount + message.count)
    BigEndian.append(UInt16(message.count), to: &bytes)
    bytes.append(contentsOf: message)
    return bytes
  }
}
