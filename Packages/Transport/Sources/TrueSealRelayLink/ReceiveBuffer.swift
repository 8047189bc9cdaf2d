/// Bytes that have arrived and are not yet used; never more than one longest message.
///
/// Holds no memory while nothing is there, so that idle connections cost nothing.
struct ReceiveBuffer {
  private(set) var storage: [UInt8] = []
  /// Where in `storage` the first byte is that is there.
  private(set) var start = 0
  private var end = 0

  /// How many bytes are there.
  var count: Int { end - start }

  /// The number in the first two bytes, most significant first; nil while they are not there.
  var leadingNumber: Int? {
    count < 2 ? nil : Int(storage[start]) << 8 | Int(storage[start + 1])
  }

  /// Reads what has arrived, at most up to `needed` bytes in all or one piece, whichever is more.
  mutating func fill(from channel: Channel, toward needed: Int) -> Transfer {
    makeRoom(for: max(needed, RelayLinkLimits.Chosen.readByteCount))
    let transfer = channel.read(into: &storage, from: end)
    switch transfer {
    case .moved(let count): end += count
    case .blocked where start == end: self = ReceiveBuffer()
    case .blocked, .ended, .failed: break
    }
    return transfer
  }

  /// Takes the first bytes away.
  mutating func take(_ count: Int) -> [UInt8] {
    defer { skip(count) }
    return Array(storage[start..<start + count])
  }

  /// Drops the first bytes.
  mutating func skip(_ count: Int) {
    start += count
    if start == end {
      start = 0
      end = 0
    }
  }

  /// Makes sure that at least one byte can be read and `needed` bytes fit.
  private mutating func makeRoom(for needed: Int) {
    guard storage.count - start < needed || end == storage.count else { return }
    var roomy = [UInt8](repeating: 0, count: max(needed, count + 1))
    roomy.replaceSubrange(0..<count, with: storage[start..<end])
    end -= start
    start = 0
    storage = roomy
  }
}
