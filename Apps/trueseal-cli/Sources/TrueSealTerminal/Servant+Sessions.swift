internal import TrueSealSync

/// The answers about conversations.
extension Servant {
  func sessions() async throws -> [SessionView] {
    try await client.conversations().map { SessionView($0) }
  }

  func session(_ beginning: String) async throws -> SessionView {
    let conversation = try await client.conversation(with: try await peer(beginning).id)
    return SessionView(try await conversation.report())
  }

  func resetSession(_ beginning: String) async throws -> SessionView {
    let person = try await peer(beginning)
    try await client.resetSession(with: person.id)
    return try await session(person.id)
  }

  func waitForSession(_ id: String, _ milliseconds: Int) async throws -> Outcome {
    try await within(milliseconds, otherwise: .queued) { [self] in
      while true {
        let moment = await moment
        let session = try await session(id)
        if session.phase == "none", session.hasSession { return .accepted }
        try await change(since: moment)
      }
    }
  }

  /// The other member whose id begins so.
  func peer(_ beginning: String) async throws(Refusal) -> Person {
    try Self.find(beginning, among: await everybody(), for: .chat)
  }

  /// Has a chat handle each text of one member from now on, and hears what goes wrong.
  func converse(with chat: Chat) async throws(Refusal) -> Conversation {
    let client = client
    do throws(TrueSealError) {
      let conversation = try await client.conversation(with: chat.peer.id)
      _ = try await client.onConversationMessage(of: chat.peer.id) { message in
        guard try await chat.handle(message) else { return }
        // Before this one is recorded, so that the next one is never begun.
        await client.takeNoFurtherMessage()
        chat.end()
      }
      _ = client.onDeliveryIssue { chat.tell("trueseal: \($0.sentence)") }
      return conversation
    } catch {
      throw Refusal(error)
    }
  }
}

extension SessionView {
  init(_ report: ConversationReport) {
    self.init(
      id: report.member.id, name: report.member.name, phase: report.phase.rawValue,
      epoch: report.epoch, hasSession: report.hasSession, waitingCount: report.waitingCount,
      unhandledCount: report.unhandledCount, isProvenBySession: report.isProvenBySession,
      awaitsApproval: report.awaitsApproval, verification: report.verification)
  }
}

extension ConversationNotice {
  /// The notice in a sentence.
  var sentence: String {
    let name = "“\(Harmless.text(member.name))”"
    return switch kind {
    case .resetInProgress(let isFirst):
      isFirst
        ? "a first session with \(name) is being agreed on"
        : "a new session with \(name) is being agreed on"
    case .resetDone(let isFirst):
      isFirst ? "the session with \(name) is there" : "a new session with \(name) is in use"
    case .resetCancelled: "the reset with \(name) was taken back"
    case .resetStalled: "\(name) has not answered for a day; it is asked on"
    case .unreadable: "texts of \(name) cannot be read any more; session reset helps"
    case .approvalNeeded: "\(name) wants a new session that its old one does not prove"
    }
  }
}
