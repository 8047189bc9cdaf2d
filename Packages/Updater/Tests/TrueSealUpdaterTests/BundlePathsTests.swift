import Foundation
import Testing

@testable import TrueSealUpdater

@Suite struct `Paths` {
  private func code(_ paths: [String]) -> UpdaterError.Code? {
    do {
      try BundlePaths.check(
        paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: [
    "a", "index.html", "a/b/c.js", ".well-known/x", "a b", "...a", "..a/b", "\u{e9}", "console.js",
    "com.html", "com10", "lpt/x", "nulls", "aux_", "\u{ac00}", "\u{b95}\u{bbe}", "a\"b", "~", "@2x",
    "a+b=c&d;e", "conin", "xcon/b", "\u{1f600}.png", "a.con",
  ])
  func `UC-4 may be`(path: String) {
    #expect(code([path]) == nil)
  }

  @Test(arguments: [
    "", "/", "/a", "a/", "a//b", ".", "..", "../a", "a/../b", "a/..", "a/.", "./a", "a.", "a ",
    "a./b",
    "a /b", "...", " ", "a\\b", "..\\a", "C:", "C:/a", "a:b", "a%2fb", "%2e%2e", "a?b", "a#b",
    "a\u{0}b", "a\u{1f}", "a\nb", "a\u{7f}", "a\u{80}", "a\u{9f}b", "con", "CON", "Con.txt",
    "a/prn/b", "aux.tar.gz", "nul", "NUL .txt", "com1", "COM0.log", "lpt9", "Lpt1/x", "com\u{b9}",
    "LPT\u{b3}.x", "conin$", "CONOUT$.txt",
  ])
  func `UC-4 must not be`(path: String) {
    #expect(code([path]) == .badPath)
  }

  @Test func `UC-4 have 512 bytes, and 255 in a segment`() {
    let segment = String(repeating: "a", count: 255)
    #expect(code([segment]) == nil)
    #expect(code([segment + "a"]) == .badPath)
    #expect(code([segment + "/" + segment + "/"]) == .badPath)
    let longest = segment + "/" + segment + "/"
    #expect(code([longest.dropLast() + "a"]) == .badPath)
    #expect(code([String(repeating: "ab/", count: 170) + "ab"]) == nil)
    #expect(code([String(repeating: "ab/", count: 170) + "abc"]) == .badPath)
    #expect(code([String(repeating: "\u{e9}", count: 127)]) == nil)
    #expect(code([String(repeating: "\u{e9}", count: 128)]) == .badPath)
  }

  @Test(arguments: [
    ["a", "A"], ["index.html", "INDEX.HTML"], ["\u{e9}", "\u{c9}"], ["stra\u{df}e", "STRASSE"],
    ["\u{3c3}", "\u{3c2}"], ["\u{3a3}", "\u{3c2}"], ["\u{fb01}", "fi"], ["a/B", "a/b"],
    ["A/b", "a/b"], ["\u{1c4}", "\u{1c6}"],
  ])
  func `UC-4 differ in more than case`(paths: [String]) {
    #expect(code(paths) == .conflict)
  }

  @Test(arguments: [
    ["a", "a/b"], ["a/b", "a/b/c"], ["a", "a!", "a/b"], ["a", "a-b", "a.b", "a/b/c"],
    ["A", "a/b"], ["a/B", "a/b/c"], ["\u{e9}", "\u{c9}/x"],
  ])
  func `UC-4 are no file and folder at once`(paths: [String]) {
    #expect(code(paths) == .conflict)
  }

  @Test(arguments: [
    ["a", "ab"], ["a", "ab/c"], ["a/b", "a/bc"], ["a/b", "a/c", "b/a"], ["a b", "a"],
  ])
  func `UC-4 may begin alike`(paths: [String]) {
    #expect(code(paths) == nil)
  }

  /// `unicodedata.is_normalized("NFC", …)` of Python 3.11.
  @Test(
    arguments: [
      ("\u{e9}", true), ("e\u{301}", false), ("\u{212b}", false), ("A\u{30a}", false),
      ("\u{d55c}", true), ("\u{1112}\u{1161}\u{11ab}", false), ("\u{d558}\u{11ab}", false),
      ("\u{1112}\u{1161}", false), ("q\u{301}", true), ("a\u{323}\u{307}", false),
      ("a\u{307}\u{323}", false), ("\u{1ea1}\u{307}", true), ("\u{958}", false),
      ("\u{915}\u{93c}", true), ("\u{b95}\u{bbe}", true), ("\u{bc6}\u{bbe}", false),
      ("\u{bca}", true), ("e\u{327}\u{301}", false), ("\u{229}\u{301}", true), ("\u{344}", false),
      ("\u{308}\u{301}", true), ("\u{ac00}\u{11a7}", true), ("\u{1e9b}\u{323}", true),
      ("\u{fb01}", true), ("\u{f73}", false), ("\u{2adc}", false), ("a\u{300}\u{315}", false),
      ("a\u{315}\u{300}\u{5ae}", false), ("\u{9c7}\u{9be}", false), ("\u{3099}\u{304b}", true),
      ("\u{304b}\u{3099}", false), ("\u{1d15e}", false), ("\u{340}", false),
      ("a\u{327}\u{301}", false), ("x\u{300}\u{301}", true),
    ])
  func `UC-4 are in normal form C`(text: String, isComposed: Bool) {
    #expect(NormalForm.isComposed(text) == isComposed)
    #expect(code([text]) == (isComposed ? nil : .badPath))
  }

  /// Foundation's normal forms are the judge of every character that has a decomposition.
  @Test func `UC-4 are in normal form C by Foundation's measure too`() {
    var decomposedCount = 0
    for value in UInt32(0x80)...0x1_ffff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      let decomposed = text.decomposedStringWithCanonicalMapping
      guard !decomposed.utf8.elementsEqual(text.utf8) else { continue }
      decomposedCount += 1
      for form in [text, decomposed, "x" + decomposed + "\u{301}"] {
        let isComposed = form.precomposedStringWithCanonicalMapping.utf8.elementsEqual(form.utf8)
        #expect(NormalForm.isComposed(form) == isComposed, "\(String(value, radix: 16))")
      }
    }
    #expect(decomposedCount > 12_000)
  }
}
