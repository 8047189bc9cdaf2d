/// The commands that change the group, or watch it.
extension Program {
  private struct RemovedLine: Encodable { let removed: Person }
  private struct StatusLine: Encodable { let status: String }

  // MARK: remove

  func remove() async throws(Refusal) {
    let settings = try learn()
    try await with(reception(settings, servesOthers: command.waits)) { reception throws(Refusal) in
      guard
        case .removed(let person) = try await reception.ask(.remove(id: command.operand ?? ""))
      else { throw .unfitting }
      if command.isJSON {
        output.object(RemovedLine(removed: person))
      } else {
        output.result("removed\t\(person.id)\t\(Harmless.text(person.name))")
      }
      if command.waits { try await tellOthers(through: reception) }
    }
  }

  private func tellOthers(through reception: Reception) async throws(Refusal) {
    let later = "the others hear of it while listen or another command runs"
    let reply: Reply
    do throws(Refusal) {
      let limit = command.relayTimeoutMilliseconds
      reply = try await reception.ask(.drain(milliseconds: limit))
    } catch  where error == .interrupted {
      throw Refusal(.staysQueued, "you did not wait for the relay; \(later)")
    }
    guard reply == .outcome(.accepted) else {
      throw Refusal(.staysQueued, "the relay has not taken it within the time allowed; \(later)")
    }
  }

  // MARK: leave

  func leave() async throws(Refusal) {
    let settings = try learn()
    try await with(reception(settings, servesOthers: command.waits)) { reception throws(Refusal) in
      _ = try await reception.ask(.leave)
      try await waitUntilGone(through: reception, from: "leaving", ending: "left")
    }
  }

  /// Waits for the wipe, if the command waits; `status` is where the device stands until then.
  private func waitUntilGone(
    through reception: Reception, from status: String, ending: String
  ) async throws(Refusal) {
    guard command.waits else {
      guard case .status(let standing) = try await reception.ask(.status) else { throw .unfitting }
      return tell(standing.status, ending: ending)
    }
    let later = "this device stays in \(status), and goes on while listen or another command runs"
    let reply: Reply
    do throws(Refusal) {
      let limit = command.relayTimeoutMilliseconds
      reply = try await reception.ask(.waitUntilGone(milliseconds: limit))
    } catch  where error == .interrupted {
      tell(status, ending: ending)
      throw Refusal(.staysQueued, "you did not wait for the relay; \(later)")
    }
    guard reply == .outcome(.accepted) else {
      tell(status, ending: ending)
      throw Refusal(.staysQueued, "the relay has not taken it within the time allowed; \(later)")
    }
    tell("notJoined", ending: ending)
    output.progress("This device is in no group, has new keys, and can pair again.")
  }

  private func tell(_ status: String, ending: String) {
    if command.isJSON {
      output.object(StatusLine(status: status))
    } else {
      output.result(status == "notJoined" ? ending : status)
    }
  }

  // MARK: destroy

  func destroy() async throws(Refusal) {
    let settings = try learn()
    try await with(reception(settings, servesOthers: command.waits)) { reception throws(Refusal) in
      if !command.isSure { try await confirmDestruction(through: reception) }
      _ = try await reception.ask(.destroy)
      try await waitUntilGone(through: reception, from: "destroying", ending: "destroyed")
    }
  }

  /// Has the word typed that ends the group.
  private func confirmDestruction(through reception: Reception) async throws(Refusal) {
    guard case .status(let standing) = try await reception.ask(.status) else { throw .unfitting }
    // Outside a group the library says why; then there is nothing to ask.
    guard standing.memberCount > 0 || standing.status == "leaving" else { return }
    guard System.isTerminal(0) else {
      throw .usage("destroy ends the group for everybody; say --yes where nobody can be asked")
    }
    output.message(
      "This ends the group for all \(standing.memberCount) members: keys, messages and the list go."
    )
    output.prompt("Type destroy to do it: ")
    let (lines, source) = AsyncStream.makeStream(of: String?.self)
    Input.readLines { source.yield($0) }
    for await line in lines {
      guard line?.filter({ !$0.isWhitespace }) == "destroy" else { break }
      return
    }
    throw .interrupted
  }

  // MARK: members --watch

  func watchMembers() async throws(Refusal) {
    let settings = try learn()
    do throws(Refusal) {
      try await with(reception(settings, servesOthers: true)) { reception throws(Refusal) in
        var last: GroupView?
        while true {
          let request = Request.nextView(after: last?.mark)
          guard case .view(let view) = try await reception.ask(request) else { throw .unfitting }
          let isNew = !view.looksLike(last)
          last = view
          // Nobody may be reading any more.
          if isNew, !show(view) { return }
        }
      }
    } catch  where error == .interrupted {
      return
    }
  }

  private struct ViewLine: Encodable {
    let status: String
    let reason: String?
    let members: [Person]
  }

  private func show(_ view: GroupView) -> Bool {
    guard !command.isJSON else {
      return output.object(
        ViewLine(status: view.status, reason: view.reason, members: view.members))
    }
    guard !view.members.isEmpty else {
      let reason = view.reason.map { ", \($0)" } ?? ""
      return output.result("0 members\t(\(view.status)\(reason))")
    }
    let names = view.members.map { member in
      Harmless.text(member.name) + (member.isThisDevice == true ? " (this device)" : "")
    }
    return output.result("\(names.count) members\t\(names.joined(separator: ", "))")
  }
}
