/// Where fresh bytes come from: the system, or a script in tests.
public struct Entropy: Sendable {
  private let draw: (@Sendable (_ byteCount: Int) -> [UInt8])?

  /// The operating system's generator.
  ///
  /// Source: libsodium `randombytes_buf`.
  public static let system = Entropy(draw: nil)

  /// Takes bytes from `draw`, which must return as many as it is asked for.
  public init(_ draw: @escaping @Sendable (_ byteCount: Int) -> [UInt8]) {
    self.init(draw: draw)
  }

  private init(draw: (@Sendable (_ byteCount: Int) -> [UInt8])?) {
    self.draw = draw
  }

  /// Draws `count` bytes; secrets come from `SecretBytes.random` instead, which leaves no copy.
  public func bytes(count: Int) -> [UInt8] {
    precondition(count >= 0, "a count is not negative")
    var bytes = [UInt8](repeating: 0, count: count)
    var target = bytes.mutableSpan
    fill(&target)
    return bytes
  }

  /// Fills `target` in place, so that no copy is left elsewhere.
  package func fill(_ target: inout MutableSpan<UInt8>) {
    guard let draw else { return Sodium.fillWithRandom(&target) }
    let drawn = draw(target.count)
    precondition(drawn.count == target.count, "a source gives as many bytes as it is asked for")
    for index in target.indices { target[index] = drawn[index] }
  }
}
