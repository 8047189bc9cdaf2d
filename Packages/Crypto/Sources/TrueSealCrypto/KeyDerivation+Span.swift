extension KeyDerivation {
  /// Extracts, then expands into `derived`, of which 1 to 8160 bytes are filled; no heap is used.
  ///
  /// Source: RFC 5869 sections 2.2 and 2.3.
  package static func derive(
    input: Span<UInt8>, salt: Span<UInt8>, info: Span<UInt8>, into derived: inout MutableSpan<UInt8>
  ) {
    precondition(
      (1...CryptoLimits.derivedByteCountMax).contains(derived.count), "1 to 8160 bytes are derived")
    SecretBytes.withScratch(count: CryptoLimits.digestByteCount) { key in
      extract(salt: salt, input: input, into: &key)
      expand(key: key.span, into: &derived) { $0.add(info) }
    }
  }

  static func extract(salt: Span<UInt8>, input: Span<UInt8>, into key: inout MutableSpan<UInt8>) {
    if salt.isEmpty {
      Sodium.unsalted.authenticate(into: &key) { $0.add(input) }
    } else {
      Sodium.authenticate(key: salt, into: &key) { $0.add(input) }
    }
  }

  /// Each block authenticates the one before, the info and its own number, counted from one.
  static func expand(
    key: Span<UInt8>, into derived: inout MutableSpan<UInt8>, info: (inout Sodium.Code) -> Void
  ) {
    Sodium.withKey(key) { keyed in
      SecretBytes.withScratch(count: CryptoLimits.digestByteCount) { block in
        var done = 0
        var number: UInt8 = 1
        while done < derived.count {
          keyed.authenticate(into: &block) { code in
            let earlier = derived.span.extracting(0..<done)
            code.add(earlier.extracting(last: CryptoLimits.digestByteCount))
            info(&code)
            code.add(number)
          }
          let length = min(derived.count - done, block.count)
          for index in 0..<length { derived[done + index] = block[index] }
          done += length
          number &+= 1
        }
      }
    }
  }
}
