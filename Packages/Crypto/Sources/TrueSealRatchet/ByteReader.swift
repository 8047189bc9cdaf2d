internal import TrueSealCrypto

/// Takes bytes from the front, and refuses what is missing or left over.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func take(_ count: Int) throws(RatchetError) -> [UInt8] {
    let range = try range(count)
    return Array(bytes[range])
  }

  mutating func byte() throws(RatchetError) -> UInt8 {
    bytes[try range(1).lowerBound]
  }

  mutating func number16() throws(RatchetError) -> Int {
    let range = try range(2)
    return Int(bytes[range.lowerBound]) << 8 | Int(bytes[range.lowerBound + 1])
  }

  mutating func number32() throws(RatchetError) -> UInt32 {
    bytes[try range(4)].reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func key() throws(RatchetError) -> RatchetKey {
    RatchetKey(bytes, at: try range(RatchetKey.byteCount).lowerBound)
  }

  /// Whether a part that may be left out follows; no byte but 0 and 1 says so.
  mutating func flag() throws(RatchetError) -> Bool {
    let flag = try byte()
    guard flag <= 1 else { throw Self.malformed("a flag is \(flag)") }
    return flag == 1
  }

  mutating func version(_ version: UInt8) throws(RatchetError) {
    let found = try byte()
    guard found == version else { throw Self.malformed("version \(found) is unknown") }
  }

  /// Lends the bytes of a secret without copying them.
  mutating func secret(to slot: Int, of shelf: SecretShelf) throws(RatchetError) {
    let range = try range(SecretShelf.slotByteCount)
    shelf.set(slot, to: bytes.span.extracting(range))
  }

  /// The skipped keys of one chain: a count of at least 1, then numbers that rise, each with a key.
  mutating func pieces(
    atMost room: Int, before end: UInt32
  ) throws(RatchetError) -> [SkippedKeys.Piece] {
    let count = try number16()
    guard (1...max(1, room)).contains(count), room > 0 else {
      throw Self.malformed("\(count) skipped keys are none or too many")
    }
    let entryByteCount = 4 + SecretShelf.slotByteCount
    let start = try range(count * entryByteCount).lowerBound
    let numbers = (0..<count).map { bytes.number32(at: start + $0 * entryByteCount) }
    guard zip(numbers, numbers.dropFirst()).allSatisfy(<), numbers[count - 1] < end else {
      throw Self.malformed("the numbers of skipped keys do not rise, or go too far")
    }
    var pieces: [SkippedKeys.Piece] = []
    var next = 0
    while next < count {
      let first = numbers[next]
      let those = numbers[next...].prefix { $0 - first < UInt32(RatchetLimits.pieceKeyCount) }
      pieces.append(
        SkippedKeys.piece(of: Array(those)) { index, slot, shelf in
          let key = start + (next + index) * entryByteCount + 4
          shelf.set(slot, to: bytes.span.extracting(key..<(key + SecretShelf.slotByteCount)))
        })
      next += those.count
    }
    return pieces
  }

  func end() throws(RatchetError) {
    guard position == bytes.count else {
      throw Self.malformed("\(bytes.count - position) bytes are left over")
    }
  }

  private mutating func range(_ count: Int) throws(RatchetError) -> Range<Int> {
    guard bytes.count - position >= count else { throw Self.malformed("the bytes end too early") }
    defer { position += count }
    return position..<(position + count)
  }

  static func malformed(_ detail: String) -> RatchetError { RatchetError(.malformed, detail) }
}
