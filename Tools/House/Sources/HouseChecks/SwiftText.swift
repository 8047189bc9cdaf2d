/// Swift source whose comments and string contents are blanked in place.
///
/// Offsets into `code` are offsets into `source`, so that a name seen in one can be read in the other.
package struct SwiftText: Sendable {
  package struct Comment: Hashable, Sendable {
    /// Counted from 1.
    package let line: Int
    /// Everything after the opening marks, untrimmed.
    package let text: String
    package let isDocumentation: Bool
  }

  package let source: [UInt8]
  package let code: [UInt8]
  package let comments: [Comment]
  package let tokens: [Token]

  package init(_ text: String) {
    var scrubber = Scrubber(text)
    scrubber.run()
    source = scrubber.source
    code = scrubber.code
    comments = scrubber.comments
    tokens = Token.split(code)
  }

  package func text(of token: Token) -> String {
    String(decoding: source[token.start..<token.end], as: UTF8.self)
  }

  /// The name a token spells, without the backticks of a raw identifier.
  package func name(of token: Token) -> String {
    token.kind == .raw ? String(text(of: token).dropFirst().dropLast()) : text(of: token)
  }

  /// The blanked source, line by line.
  package var codeLines: [String] {
    code.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
