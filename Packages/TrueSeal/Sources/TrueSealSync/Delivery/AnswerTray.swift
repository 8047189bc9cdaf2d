internal import Synchronization
internal import TrueSealOutbox

/// Where a Push Session lays the relay's answers, so that the client takes all that came at once.
final class AnswerTray: Sendable {
  private let answers = Mutex<[MailRoom.Answer]>([])

  /// Lays an answer down; true when the tray was empty and the client must be told.
  func add(_ answer: MailRoom.Answer) -> Bool {
    answers.withLock { answers in
      answers.append(answer)
      return answers.count == 1
    }
  }

  /// Takes all answers, in the order in which they came.
  func empty() -> [MailRoom.Answer] {
    answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }
}
