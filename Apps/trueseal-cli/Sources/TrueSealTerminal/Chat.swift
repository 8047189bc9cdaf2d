internal import Foundation
internal import Synchronization
internal import TrueSealSync

/// What `chat` shows, and what is typed into it.
final class Chat: Sendable {
  /// Something to be done next.
  enum Turn: Sendable {
    case line(String)
    /// The input has ended, or as many texts have come as were wanted.
    case over
  }

  private struct TextLine: Encodable {
    let id: String
    let from: Person
    let sentAt: UInt64
    /// Nil when the text is no UTF-8.
    let text: String?
    let textBase64: String?
  }
  private struct SentLine: Encodable { let sent: String }
  private struct NumberLine: Encodable { let verification: String? }

  let peer: Person
  /// What is typed, line by line.
  let turns: AsyncStream<Turn>
  private let source: AsyncStream<Turn>.Continuation
  private let output: Output
  private let left: Mutex<Int?>

  init(with peer: Person, _ command: Command, _ output: Output) {
    self.peer = peer
    self.output = output
    left = Mutex(command.count)
    (turns, source) = AsyncStream.makeStream(of: Turn.self)
  }

  /// Begins to read what is typed; its end is the chat's, unless a number of texts is waited for.
  func readLines() {
    let isCounting = left.withLock { $0 != nil }
    Input.readLines { [source] line in
      if let line { source.yield(.line(line)) } else if !isCounting { source.yield(.over) }
    }
  }

  func end() { source.yield(.over) }

  /// Shows a text; says whether it was the last one wanted.
  ///
  /// - Throws: when nobody reads any more, so that it comes again.
  func handle(_ message: Message) async throws -> Bool {
    guard show(message) else {
      end()
      throw CancellationError()
    }
    return left.withLock { left in
      guard let count = left else { return false }
      left = count - 1
      return count <= 1
    }
  }

  private func show(_ message: Message) -> Bool {
    let text = String(validating: message.body, as: UTF8.self)
    guard output.isJSON else {
      let time = Date(timeIntervalSince1970: Double(message.sentAt) / 1_000).formatted(.iso8601)
      let shown = text.map { Harmless.text($0) } ?? "(\(message.body.count) bytes that are no text)"
      return output.result(
        "\(time)\t\(output.strong(Harmless.text(message.sender.name)))\t\(shown)")
    }
    return output.object(
      TextLine(
        id: message.id.description,
        from: Person(id: message.sender.id, name: message.sender.name), sentAt: message.sentAt,
        text: text, textBase64: text == nil ? Data(message.body).base64EncodedString() : nil))
  }

  func tellSent(_ id: String) {
    if output.isJSON { output.object(SentLine(sent: id)) }
  }

  func tellNumber(_ number: String?) {
    if output.isJSON {
      output.object(NumberLine(verification: number))
    } else {
      tell(number.map { "The number of this session: \($0)" } ?? "There is no session yet.")
    }
  }

  func tell(_ sentence: String) { output.message(sentence) }
}
