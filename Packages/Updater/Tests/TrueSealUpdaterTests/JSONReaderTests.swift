import Testing

@testable import TrueSealUpdater

@Suite struct `Strict JSON` {
  /// Reads `{"seq": number, "text": string}` in any order, as formats do.
  private func read(_ bytes: [UInt8]) throws(UpdaterError) -> (seq: UInt64?, text: String?) {
    var reader = try JSONReader(bytes, byteCountMax: 1_048_576)
    var seq: UInt64?
    var text: String?
    try reader.object { (reader, key) throws(UpdaterError) in
      switch key {
      case "seq": seq = try reader.integer(in: 0...UpdaterLimits.seqMax)
      case "text": text = try reader.string(byteCountMax: 64)
      case _: throw UpdaterError(.unknownKey, "no such key")
      }
    }
    try reader.end()
    return (seq, text)
  }

  private func code(_ bytes: [UInt8]) -> UpdaterError.Code? {
    do {
      _ = try read(bytes)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    arguments: [
      (#"{"seq":1,"seq":2}"#, .duplicateKey), (#"{"seq":1,"\u0073eq":2}"#, .duplicateKey),
      (#"{"seq":1,"extra":2}"#, .unknownKey), (#"{"Seq":1}"#, .unknownKey),
      (#"{"seq":1.0}"#, .wrongType), (#"{"seq":1e2}"#, .wrongType), (#"{"seq":1E2}"#, .wrongType),
      (#"{"seq":-0}"#, .wrongType), (#"{"seq":-1}"#, .wrongType), (#"{"seq":"1"}"#, .wrongType),
      (#"{"seq":true}"#, .wrongType), (#"{"seq":null}"#, .wrongType), (#"{"seq":[]}"#, .wrongType),
      (#"{"seq":01}"#, .notJSON), (#"{"seq":00}"#, .notJSON), (#"{"seq":+1}"#, .notJSON),
      (#"{"seq":0x1}"#, .notJSON), (#"{"seq":NaN}"#, .notJSON), (#"{"seq":1_0}"#, .notJSON),
      (#"{"seq":9007199254740992}"#, .outOfRange), (#"{"seq":18446744073709551616}"#, .outOfRange),
      (#"{"seq":99999999999999999999999999}"#, .outOfRange),
      (#"{"seq":1,}"#, .notJSON), (#"{,"seq":1}"#, .notJSON), (#"{"seq":1 "text":"a"}"#, .notJSON),
      (#"{"seq" 1}"#, .notJSON), (#"{"seq":}"#, .notJSON), (#"{seq:1}"#, .notJSON),
      (#"{'seq':1}"#, .notJSON), (#"{"seq":1"#, .notJSON), (#"{"seq"#, .notJSON), (#"{"#, .notJSON),
      (#"{"seq":1}{"#, .notJSON), (#"{"seq":1} x"#, .notJSON), (#"{"seq":1}]"#, .notJSON),
      (#"{"seq":1/*c*/}"#, .notJSON), ("{\"seq\":1}//c", .notJSON), (#"[1]"#, .wrongType),
      (#""seq""#, .wrongType), ("1", .wrongType), ("nul", .wrongType), (" ", .notJSON),
      ("", .wrongLength), ("{\"text\":\"a\u{1}\"}", .notJSON), ("{\"text\":\"a\tb\"}", .notJSON),
      ("{\"text\":\"a\nb\"}", .notJSON), ("{\"text\":\"\u{0}\"}", .notJSON),
      (#"{"text":"\x41"}"#, .notJSON), (#"{"text":"\u12g4"}"#, .notJSON),
      (#"{"text":"\u123"}"#, .notJSON), (#"{"text":"\ud800"}"#, .notJSON),
      (#"{"text":"\udc00"}"#, .notJSON), (#"{"text":"\ud800\ud800"}"#, .notJSON),
      (#"{"text":"\ud800A"}"#, .notJSON), (#"{"text":"\ud800\n"}"#, .notJSON),
      (#"{"text":"\udc00\ud800"}"#, .notJSON), (#"{"text":"\"#, .notJSON),
      (#"{"text":"abc"#, .notJSON), ("{\"seq\":1,\u{b}\"text\":\"\"}", .notJSON),
      ("{\"seq\":1\u{a0}}", .notJSON),
    ] as [(String, UpdaterError.Code)])
  func `UC-4 refuses`(text: String, code: UpdaterError.Code) {
    #expect(self.code(Array(text.utf8)) == code)
  }

  /// Python's `json.loads` gives the same values for these texts.
  @Test(
    arguments: [
      (#"{"seq":0}"#, 0, nil), (#"{"seq":9007199254740991}"#, 9_007_199_254_740_991, nil),
      ("\t{ \"seq\" :\r\n 7 , \"text\" : \"\" } \n", 7, ""), (#"{}"#, nil, nil),
      (#"{"text":"\"\\\/\b\f\n\r\t"}"#, nil, "\"\\/\u{8}\u{c}\n\r\t"),
      (#"{"text":"\u00e9\u20AC\ud83d\ude00"}"#, nil, "\u{e9}\u{20ac}\u{1f600}"),
      ("{\"text\":\"\u{e9}\u{1f600}\u{7f}\"}", nil, "\u{e9}\u{1f600}\u{7f}"),
      (#"{"\u0073eq":5,"text":"\u0000"}"#, 5, "\u{0}"),
    ] as [(String, UInt64?, String?)])
  func `UC-4 reads`(text: String, seq: UInt64?, string: String?) throws {
    let value = try read(Array(text.utf8))
    #expect(value.seq == seq)
    #expect(value.text.map { Array($0.utf8) } == string.map { Array($0.utf8) })
  }

  /// RFC 3629: continuation alone, overlong forms, surrogates, beyond U+10FFFF, cut off.
  static let brokenUTF8: [[UInt8]] = [
    [0x80], [0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xe0, 0x80, 0x80], [0xe0, 0x9f, 0xbf],
    [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf], [0xf0, 0x80, 0x80, 0x80], [0xf0, 0x8f, 0xbf, 0xbf],
    [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xfe], [0xff], [0xc3], [0xe2, 0x82],
    [0xf0, 0x9f, 0x98], [0xc3, 0x28], [0xe2, 0x28, 0xa1],
  ]

  @Test(arguments: brokenUTF8)
  func `UC-4 refuses a string that is not UTF-8`(bytes: [UInt8]) {
    #expect(code(Array("{\"text\":\"".utf8) + bytes + Array("\"}".utf8)) == .notUTF8)
  }

  @Test(arguments: brokenUTF8)
  func `UC-2 refuses text that is not UTF-8`(bytes: [UInt8]) {
    #expect(throws: UpdaterError(.notUTF8, "")) { try Encoding.check([0x61] + bytes) }
    #expect(throws: UpdaterError(.notUTF8, "")) { try Encoding.check([0x61] + bytes + [0x61]) }
  }

  @Test func `UC-2 refuses a byte order mark, other encodings and NUL`() {
    let utf16: [UInt8] = [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]
    for bytes: [UInt8] in [[0xef, 0xbb, 0xbf, 0x7b, 0x7d], utf16, [0x7b, 0x00, 0x7d]] {
      #expect(throws: UpdaterError(.notUTF8, "")) { try Encoding.check(bytes) }
    }
    #expect(code([0xef, 0xbb, 0xbf, 0x7b, 0x7d]) == .notJSON)
  }

  /// The standard library is the independent judge, over every pair of bytes at a boundary.
  @Test func `UC-2 accepts just what is UTF-8`() {
    let edges: [UInt8] = [
      0x01, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed,
      0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
    ]
    for first in edges {
      for second in edges {
        for rest: [UInt8] in [[], [0x80], [0x80, 0xbf], [0xbf, 0x41], [0x41]] {
          let bytes = [0x41, first, second] + rest
          let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
          let isAccepted = (try? Encoding.check(bytes)) != nil
          #expect(isAccepted == isUTF8, "\(bytes)")
        }
      }
    }
  }

  @Test func `UC-4 nests 16 deep and no deeper`() throws {
    func skip(_ depth: Int) throws(UpdaterError) {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      var reader = try JSONReader(Array(text.utf8), byteCountMax: 1_000)
      try reader.skip()
      try reader.end()
    }
    try skip(16)
    #expect(throws: UpdaterError(.tooDeep, "")) { try skip(17) }
  }

  @Test func `UC-4 skips a value as strictly as it reads one`() {
    for text in [
      #"{"a":1,"a":2}"#, "[1,]", "[01]", "[1.5]", "[-1]", #"["\ud800"]"#, "[nul]", "[tru]", "[1 2]",
      "{\"a\"}", "[", "{", "\"", "@",
    ] {
      #expect(throws: UpdaterError.self, "\(text)") {
        var reader = try JSONReader(Array(text.utf8), byteCountMax: 1_000)
        try reader.skip()
        try reader.end()
      }
    }
  }

  @Test func `UC-4 refuses strings beyond their bound, escaped or not`() throws {
    let longest = String(repeating: "a", count: 64)
    #expect(try read(Array("{\"text\":\"\(longest)\"}".utf8)).text == longest)
    #expect(code(Array("{\"text\":\"\(longest)a\"}".utf8)) == .outOfRange)
    #expect(code(Array("{\"text\":\"\\u0061\(longest)\"}".utf8)) == .outOfRange)
    let escaped = String(repeating: "\\u00e9", count: 32)
    #expect(try read(Array("{\"text\":\"\(escaped)\"}".utf8)).text?.utf8.count == 64)
    #expect(code(Array("{\"text\":\"\(escaped)\\u0061\"}".utf8)) == .outOfRange)
  }

  @Test func `UC-4 refuses a mebibyte of hostile text at its first surprise`() {
    let size = 1_048_576
    let nested = [UInt8](repeating: UInt8(ascii: "["), count: size)
    #expect(code(nested) == .wrongType)
    let objects = Array(String(repeating: "{\"seq\":", count: size / 7).utf8)
    #expect(code(objects) == .wrongType)
    let spaces = [UInt8](repeating: 0x20, count: size)
    #expect(code(spaces) == .notJSON)
    let digits = Array("{\"seq\":".utf8) + [UInt8](repeating: UInt8(ascii: "9"), count: size - 7)
    #expect(code(digits) == .outOfRange)
    let string = Array("{\"text\":\"".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: size - 9)
    #expect(code(string) == .notJSON)
    let escapes = Array("{\"text\":\"".utf8) + Array(String(repeating: "\\\\", count: 520_000).utf8)
    #expect(code(escapes) == .outOfRange)
    #expect(code([UInt8](repeating: 0x20, count: size + 1)) == .wrongLength)
  }

  @Test func `UC-4 finds a repeated key among very many in little time`() throws {
    let keys = (0..<20_000).map { "\"k\($0)\":0" }
    let text = "{" + keys.joined(separator: ",")
    func skip(_ text: String) throws(UpdaterError) {
      var reader = try JSONReader(Array(text.utf8), byteCountMax: 1_048_576)
      try reader.skip()
      try reader.end()
    }
    try skip(text + "}")
    #expect(throws: UpdaterError(.duplicateKey, "")) { try skip(text + ",\"k3\":0}") }
    #expect(throws: UpdaterError(.duplicateKey, "")) { try skip(text + ",\"k19000\":0}") }
  }

  /// Every byte of a good text is replaced by every other: only texts of the same meaning may pass.
  @Test func `UC-4 never stops short on any single changed byte`() {
    let good = Array(#"{"seq":12,"text":"a\u00e9b"}"#.utf8)
    var accepted = 0
    for at in good.indices {
      for byte in UInt8.min...UInt8.max where byte != good[at] {
        var bytes = good
        bytes[at] = byte
        if (try? read(bytes)) != nil { accepted += 1 }
      }
      #expect(code(Array(good[..<at])) != nil, "cut off at \(at)")
    }
    // Other digits, other characters in the string; never another shape.
    #expect((1...2_000).contains(accepted))
  }
}

@Suite struct `Base 64` {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `UC-3 has the standard's spelling`(plain: String, text: String) {
    #expect(Base64.text(Array(plain.utf8)) == text)
    #expect(Base64.bytes(text) == Array(plain.utf8))
  }

  @Test(arguments: [
    "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm8", "Z===", "====", "Zm9v\n", " Zm9v", "Zm 9v", "Zm-_",
    "Zg==Zg==", "Z=g=",
  ])
  func `UC-3 has no other spelling`(text: String) {
    #expect(Base64.bytes(text) == nil)
  }
}
