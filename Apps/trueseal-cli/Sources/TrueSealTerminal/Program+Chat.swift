internal import TrueSealSync

/// The command that talks with one member.
extension Program {
  func chat() async throws(Refusal) {
    let settings = try learn()
    let reception = Reception(
      home: home, namespace: command.namespace, settings: settings, storeKey: storeKey,
      servesOthers: true,
      told: { [output] event in Self.tell(event, on: output) },
      log: { [output] entry in
        if entry.level == .warning { output.message("trueseal: \(Harmless.text(entry.text))") }
      })
    var last: MessageID?
    do throws(Refusal) {
      let servant = try await reception.openStore()
      let chat = Chat(with: try await servant.peer(command.operand ?? ""), command, output)
      let conversation = try await servant.converse(with: chat)
      let name = Harmless.text(chat.peer.name)
      output.progress("Talking with “\(name)”; /help tells more, Ctrl-D ends.")
      chat.readLines()
      last = try await follow(chat, in: conversation)
      if let last { try await wait(for: last, on: servant) }
    } catch {
      await reception.close()
      throw error
    }
    await Task { await reception.finish() }.value
  }

  /// Does what is typed until it ends; returns the last text sent.
  private func follow(
    _ chat: Chat, in conversation: Conversation
  ) async throws(Refusal) -> MessageID? {
    var last: MessageID?
    for await turn in chat.turns {
      guard case .line(let line) = turn else { break }
      let text = line.hasSuffix("\r") ? String(line.dropLast()) : line
      do throws(TrueSealError) {
        switch text.trimmingSpaces {
        case "": break
        case "/quit": return last
        case "/reset": try await conversation.reset()
        case "/verify": chat.tellNumber(try await conversation.report().verification)
        case "/help":
          chat.tell("/reset replaces the session, /verify shows its number, /quit ends.")
        case let word where word.hasPrefix("/") && !word.contains(" "):
          chat.tell("trueseal: there is no \(Harmless.text(word)); /help tells what there is")
        default:
          let id = try await conversation.send(Array(text.utf8))
          chat.tellSent(id.description)
          last = id
        }
      } catch {
        throw Refusal(error)
      }
    }
    return last
  }

  private func wait(for id: MessageID, on servant: Servant) async throws(Refusal) {
    let limit = command.relayTimeoutMilliseconds
    let request = Request.outcome(id: id.description, milliseconds: limit)
    guard case .outcome(let outcome) = try await servant.ask(request) else { throw .unfitting }
    switch outcome {
    case .accepted: return
    case .queued:
      throw Refusal(
        .staysQueued, "the last text stays queued, and leaves while listen or another command runs")
    case .failed: throw Refusal(.refusedForGood, "the relay refused the last text for good")
    }
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
