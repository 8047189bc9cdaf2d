import Synchronization
import TrueSealTransport

/// Where one Push Session and the writer meet: the answers owed, and who is refused.
final class PushLane: Sendable {
  private struct State {
    var line = AnswerLine()
    var refusals = Refusals()
    var isOver = false
    var lastWord: RefusalCode?
  }

  private let state = Mutex(State())
  private let bell = Bell()

  /// Who is refused so far.
  var refusals: Refusals { state.withLock(\.refusals) }

  /// True once no more pushes are taken.
  var isOver: Bool { state.withLock(\.isOver) }

  /// What the session says after its last answer, if anything.
  var lastWord: RefusalCode? { state.withLock(\.lastWord) }

  /// Takes the place of a push in the order of answers.
  func join(cost: Int = 0, recipient: [UInt8] = []) -> Int {
    state.withLock { $0.line.join(cost: cost, recipient: recipient) }
  }

  /// Notes what became of a push and wakes whoever gives the answers.
  func settle(_ ticket: Int, as verdict: Verdict, recipient: [UInt8]? = nil) {
    state.withLock { state in
      state.line.settle(ticket, as: verdict)
      if case .refused(let code) = verdict, let recipient {
        state.refusals.note(code, for: recipient)
      }
    }
    bell.ring()
  }

  /// Says that no more pushes are taken, and with which word the session ends.
  func end(saying lastWord: RefusalCode? = nil) {
    state.withLock { state in
      state.isOver = true
      state.lastWord = state.lastWord ?? lastWord
    }
    bell.ring()
  }

  /// The next answers to give, in order; nil when the last one has been handed out.
  func answers() async -> [AnswerLine.Answer]? {
    while true {
      let (ready, isDone) = state.withLock { state in
        let ready = state.line.takeReady()
        return (ready, state.isOver && state.line.isEmpty)
      }
      if !ready.isEmpty { return ready }
      if isDone { return nil }
      await bell.wait()
    }
  }
}
