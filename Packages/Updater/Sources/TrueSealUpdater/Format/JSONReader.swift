/// Reads strict JSON front to back, in one pass and without building a tree.
///
/// What the caller does not ask for is refused where it stands, so hostile input costs no more than
/// the bytes before the first surprise. Nothing recurses but `skip`, and that no deeper than
/// `UpdaterLimits.nestingMax`.
///
/// Source: RFC 8259, narrowed by UC-4: no duplicate keys, no fractions, no exponents.
struct JSONReader {
  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0

  init(_ bytes: [UInt8], byteCountMax: Int) throws(UpdaterError) {
    guard (1...byteCountMax).contains(bytes.count) else {
      throw UpdaterError(.wrongLength, "\(bytes.count) bytes; 1 to \(byteCountMax) are allowed")
    }
    self.bytes = bytes
  }

  // MARK: Structure

  /// Hands each key to `read`, which must read its value; a repeated key is refused.
  mutating func object(
    _ read: (inout JSONReader, String) throws(UpdaterError) -> Void
  ) throws(UpdaterError) {
    try open(UInt8(ascii: "{"))
    var seen = SeenKeys()
    if try !close(UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        let key = try string(byteCountMax: UpdaterLimits.pathByteCountMax)
        guard seen.insert(key) else { throw UpdaterError(.duplicateKey, "a key stands twice") }
        try expect(UInt8(ascii: ":"))
        skipSpace()
        try read(&self, key)
      } while try another(before: UInt8(ascii: "}"))
    }
    depth -= 1
  }

  /// Calls `read` for each element, which must read it.
  mutating func array(
    countMax: Int, _ read: (inout JSONReader) throws(UpdaterError) -> Void
  ) throws(UpdaterError) {
    try open(UInt8(ascii: "["))
    var count = 0
    if try !close(UInt8(ascii: "]")) {
      repeat {
        count += 1
        guard count <= countMax else {
          throw UpdaterError(.outOfRange, "a list has more than \(countMax) entries")
        }
        skipSpace()
        try read(&self)
      } while try another(before: UInt8(ascii: "]"))
    }
    depth -= 1
  }

  /// Ends the reading: nothing but white space may follow.
  mutating func end() throws(UpdaterError) {
    skipSpace()
    guard at == bytes.count else { throw syntax("something follows the value") }
  }

  private mutating func open(_ mark: UInt8) throws(UpdaterError) {
    skipSpace()
    guard let byte = peek else { throw syntax("the text ends early") }
    guard byte == mark else { throw unexpected(byte, "an object or a list") }
    depth += 1
    guard depth <= UpdaterLimits.nestingMax else {
      throw UpdaterError(.tooDeep, "nested deeper than \(UpdaterLimits.nestingMax)")
    }
    at += 1
  }

  private mutating func close(_ mark: UInt8) throws(UpdaterError) -> Bool {
    skipSpace()
    guard peek == mark else { return false }
    at += 1
    return true
  }

  private mutating func another(before mark: UInt8) throws(UpdaterError) -> Bool {
    if try close(mark) { return false }
    try expect(UInt8(ascii: ","))
    return true
  }

  private mutating func expect(_ mark: UInt8) throws(UpdaterError) {
    skipSpace()
    guard peek == mark else { throw syntax("a mark is missing") }
    at += 1
  }

  // MARK: Values

  /// A whole number without sign, fraction or exponent.
  mutating func integer(in range: ClosedRange<UInt64>) throws(UpdaterError) -> UInt64 {
    guard let first = peek else { throw syntax("the text ends early") }
    guard Self.isDigit(first) else { throw unexpected(first, "a number") }
    let start = at
    var value: UInt64 = 0
    while let byte = peek, Self.isDigit(byte) {
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      guard !isTooLarge, !overflows else {
        throw UpdaterError(.outOfRange, "a number is too large")
      }
      value = sum
      at += 1
    }
    guard first != UInt8(ascii: "0") || at - start == 1 else {
      throw syntax("a number begins with zero")
    }
    if let next = peek, next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") {
      throw UpdaterError(.wrongType, "a number is not whole")
    }
    guard range.contains(value) else {
      throw UpdaterError(.outOfRange, "\(value) is not within \(range)")
    }
    return value
  }

  mutating func boolean() throws(UpdaterError) -> Bool {
    if literal("true") { return true }
    if literal("false") { return false }
    guard let byte = peek else { throw syntax("the text ends early") }
    throw unexpected(byte, "true or false")
  }

  /// True if `null` stood here and was read.
  mutating func null() -> Bool { literal("null") }

  /// A string, unescaped; the bound counts bytes of UTF-8.
  mutating func string(byteCountMax: Int) throws(UpdaterError) -> String {
    guard let first = peek else { throw syntax("the text ends early") }
    guard first == UInt8(ascii: "\"") else { throw unexpected(first, "a string") }
    at += 1
    let start = at
    var isASCII = true
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        let text = bytes[start..<at]
        at += 1
        return try Self.text(text, isASCII: isASCII, byteCountMax: byteCountMax)
      }
      if byte == UInt8(ascii: "\\") {
        return try escapedString(from: start, byteCountMax: byteCountMax)
      }
      guard byte >= 0x20 else { throw syntax("a control character stands in a string") }
      if byte >= 0x80 { isASCII = false }
      at += 1
    }
    throw syntax("a string does not end")
  }

  /// Reads past any value, as strictly as if it were wanted.
  mutating func skip() throws(UpdaterError) {
    guard let byte = peek else { throw syntax("the text ends early") }
    switch byte {
    case UInt8(ascii: "{"):
      try object { (reader, _) throws(UpdaterError) in try reader.skip() }
    case UInt8(ascii: "["):
      try array(countMax: bytes.count) { (reader) throws(UpdaterError) in try reader.skip() }
    case UInt8(ascii: "\""):
      _ = try string(byteCountMax: bytes.count)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      _ = try integer(in: 0...UInt64.max)
    case UInt8(ascii: "n"):
      guard null() else { throw syntax("an unknown word") }
    case _:
      _ = try boolean()
    }
  }

  // MARK: Detail

  private static func text(
    _ bytes: ArraySlice<UInt8>, isASCII: Bool, byteCountMax: Int
  ) throws(UpdaterError) -> String {
    guard bytes.count <= byteCountMax else {
      throw UpdaterError(.outOfRange, "a string has more than \(byteCountMax) bytes")
    }
    if isASCII { return String(decoding: bytes, as: UTF8.self) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UpdaterError(.notUTF8, "a string is not UTF-8")
    }
    return text
  }

  /// Goes on with a string in which an escape was found.
  private mutating func escapedString(
    from start: Int, byteCountMax: Int
  ) throws(UpdaterError) -> String {
    var unescaped = Array(bytes[start..<at])
    while at < bytes.count, unescaped.count <= byteCountMax {
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: "\"") {
        return try Self.text(unescaped[...], isASCII: false, byteCountMax: byteCountMax)
      }
      guard byte >= 0x20 else { throw syntax("a control character stands in a string") }
      if byte == UInt8(ascii: "\\") {
        unescaped.append(contentsOf: try escape().utf8)
      } else {
        unescaped.append(byte)
      }
    }
    guard at < bytes.count else { throw syntax("a string does not end") }
    throw UpdaterError(.outOfRange, "a string has more than \(byteCountMax) bytes")
  }

  /// The character behind a reverse solidus.
  private mutating func escape() throws(UpdaterError) -> String {
    guard let byte = peek else { throw syntax("a string does not end") }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return String(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return String(try escapedScalar())
    case _: throw syntax("an unknown escape")
    }
  }

  /// One scalar of four digits, or of two times four as a pair of surrogates.
  private mutating func escapedScalar() throws(UpdaterError) -> Unicode.Scalar {
    let first = try fourDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xdc00, literal("\\u") else { throw syntax("half a pair of surrogates") }
    let second = try fourDigits()
    guard (0xdc00...0xdfff).contains(second),
      let scalar = Unicode.Scalar(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00))
    else { throw syntax("half a pair of surrogates") }
    return scalar
  }

  private mutating func fourDigits() throws(UpdaterError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Hexadecimal.value(of: byte, allowingCapitals: true) else {
        throw syntax("an escape lacks a digit")
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }
}

extension JSONReader {
  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { at += 1 }
  }

  private mutating func literal(_ word: StaticString) -> Bool {
    let text = word.description.utf8
    guard bytes[at...].starts(with: text) else { return false }
    at += text.count
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private func syntax(_ detail: String) -> UpdaterError {
    UpdaterError(.notJSON, "\(detail), at byte \(at)")
  }

  /// Tells a value of the wrong type from what is no value at all.
  private func unexpected(_ byte: UInt8, _ wanted: String) -> UpdaterError {
    let begins = "{[\"-0123456789tfn".utf8.contains(byte)
    return UpdaterError(begins ? .wrongType : .notJSON, "not \(wanted), at byte \(at)")
  }
}

/// The keys of one object so far: a short list, and a set once the object is large.
private struct SeenKeys {
  private var few: [String] = []
  private var many: Set<String> = []

  /// False if the key was there.
  mutating func insert(_ key: String) -> Bool {
    guard few.count < 16 else { return !few.contains(key) && many.insert(key).inserted }
    guard !few.contains(key) else { return false }
    few.append(key)
    return true
  }
}
