/// The commands about the sessions of conversations.
extension Program {
  func session() async throws(Refusal) {
    let settings = try learn()
    let beginning = command.member ?? ""
    try await with(reception(settings, servesOthers: command.waits)) { reception throws(Refusal) in
      switch command.operand {
      case "list": try await listSessions(through: reception)
      case "verify": try await verifySession(beginning, through: reception)
      default: try await resetSession(beginning, through: reception)
      }
    }
  }

  private func listSessions(through reception: Reception) async throws(Refusal) {
    guard case .sessions(let sessions) = try await reception.ask(.sessions) else {
      throw .unfitting
    }
    for session in sessions {
      guard !command.isJSON else {
        output.object(session)
        continue
      }
      let waiting =
        (session.waitingCount == 0 ? "" : "\t\(session.waitingCount) waiting")
        + (session.unhandledCount == 0 ? "" : "\t\(session.unhandledCount) to read")
      output.result(
        "\(session.id)\t\(Harmless.text(session.name))\t\(Self.words(for: session))\t"
          + "\(session.epoch)\(waiting)")
    }
    if sessions.isEmpty {
      output.progress("There is no conversation yet; trueseal chat begins one.")
    }
  }

  private static func words(for session: SessionView) -> String {
    if session.awaitsApproval { return "asks for a reset" }
    if session.phase != "none" { return "reset in progress" }
    return session.hasSession ? "open" : "no session"
  }

  private struct VerificationLine: Encodable {
    let id: String
    let name: String
    let verification: String?
  }

  private func verifySession(
    _ beginning: String, through reception: Reception
  ) async throws(Refusal) {
    guard case .session(let session) = try await reception.ask(.session(id: beginning)) else {
      throw .unfitting
    }
    if command.isJSON {
      output.object(
        VerificationLine(
          id: session.id, name: session.name, verification: session.verification))
    }
    guard let number = session.verification else {
      throw Refusal(
        .staysQueued, "there is no session yet, or a reset runs; try again when it is done")
    }
    if !command.isJSON { output.result(number) }
  }

  private func resetSession(
    _ beginning: String, through reception: Reception
  ) async throws(Refusal) {
    guard case .session(let session) = try await reception.ask(.resetSession(id: beginning)) else {
      throw .unfitting
    }
    guard command.waits else { return tell(session) }
    let later = "the reset goes on while listen or another command runs"
    let reply: Reply
    do throws(Refusal) {
      reply = try await reception.ask(
        .waitForSession(id: session.id, milliseconds: command.relayTimeoutMilliseconds))
    } catch  where error == .interrupted {
      tell(session)
      throw Refusal(.staysQueued, "you did not wait for the other device; \(later)")
    }
    guard case .session(let after) = try await reception.ask(.session(id: session.id)) else {
      throw .unfitting
    }
    tell(after)
    guard reply == .outcome(.accepted) else {
      throw Refusal(.staysQueued, "the other device has not answered in time; \(later)")
    }
  }

  private func tell(_ session: SessionView) {
    if command.isJSON {
      output.object(session)
    } else {
      output.result("\(Self.words(for: session))\t\(session.id)\t\(Harmless.text(session.name))")
    }
  }
}
