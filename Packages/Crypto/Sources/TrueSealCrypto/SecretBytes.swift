/// Key material: moved, never copied by accident, erased when dropped, never printed.
///
/// The memory is this value's alone, never grows and is zeroed before it is given back.
/// It may still be swapped to disk, and the arrays that secrets come from are the caller's.
@safe public struct SecretBytes: ~Copyable {
  private let start: UnsafeMutablePointer<UInt8>
  /// How many bytes are held.
  public let count: Int

  /// Copies `bytes` into memory this value alone owns.
  public init(_ bytes: [UInt8]) {
    self.init(bytes.span)
  }

  /// Copies `bytes` into memory this value alone owns.
  public init(_ bytes: Span<UInt8>) {
    self.init(zeroCount: bytes.count)
    for index in bytes.indices { unsafe start[index] = bytes[index] }
  }

  private init(zeroCount: Int) {
    count = zeroCount
    unsafe start = .allocate(capacity: zeroCount)
    unsafe start.initialize(repeating: 0, count: zeroCount)
  }

  /// Makes a secret that `fill` writes in place, so that no copy is left elsewhere.
  package static func filled<Failure>(
    count: Int, by fill: (inout MutableSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) -> SecretBytes {
    let secret = SecretBytes(zeroCount: count)
    try secret.fill(by: fill)
    return secret
  }

  private func fill<Failure>(
    by fill: (inout MutableSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var bytes = unsafe MutableSpan(_unsafeStart: start, count: count)
    try fill(&bytes)
  }

  deinit {
    unsafe Sodium.erase(start, count: count)
    unsafe start.deallocate()
  }
}

extension SecretBytes: @unchecked Sendable {}  // The bytes never change after init.

extension SecretBytes {
  /// Lends `count` zeros on the stack, and zeroes them again when `body` is done with them.
  static func withScratch(count: Int, _ body: (inout MutableSpan<UInt8>) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
      unsafe buffer.initialize(repeating: 0)
      var bytes = unsafe MutableSpan(_unsafeElements: buffer)
      body(&bytes)
      if let start = buffer.baseAddress { unsafe Sodium.erase(start, count: count) }
    }
  }
}

extension SecretBytes {
  /// Draws `count` bytes from `entropy`.
  public static func random(count: Int, from entropy: Entropy) -> SecretBytes {
    precondition(count >= 0, "a count is not negative")
    return filled(count: count) { entropy.fill(&$0) }
  }

  /// Lends the bytes for reading, without a copy.
  public func withBytes<Result: ~Copyable, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe Span(_unsafeStart: start, count: count))
  }

  /// A copy nobody erases, for the one place that stores it.
  public func exposed() -> [UInt8] {
    withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  /// Whether both hold the same bytes; takes the same time wherever they differ.
  ///
  /// Source: libsodium `sodium_memcmp`.
  public func matches(_ other: borrowing SecretBytes) -> Bool {
    withBytes { own in other.withBytes { Sodium.areEqual(own, $0) } }
  }

  /// A second secret with the same bytes, erased on its own.
  public func duplicate() -> SecretBytes {
    withBytes { SecretBytes($0) }
  }

  /// A second secret with the bytes of `range`, which lies within this one.
  public func part(_ range: Range<Int>) -> SecretBytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "the part lies within")
    return withBytes { SecretBytes($0.extracting(range)) }
  }
}
