import TrueSealTransport

/// The reading end of a session: bytes in, decrypted messages out.
struct Inlet: ~Copyable {
  /// What one look at the socket came to.
  enum Step {
    case message([UInt8])
    /// Nothing is there; the next whole message is awaited since this time.
    case waiting(since: Duration)
    /// The peer sent all it had to say.
    case ended
    case failed(LinkError)
  }

  private var cipher: NoiseCipher
  private var buffer: ReceiveBuffer
  private var lastMessage: Duration

  init(_ cipher: consuming NoiseCipher, _ buffer: ReceiveBuffer, now: Duration) {
    self.cipher = cipher
    self.buffer = buffer
    lastMessage = now
  }

  /// Takes the next message from what has arrived, reading as much as it needs.
  mutating func step(from channel: Channel) -> Step {
    while true {
      var needed = TransportLimits.messageLengthByteCount
      if let length = buffer.leadingNumber {
        guard length >= NoiseCipher.tagByteCount else {
          return .failed(LinkError(.malformed, "A message is too short to be one."))
        }
        needed += length
        if buffer.count >= needed { return openMessage(needed, at: channel.loop.now) }
      }
      switch buffer.fill(from: channel, toward: needed) {
      case .moved: continue
      case .blocked: return .waiting(since: lastMessage)
      case .ended where buffer.count == 0: return .ended
      case .ended: return .failed(LinkError(.closed, "The peer ended within a message."))
      case .failed: return .failed(LinkError(.closed, "The connection broke."))
      }
    }
  }

  private mutating func openMessage(_ byteCount: Int, at now: Duration) -> Step {
    let overhead = TransportLimits.messageLengthByteCount + NoiseCipher.tagByteCount
    var message = [UInt8](repeating: 0, count: byteCount - overhead)
    do throws(LinkError) {
      try open(byteCount, into: &message)
    } catch {
      return .failed(error)
    }
    buffer.skip(byteCount)
    lastMessage = now
    return .message(message)
  }

  private mutating func open(_ byteCount: Int, into message: inout [UInt8]) throws(LinkError) {
    var target = message.mutableSpan
    let start = buffer.start + TransportLimits.messageLengthByteCount
    let storage = buffer.storage  // Not copied: the cipher may be used while it is read.
    let sealed = storage.span.extracting(start..<buffer.start + byteCount)
    try cipher.open(sealed, into: &target)
  }
}
