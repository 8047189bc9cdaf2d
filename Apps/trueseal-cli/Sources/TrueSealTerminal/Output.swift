internal import Foundation

/// The two streams of the program: results on one, everything else on the other.
package struct Output: Sendable {
  package let isJSON: Bool
  /// Somebody watches, so that what happens meanwhile is worth a line.
  let isWatched = System.isTerminal(2)
  private let hasColours = System.isTerminal(1) && (System.variable("NO_COLOR") ?? "").isEmpty

  /// Prints a line of the result; false when nobody reads it any more.
  @discardableResult
  package func result(_ line: String) -> Bool { System.write(Array((line + "\n").utf8), to: 1) }

  /// Prints an object of the result in one line; false when nobody reads it any more.
  @discardableResult
  package func object(_ object: some Encodable) -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(object) else { return false }
    return System.write(Array(bytes) + [0x0A], to: 1)
  }

  /// Prints a line for people.
  package func message(_ line: String) { _ = System.write(Array((line + "\n").utf8), to: 2) }

  /// Prints a line for whoever watches; nothing where nobody does.
  func progress(_ line: String) {
    if isWatched { message(line) }
  }

  /// Asks for a line, without ending one's own.
  func prompt(_ question: String) {
    if isWatched { _ = System.write(Array(question.utf8), to: 2) }
  }

  /// What stands out on a terminal.
  func strong(_ text: String) -> String { toned(text, .strong) }

  /// The text in its tone, on a terminal that has colours.
  func toned(_ text: String, _ tone: Tone) -> String {
    guard hasColours, tone != .plain, !text.isEmpty else { return text }
    return "\(tone.sequence)\(text)\u{1B}[0m"
  }
}
