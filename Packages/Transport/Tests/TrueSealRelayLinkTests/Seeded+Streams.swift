import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

extension Seeded {
  /// What a device might say first, in place of what it should.
  mutating func opening(in valid: [UInt8]) -> [UInt8] {
    let prefix = VersionPrefix().encoded()
    switch below(8) {
    case 0: return bytes(below(80))
    case 1: return prefix + bytes(below(80))
    case 2: return prefix + valid[10..<12] + bytes(valid.count - 12)
    case 3: return VersionPrefix(version: UInt16(truncatingIfNeeded: next())).encoded() + bytes(40)
    case 4: return edited(valid, lengths: [8, 10])
    default: return valid
    }
  }

  /// What a relay might answer, in place of message 2.
  mutating func answer(in valid: [UInt8]) -> [UInt8] {
    switch below(8) {
    case 0: return bytes(below(120))
    case 1: return valid[0..<2] + bytes(valid.count - 2)
    case 2: return VersionRefusal.magic + [UInt8(below(2)), byte(), UInt8(below(2)), byte()]
    case 3: return edited(VersionRefusal.magic + [0, 2, 0, 2], lengths: [8, 10])
    case 4: return edited(valid, lengths: [0])
    default: return valid
    }
  }

  /// Messages of a session: right ones, others sealed, forged ones, and one that is cut.
  mutating func messages(with cipher: inout NoiseCipher) throws(LinkError) -> [UInt8] {
    var stream: [UInt8] = []
    let frames = [
      Frame.heartbeat, .ack, .deliver(blobID: 1, envelope: [1, 2]), .error(.inboxFull),
      .push(
        recipient: [UInt8](repeating: 1, count: 32), envelope: [UInt8](repeating: 2, count: 90)),
    ]
    for _ in 0..<below(5) {
      let frame = frames[below(frames.count)].encoded()
      switch below(8) {
      case 0: stream += RawEnd.behindLength(bytes(below(60)))
      case 1: stream += RawEnd.behindLength(edited(try cipher.sealed(frame)))
      case 2: stream += edited(RawEnd.behindLength(try cipher.sealed(frame)), lengths: [0])
      case 3: stream += RawEnd.behindLength(try cipher.sealed(edited(frame)))
      case 4: stream += RawEnd.behindLength(try cipher.sealed(bytes(below(40))))
      default: stream += RawEnd.behindLength(try cipher.sealed(frame))
      }
    }
    return below(4) == 0 ? Array(stream.prefix(below(stream.count + 1))) : stream
  }
}
