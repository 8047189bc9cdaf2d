import TrueSealTransport

/// A sealed plaintext put together field by field, so that each can be wrong (W-31, W-34).
struct HandMadeContent {
  var author = [UInt8](repeating: 0xA0, count: 32)
  var sequence: UInt64 = 0x0102_0304_0506_0708
  var timestamp: UInt64 = 0x1112_1314_1516_1718
  var view = [UInt8](repeating: 0xB0, count: 32)
  var tag: UInt8 = 2
  var codec: UInt8 = 0
  var bodyByteCount: UInt32?
  var payloadByteCount: UInt32?
  var payload: [UInt8] = Array("hello".utf8)
  var signature = [UInt8](repeating: 0xC0, count: 64)
  /// Length of the whole; nil for what the length without padding rounds up to.
  var paddedByteCount: Int?

  /// Where each field starts and ends.
  static let fields: [Range<Int>] = [
    0..<32, 32..<40, 40..<48, 48..<80, 80..<81, 81..<82, 82..<86, 86..<90,
  ]

  /// Everything that is signed, without label and header.
  var spoken: [UInt8] {
    author + Self.bigEndian(sequence) + Self.bigEndian(timestamp) + view + [tag, codec]
      + Self.bigEndian(bodyByteCount ?? UInt32(payload.count))
      + Self.bigEndian(payloadByteCount ?? UInt32(payload.count)) + payload
  }

  var plaintext: [UInt8] { Self.padded(spoken + signature, to: paddedByteCount) }

  /// Pads by the definition: steps that double where the length's exponent does.
  static func padded(_ bytes: [UInt8], to byteCount: Int? = nil) -> [UInt8] {
    var size = 256
    while size < bytes.count { size += size < 65_536 && size >= 256 ? step(at: size) : 4_096 }
    return bytes + [UInt8](repeating: 0, count: max(0, (byteCount ?? size) - bytes.count))
  }

  /// Between two powers of two from 256 to 65,536 there are 16 sizes.
  private static func step(at size: Int) -> Int {
    var power = 256
    while power * 2 <= size { power *= 2 }
    return power / 16
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) }
  }
}
