/// A row of 32-byte secrets that are rewritten in place; zeroed when dropped.
///
/// Whoever holds one in a value copies it before writing, unless it is the value's alone.
@safe package final class SecretShelf {
  /// The size of one place, in bytes.
  package static let slotByteCount = 32

  private let start: UnsafeMutablePointer<UInt8>
  /// How many places there are.
  package let slotCount: Int

  /// Makes a row of zeros.
  package init(slotCount: Int) {
    precondition(slotCount > 0, "a row has a place")
    self.slotCount = slotCount
    unsafe start = .allocate(capacity: slotCount * Self.slotByteCount)
    unsafe start.initialize(repeating: 0, count: slotCount * Self.slotByteCount)
  }

  deinit {
    unsafe Sodium.erase(start, count: slotCount * Self.slotByteCount)
    unsafe start.deallocate()
  }

  /// A second row with the same secrets, erased on its own.
  package func copy() -> SecretShelf {
    let twin = SecretShelf(slotCount: slotCount)
    unsafe twin.start.update(from: start, count: slotCount * Self.slotByteCount)
    return twin
  }

  /// Lends `count` bytes from the start of a place on; they may reach into the next ones.
  package func read<Result: ~Copyable, Failure>(
    _ slot: Int, count: Int = slotByteCount,
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    check(slot, count)
    return try body(unsafe Span(_unsafeStart: start + slot * Self.slotByteCount, count: count))
  }

  /// Lends `count` bytes for writing; nobody else may hold them meanwhile.
  package func write<Result: ~Copyable, Failure>(
    _ slot: Int, count: Int = slotByteCount,
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    check(slot, count)
    var bytes = unsafe MutableSpan(
      _unsafeStart: start + slot * Self.slotByteCount, count: count)
    return try body(&bytes)
  }

  /// Fills a place with 32 bytes.
  package func set(_ slot: Int, to bytes: Span<UInt8>) {
    precondition(bytes.count == Self.slotByteCount, "a place holds 32 bytes")
    write(slot) { place in
      for index in bytes.indices { place[index] = bytes[index] }
    }
  }

  /// Fills a place with the secret of another, which may be in another row.
  package func set(_ slot: Int, from other: SecretShelf, _ otherSlot: Int) {
    check(slot, Self.slotByteCount)
    other.check(otherSlot, Self.slotByteCount)
    unsafe (start + slot * Self.slotByteCount).update(
      from: other.start + otherSlot * Self.slotByteCount, count: Self.slotByteCount)
  }

  /// Zeroes `slots`.
  package func erase(_ slots: Range<Int>) {
    guard let first = slots.first else { return }
    check(first, slots.count * Self.slotByteCount)
    unsafe Sodium.erase(
      start + first * Self.slotByteCount, count: slots.count * Self.slotByteCount)
  }

  private func check(_ slot: Int, _ count: Int) {
    precondition(
      slot >= 0 && count >= 0
        && slot * Self.slotByteCount + count <= slotCount * Self.slotByteCount,
      "the place is in the row")
  }
}

extension SecretShelf: @unchecked Sendable {}  // Values share it only while none of them writes.
