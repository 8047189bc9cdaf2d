/// Bytes in, whole messages out: undoes `FramePrefix`, however the bytes were sliced (W-13).
///
/// Whoever feeds it drains it: append at most `room` bytes, then call `next` until it is nil.
/// After draining there is room for 65,536 bytes or more.
public struct FrameReader: Sendable {
  /// The longest message accepted; a handshake sets it to the exact length it expects.
  public var messageByteCountMax: Int

  private var buffer: [UInt8] = []
  private var start = 0

  /// Starts with nothing buffered.
  public init(messageByteCountMax: Int = TransportLimits.messageByteCountMax) {
    self.messageByteCountMax = messageByteCountMax
  }

  /// Bytes held that no message was made of yet; not zero at the stream's end means it was cut.
  public var bufferedByteCount: Int { buffer.count - start }

  /// How many bytes `append` takes now.
  public var room: Int { TransportLimits.Chosen.bufferedByteCountMax - bufferedByteCount }

  /// Takes the next bytes of the stream, at most `room`; more is an error of the caller.
  public mutating func append(_ bytes: [UInt8]) {
    makeRoom(for: bytes.count)
    buffer.append(contentsOf: bytes)
  }

  /// Takes the next bytes of the stream, at most `room`; more is an error of the caller.
  public mutating func append(_ bytes: Span<UInt8>) {
    makeRoom(for: bytes.count)
    buffer.append(addingCapacity: bytes.count) { output in
      for index in bytes.indices { output.append(bytes[index]) }
    }
  }

  /// The next whole message, or nil when more bytes are needed; an empty message is a message.
  ///
  /// - Throws: `TransportError`, code `malformed`, as soon as a length above `messageByteCountMax`
  ///   is seen, and again on every later call.
  public mutating func next() throws(TransportError) -> [UInt8]? {
    let prefix = TransportLimits.messageLengthByteCount
    guard bufferedByteCount >= prefix else { return nil }
    let length = Int(BigEndian.number(at: start, in: buffer, as: UInt16.self))
    guard length <= messageByteCountMax else {
      throw TransportError(.malformed, "A message is longer than may come now.")
    }
    guard bufferedByteCount >= prefix + length else { return nil }
    let message = Array(buffer[start + prefix..<start + prefix + length])
    start += prefix + length
    return message
  }

  /// Forgets what was read, once it is worth moving the rest.
  private mutating func makeRoom(for byteCount: Int) {
    precondition(byteCount <= room, "The reader was not drained.")
    guard start > 0 else { return }
    buffer.removeFirst(start)
    start = 0
  }
}
