/// Where the counts and lists of an encoding lie, so that edits can aim at them.
struct Layout {
  /// Offsets of count and length fields, with their width in bytes.
  var lengths: [(offset: Int, byteCount: Int)]
  /// Lists whose elements can be doubled or swapped: the count's offset and the elements' ranges.
  var lists: [(count: Int, elements: [Range<Int>])]
}

extension Dice {
  /// The bytes after 1 to 8 edits: set, insert, delete, splice, lengths to their ends, elements of
  /// lists doubled or swapped.
  mutating func edited(_ bytes: [UInt8], _ layout: Layout) -> [UInt8] {
    var bytes = bytes
    // Aimed edits come first, while the layout still fits.
    if below(2) == 0 { aim(at: &bytes, layout) }
    for _ in 0..<below(4) + (below(4) == 0 ? 4 : 0) { edit(&bytes) }
    return bytes
  }

  private mutating func aim(at bytes: inout [UInt8], _ layout: Layout) {
    if below(2) == 0, let (offset, byteCount) = layout.lengths.randomElement(using: &self) {
      let values: [UInt8] = [0, 1, 31, 32, 33, 64, 65, 254, 255, bytes[offset] &+ 1]
      for position in offset..<offset + byteCount {
        bytes[position] = values[below(values.count)]
      }
      return
    }
    guard let list = layout.lists.randomElement(using: &self),
      let first = list.elements.randomElement(using: &self),
      let second = list.elements.randomElement(using: &self)
    else { return }
    if below(3) == 0 {
      let (a, b) = (Array(bytes[first]), Array(bytes[second]))
      guard a.count == b.count else { return }
      bytes.replaceSubrange(first, with: b)
      bytes.replaceSubrange(second, with: a)
    } else {
      var copy = Array(bytes[first])
      // A changed first half can still ascend; the end of a longer element stays as it was.
      if below(2) == 0 { copy.replaceSubrange(0..<32, with: self.bytes(32)) }
      bytes.insert(contentsOf: copy, at: second.upperBound)
      bytes[list.count] &+= 1
    }
  }

  private mutating func edit(_ bytes: inout [UInt8]) {
    let position = bytes.isEmpty ? 0 : below(bytes.count)
    switch below(6) {
    case 0 where !bytes.isEmpty: bytes[position] = UInt8(below(256))
    case 1 where !bytes.isEmpty: bytes[position] ^= 1 << UInt8(below(8))
    case 2: bytes.insert(UInt8(below(256)), at: position)
    case 3 where !bytes.isEmpty: bytes.remove(at: position)
    case 4 where !bytes.isEmpty:
      let source = below(bytes.count)
      let count = min(below(40), bytes.count - source, bytes.count - position)
      bytes.replaceSubrange(
        position..<position + count, with: Array(bytes[source..<source + count]))
    default: bytes += self.bytes(below(3))
    }
  }
}
