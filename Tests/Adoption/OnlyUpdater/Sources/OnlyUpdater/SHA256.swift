/// SHA-256 as swift-crypto and CryptoKit shape it; this build fetches neither.
///
/// Source: FIPS 180-4.
struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var waiting: [UInt8] = []
  private var byteCount: UInt64 = 0

  mutating func update(data: some Sequence<UInt8>) {
    waiting += data
    while waiting.count >= 64 {
      compress(Array(waiting.prefix(64)))
      waiting.removeFirst(64)
      byteCount += 64
    }
  }

  mutating func finalize() -> [UInt8] {
    let bitCount = (byteCount + UInt64(waiting.count)) * 8
    var padding: [UInt8] = [0x80]
    while (waiting.count + padding.count) % 64 != 56 { padding.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      padding.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    update(data: padding)
    return state.flatMap { word in
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  static func hash(data: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(data: data)
    return hash.finalize()
  }

  private mutating func compress(_ block: [UInt8]) {
    var words = (0..<16).map { at in
      block[(at * 4)..<(at * 4 + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for at in 16..<64 {
      let (early, late) = (words[at - 15], words[at - 2])
      let first = turn(early, 7) ^ turn(early, 18) ^ early >> 3
      let second = turn(late, 17) ^ turn(late, 19) ^ late >> 10
      words.append(words[at - 16] &+ first &+ words[at - 7] &+ second)
    }
    var v = state
    for at in 0..<64 {
      let first = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let one = v[7] &+ first &+ choice &+ Self.constants[at] &+ words[at]
      let second = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)
      let two = second &+ (v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2])
      v = [one &+ two, v[0], v[1], v[2], v[3] &+ one, v[4], v[5], v[6]]
    }
    state = zip(state, v).map { $0 &+ $1 }
  }

  private func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = primes.map { prime in
    // The integer cube root of prime * 2^96 is the root times 2^32; its low 32 bits are the fraction.
    var root: UInt64 = 0
    for bit in stride(from: 35, through: 0, by: -1) {
      let next = root | 1 << UInt64(bit)
      let square = next.multipliedFullWidth(by: next)
      if isAtMost(square, times: next, prime) { root = next }
    }
    return UInt32(truncatingIfNeeded: root)
  }

  private static let primes: [UInt64] = (2...311).filter { number in
    !(2..<number).contains { number.isMultiple(of: $0) }
  }

  private static func isAtMost(
    _ square: (high: UInt64, low: UInt64), times factor: UInt64, _ prime: UInt64
  ) -> Bool {
    let low = square.low.multipliedFullWidth(by: factor)
    let high = square.high.multipliedFullWidth(by: factor)
    let (middle, carries) = high.low.addingReportingOverflow(low.high)
    let top = high.high + (carries ? 1 : 0)
    // Compared with prime * 2^96: the words from the top are (0, prime << 32, 0).
    if top > 0 || middle > prime << 32 { return false }
    return middle < prime << 32 || low.low == 0
  }
}
