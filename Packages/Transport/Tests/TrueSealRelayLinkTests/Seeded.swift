import Foundation

/// A repeatable source of random numbers (SplitMix64); tests print its seed in their names.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

  mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }

  /// One to eight edits: set, insert, delete, splice, and a u16 at one of `lengths` to 0, the
  /// largest number, or one above what it was.
  mutating func edited(_ bytes: [UInt8], lengths: [Int] = []) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(8) {
      let position = below(bytes.count + 1)
      switch below(lengths.isEmpty ? 4 : 5) {
      case 0 where position < bytes.count: bytes[position] = byte()
      case 1: bytes.insert(byte(), at: position)
      case 2 where position < bytes.count: bytes.remove(at: position)
      case 3:
        let end = min(bytes.count, position + below(9))
        bytes.replaceSubrange(position..<end, with: self.bytes(below(9)))
      default:
        guard let place = lengths.randomElement(using: &self), place + 1 < bytes.count else {
          continue
        }
        let number = [0, 0xFFFF, Int(bytes[place]) << 8 + Int(bytes[place + 1]) + 1][below(3)]
        bytes[place] = UInt8(truncatingIfNeeded: number >> 8)
        bytes[place + 1] = UInt8(truncatingIfNeeded: number)
      }
    }
    return bytes
  }
}

/// How far inputs came in a decoder, by the name of the stage, so that a test sees dead stages.
struct Stages {
  private var counts: [String: Int] = [:]

  mutating func reach(_ stage: String) { counts[stage, default: 0] += 1 }
  func count(_ stage: String) -> Int { counts[stage] ?? 0 }
}

/// The longest time one call of `body` had this thread's processor, in milliseconds.
///
/// Processor time, because other tests run at the same time and their work is not this one's.
struct LongestCall {
  private(set) var milliseconds = 0.0

  mutating func measure<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = Self.now()
    defer { milliseconds = max(milliseconds, Self.now() - start) }
    return try body()
  }

  private static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
