internal import Synchronization
internal import TrueSealCrypto
internal import TrueSealRatchet
internal import TrueSealSessionReset
internal import TrueSealStore

/// What one operation has at hand beside the tables: the text it is about, and what it leaves to send.
final class Desk: Sendable {
  /// A message that must be sent, and the text it carries.
  struct Draft {
    let message: ConversationMessage<EndBundle>
    let text: WaitingText?
  }

  private struct State {
    /// The text given to `send`, or the one just taken from those that wait.
    var text: WaitingText?
    var drafts: [Draft] = []
    var expired: [UInt64] = []
  }

  private let state: Mutex<State>
  private let records: ConversationRecords
  private let now: UInt64

  init(_ records: ConversationRecords, at now: UInt64, text: WaitingText? = nil) {
    self.records = records
    self.now = now
    state = Mutex(State(text: text))
  }

  /// What must be sent, in order.
  func takeDrafts() -> [Draft] {
    state.withLock { state in
      defer { state.drafts = [] }
      return state.drafts
    }
  }

  /// The texts that waited too long.
  var expired: [UInt64] { state.withLock { $0.expired } }

  func note(expired references: [UInt64]) {
    state.withLock { $0.expired += references }
  }

  /// The next message carries the text at hand, if there is one.
  fileprivate func draft(_ message: ConversationMessage<EndBundle>) {
    state.withLock { state in
      var text: WaitingText?
      switch message {
      case .opening, .ordinary: swap(&text, &state.text)
      case .end, .rejected: break
      }
      state.drafts.append(Draft(message: message, text: text))
    }
  }

  fileprivate func append(in transaction: borrowing Transaction) throws {
    let text = state.withLock { state in
      defer { state.text = nil }
      return state.text
    }
    guard let text else { throw StoreError(.misuse, "there is no text to keep") }
    try records.append(text, in: transaction)
  }

  /// The first text that waits and has not expired; it is the one at hand from now on.
  fileprivate func takeWaiting(in transaction: borrowing Transaction) throws -> [UInt8]? {
    while let text = try records.takeWaiting(in: transaction) {
      guard let expiry = text.expiry, expiry <= now else {
        state.withLock { $0.text = text }
        return text.text
      }
      note(expired: [text.reference])
    }
    return nil
  }
}

extension Desk {
  /// The door the engine uses.
  var shelf: ConversationShelf<Transaction, RatchetCipher> {
    let records = records
    return ConversationShelf(
      loadRecord: { try records.record(in: $0) },
      saveRecord: { try records.save(record: $0, wake: $1, in: $2) },
      loadSession: { try records.session($0, in: $1) },
      saveSession: { try records.save($0, $1, in: $2) },
      eraseSession: { try records.eraseSession($0, in: $1) },
      loadPrekey: { try records.keys($0, in: $1) },
      savePrekey: { try records.save($0, $1, in: $2) },
      erasePrekey: { try records.eraseKeys($0, in: $1) },
      loadEnd: { side, transaction in
        try records.end(side, in: transaction).map {
          try ResetEnd(fields: $0, of: side == .own ? nil : records.peer)
        }
      },
      saveEnd: { try records.save(end: $0.fields, $1, in: $2) },
      eraseEnd: { try records.eraseEnd($0, in: $1) },
      appendWaiting: { _, transaction in try self.append(in: transaction) },
      takeWaiting: { try self.takeWaiting(in: $0) },
      countWaiting: { try records.waitingCount(in: $0) },
      enqueue: { message, _ in self.draft(message) },
      withdrawEnd: { _, _ in true })
  }
}
