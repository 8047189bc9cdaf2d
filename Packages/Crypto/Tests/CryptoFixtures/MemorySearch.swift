#if os(Linux)
  internal import Glibc

  /// Looks for a secret in all memory this process may write to: heap, stacks and globals.
  ///
  /// The secret is given masked, so that looking for it does not put another copy there.
  package struct MemorySearch {
    private static let mask: UInt8 = 0xa5
    private static let windowByteCount = 1 << 20

    private let masked: [UInt8]

    /// Takes `bytes` of a secret without leaving a copy of them.
    package init(_ bytes: Span<UInt8>) {
      masked = bytes.indices.map { bytes[$0] ^ Self.mask }
    }

    /// How often the bytes are there.
    package func count() -> Int {
      let needleCount = masked.count
      let own = needleCount + Self.windowByteCount
      // One region of its own holds the needle and what is read; it is not searched, and given back.
      guard
        let region = unsafe mmap(
          nil, own, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
        unsafe region != MAP_FAILED
      else { return -1 }
      defer { unsafe munmap(region, own) }
      let ownStart = UInt(bitPattern: region)
      for index in 0..<needleCount {
        unsafe region.storeBytes(of: masked[index] ^ Self.mask, toByteOffset: index, as: UInt8.self)
      }
      let window = unsafe region + needleCount

      let memory = unsafe open("/proc/self/mem", O_RDONLY)
      defer { close(memory) }
      var hits = 0
      for range in Self.writableRanges() {
        var start = range.lowerBound
        while start < range.upperBound {
          var length = min(Self.windowByteCount, Int(range.upperBound - start))
          // Neither may the window look into its own region.
          if start < ownStart, start + UInt(length) > ownStart { length = Int(ownStart - start) }
          if start >= ownStart, start < ownStart + UInt(own) {
            start = ownStart + UInt((own + 4_095) & ~4_095)
            continue
          }
          let got = unsafe pread(memory, window, length, off_t(start))
          if got > needleCount {
            hits += unsafe self.hits(of: region, in: window, got)
          }
          // Overlap, so that no hit is cut in two; a hit never lies wholly in the overlap.
          start += UInt(length < Self.windowByteCount ? length : length - needleCount + 1)
        }
      }
      return hits
    }

    /// Hops from one likely byte to the next: zeros, the commonest, would make it crawl.
    private func hits(
      of needle: UnsafeRawPointer, in window: UnsafeRawPointer, _ count: Int
    ) -> Int {
      let anchor = masked.firstIndex { $0 != Self.mask && $0 != ~Self.mask } ?? 0
      let end = count - (masked.count - anchor - 1)
      var hits = 0
      var offset = anchor
      while offset < end,
        let hit = unsafe memchr(window + offset, Int32(masked[anchor] ^ Self.mask), end - offset)
      {
        let found = unsafe UnsafeRawPointer(hit) - anchor
        if unsafe memcmp(found, needle, masked.count) == 0 { hits += 1 }
        offset = unsafe found - window + anchor + 1
      }
      return hits
    }

    private static func writableRanges() -> [Range<UInt>] {
      guard let maps = unsafe fopen("/proc/self/maps", "r") else { return [] }
      defer { unsafe fclose(maps) }
      var ranges: [Range<UInt>] = []
      var line = [CChar](repeating: 0, count: 4_096)
      while unsafe fgets(&line, Int32(line.count), maps) != nil {
        let text = String(
          decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let words = text.split(separator: " ")
        guard words.count > 1, words[1].hasPrefix("rw") else { continue }
        let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        if ends.count == 2, ends[0] < ends[1] { ranges.append(ends[0]..<ends[1]) }
      }
      return ranges
    }
  }
#endif
