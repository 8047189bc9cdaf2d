internal import Dispatch
internal import Foundation
internal import Synchronization
internal import TrueSealSync

/// What `listen` does with each message: prints it, or runs a command with it.
final class Listener: Sendable {
  /// The command failed, so the message is tried again.
  struct CommandFailure: Error, CustomStringConvertible {
    let code: Int32
    var description: String { "the command ended with \(code)" }
  }

  private struct MessageLine: Encodable {
    let id: String
    let sender: Person
    let sentAt: UInt64
    /// Nil when the body is no UTF-8.
    let body: String?
    let bodyBase64: String?
  }

  private let output: Output
  private let exec: String?
  private let left: Mutex<Int?>
  private let over: AsyncStream<Void>.Continuation
  /// Ends when there is nothing left to do: the count is reached, or nobody reads any more.
  let end: AsyncStream<Void>

  init(_ command: Command, _ output: Output) {
    self.output = output
    exec = command.exec
    left = Mutex(command.count)
    (end, over) = AsyncStream.makeStream(of: Void.self)
  }

  /// Handles one message; says whether it was the last one wanted.
  ///
  /// - Throws: when it must come again.
  func handle(_ message: Message) async throws -> Bool {
    if let exec {
      let code = await run(exec, for: message)
      guard code == 0 else {
        output.message("trueseal: the command ended with \(code); the message is tried again")
        throw CommandFailure(code: code)
      }
    } else {
      guard show(message) else {
        over.finish()
        throw CancellationError()
      }
    }
    return left.withLock { left in
      guard let count = left else { return false }
      left = count - 1
      return count <= 1
    }
  }

  /// No further message is wanted.
  func finish() { over.finish() }

  private func show(_ message: Message) -> Bool {
    let text = String(validating: message.body, as: UTF8.self)
    guard output.isJSON else {
      let time = Date(timeIntervalSince1970: Double(message.sentAt) / 1_000).formatted(.iso8601)
      let shown = text.map(Self.line) ?? "(\(message.body.count) bytes that are no text)"
      let name = output.strong(Harmless.text(message.sender.name))
      return output.result("\(time)\t\(message.id)\t\(name)\t\(shown)")
    }
    return output.object(
      MessageLine(
        id: message.id.description,
        sender: Person(id: message.sender.id, name: message.sender.name), sentAt: message.sentAt,
        body: text, bodyBase64: text == nil ? Data(message.body).base64EncodedString() : nil))
  }

  /// The text without the newline that ends what a pipe sends.
  private static func line(_ text: String) -> String {
    Harmless.text(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }

  private func run(_ command: String, for message: Message) async -> Int32 {
    let variables = [
      "TRUESEAL_ID": message.id.description, "TRUESEAL_SENDER": message.sender.id,
      "TRUESEAL_SENDER_NAME": message.sender.name, "TRUESEAL_SENT_AT": String(message.sentAt),
    ]
    return await withCheckedContinuation { continuation in
      DispatchQueue(label: "trueseal.command").async {
        continuation.resume(
          returning: System.run(command, input: message.body, variables: variables))
      }
    }
  }
}
