/// Compares stretches of bytes where they lie, without copying them.
enum Comparing {
  /// Whether two stretches are equal.
  static func areEqual(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ others: Span<UInt8>, _ other: Range<Int>
  ) -> Bool {
    let (left, right) = (bytes.extracting(range), others.extracting(other))
    guard left.count == right.count else { return false }
    // No way out in the middle, so that many bytes are compared in one step.
    var difference: UInt8 = 0
    for place in 0..<left.count { difference |= left[place] ^ right[place] }
    return difference == 0
  }

  /// How many bytes are the same from these places on.
  static func commonCount(
    _ bytes: Span<UInt8>, from start: Int, _ others: Span<UInt8>, from other: Int
  ) -> Int {
    let (left, right) = (
      bytes.extracting(droppingFirst: start), others.extracting(droppingFirst: other)
    )
    let count = min(left.count, right.count)
    var same = 0
    while same + blockByteCount <= count,
      areEqual(left, same..<same + blockByteCount, right, same..<same + blockByteCount)
    {
      same += blockByteCount
    }
    while same < count, left[same] == right[same] { same += 1 }
    return same
  }

  /// What is compared in one go; a multiple of what a processor compares in one step.
  private static let blockByteCount = 64

  /// Whether one stretch comes before another of the same length.
  static func precedes(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ others: Span<UInt8>, _ other: Range<Int>
  ) -> Bool {
    let (left, right) = (bytes.extracting(range), others.extracting(other))
    for place in 0..<min(left.count, right.count) where left[place] != right[place] {
      return left[place] < right[place]
    }
    return false
  }
}
