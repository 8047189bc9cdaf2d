/// The SHA-256 of a file, by which it is kept and found.
public struct ContentHash: Hashable, Sendable, Comparable, CustomStringConvertible {
  private let words: [4 of UInt64]

  /// Takes the 32 bytes of a digest; nil for any other count.
  public init?(_ digest: [UInt8]) {
    guard digest.count == 32 else { return nil }
    words = [4 of UInt64] { word in
      digest[(word * 8)..<(word * 8 + 8)].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// Takes 64 lower-case hexadecimal digits; nil for anything else.
  public init?(hexadecimal text: String) {
    guard text.utf8.count == 64 else { return nil }
    var words: [4 of UInt64] = [0, 0, 0, 0]
    var place = 0
    for digit in text.utf8 {
      guard let value = Hexadecimal.value(of: digit) else { return nil }
      words[place / 16] = words[place / 16] << 4 | UInt64(value)
      place += 1
    }
    self.words = words
  }

  /// The 32 bytes.
  public var bytes: [UInt8] {
    words.indices.flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: words[word] >> UInt64(56 - 8 * $0)) }
    }
  }

  /// 64 lower-case hexadecimal digits, the file's name in the store.
  public var description: String { Hexadecimal.text(bytes) }

  /// Compares the digests as bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.words.indices.allSatisfy { left.words[$0] == right.words[$0] }
  }

  /// Hashes the digest's first word, which is as random as all of it.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words[0])
  }

  /// Orders digests as bytes.
  public static func < (left: Self, right: Self) -> Bool {
    for word in left.words.indices where left.words[word] != right.words[word] {
      return left.words[word] < right.words[word]
    }
    return false
  }
}
