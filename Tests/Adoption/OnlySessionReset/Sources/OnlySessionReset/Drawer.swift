import TrueSealSessionReset

/// A stranger's place to keep a conversation in: a drawer with a copy to go back to.
final class Drawer {
  struct Contents {
    var record: [UInt8]?
    var sessions: [SessionTag: CountingCipher.Session] = [:]
    var prekeys: [PrekeyID: UInt8] = [:]
    var ends: [Side: ResetEnd<UInt8>] = [:]
    var waiting: [[UInt8]] = []
    var outbox: [ConversationMessage<UInt8>] = []
  }

  var contents = Contents()

  func transaction(_ body: (Drawer) throws -> [Outcome]) throws -> [Outcome] {
    let before = contents
    do {
      return try body(self)
    } catch {
      contents = before
      throw error
    }
  }

  static var shelf: ConversationShelf<Drawer, CountingCipher> {
    ConversationShelf(
      loadRecord: { $0.contents.record },
      saveRecord: { record, _, drawer in drawer.contents.record = record },
      loadSession: { $1.contents.sessions[$0] },
      saveSession: { $2.contents.sessions[$1] = $0 },
      eraseSession: { $1.contents.sessions[$0] = nil },
      loadPrekey: { $1.contents.prekeys[$0] },
      savePrekey: { $2.contents.prekeys[$1] = $0 },
      erasePrekey: { $1.contents.prekeys[$0] = nil },
      loadEnd: { $1.contents.ends[$0] },
      saveEnd: { $2.contents.ends[$1] = $0 },
      eraseEnd: { $1.contents.ends[$0] = nil },
      appendWaiting: { $1.contents.waiting.append($0) },
      takeWaiting: { $0.contents.waiting.isEmpty ? nil : $0.contents.waiting.removeFirst() },
      countWaiting: { $0.contents.waiting.count },
      enqueue: { $1.contents.outbox.append($0) },
      withdrawEnd: { _, _ in false })
  }
}
