/// Arithmetic that looks like cryptography to a test, and hides nothing.
enum Toy {
  /// One number made of many; the finisher is that of SplitMix64.
  static func mix(_ numbers: [UInt64]) -> UInt64 {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for number in numbers {
      state = (state ^ number) &* 0xBF58_476D_1CE4_E5B9
      state ^= state >> 30
      state = state &* 0x94D0_49BB_1331_11EB
      state ^= state >> 31
      state &+= 0x9E37_79B9_7F4A_7C15
    }
    return state
  }

  static func mix(_ first: UInt64, _ bytes: [UInt8]) -> UInt64 {
    mix([first, UInt64(bytes.count)] + words(bytes))
  }

  /// The public half of a secret number.
  static func publicKey(of secret: UInt64) -> UInt64 { secret &* generator }

  /// What two can compute, each with the own secret and the public half of the other.
  static func agree(_ secret: UInt64, _ publicKey: UInt64) -> UInt64 { secret &* publicKey }

  static func words(_ bytes: [UInt8]) -> [UInt64] {
    stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<min(start + 8, bytes.count)].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
  }

  private static let generator: UInt64 = 0x2545_F491_4F6C_DD1D
}
