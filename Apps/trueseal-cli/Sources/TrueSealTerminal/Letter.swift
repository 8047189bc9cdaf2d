internal import Foundation

/// What two programs of this kind send each other: JSON behind its length, with the number of the language.
struct Letter<Content: Codable>: Codable {
  let version: Int
  let content: Content

  /// Writes a letter; nil when it would be too long.
  static func bytes(_ content: Content) -> [UInt8]? {
    let letter = Letter(version: LetterForm.version, content: content)
    guard let bytes = try? JSONEncoder().encode(letter),
      bytes.count <= TerminalLimits.letterByteCountMax
    else { return nil }
    return Array(bytes)
  }

  /// Reads a letter.
  ///
  /// - Throws: `Refusal`, when it is in another language or damaged.
  static func content(of bytes: [UInt8]) throws(Refusal) -> Content {
    let decoder = JSONDecoder()
    guard let form = try? decoder.decode(LetterForm.self, from: Data(bytes)) else {
      throw Refusal(.unexpected, "the other trueseal sent something unreadable")
    }
    guard form.version == LetterForm.version else {
      throw Refusal(
        .unexpected,
        "the trueseal that has the store open is of another release; end it and start it again")
    }
    guard let letter = try? decoder.decode(Self.self, from: Data(bytes)) else {
      throw Refusal(.unexpected, "the other trueseal sent something unreadable")
    }
    return letter.content
  }
}

/// The part of a letter that every release can read.
struct LetterForm: Decodable {
  let version: Int

  /// The language this release speaks; one higher with each change of `Request` or `Reply`.
  static let version = 3
}
