internal import TrueSealSync

/// The commands that bring devices together.
extension Program {
  private struct LinkLine: Encodable { let link: String }
  private struct RequestLine: Encodable { let request: Person }
  private struct AcceptedLine: Encodable { let accepted: Person }

  // MARK: pair

  func pair() async throws(Refusal) {
    do throws(Refusal) {
      try await with(reception(try learn(), servesOthers: true)) { reception throws(Refusal) in
        try await admit(through: reception)
      }
    } catch  where error == .interrupted {
      output.message("Nobody was accepted; the pairing link is void.")
    }
  }

  private func admit(through reception: Reception) async throws(Refusal) {
    guard case .pairing(let link, _) = try await reception.ask(.startPairing) else {
      throw .unfitting
    }
    if command.isJSON { output.object(LinkLine(link: link)) } else { output.result(link) }
    output.progress("Run trueseal join with this link on the other device. Ctrl-C voids it.")
    let person = try await choose(from: reception)
    // Not to be given up half-way: whoever was accepted must also hear of it.
    let outcome = await Task { await accept(person, through: reception) }.value
    guard try outcome.get() == .accepted else {
      throw Refusal(
        .staysQueued, "the relay was not reached; the device hears of it when a command runs again")
    }
  }

  private func accept(
    _ person: Person, through reception: Reception
  ) async -> Result<Outcome, Refusal> {
    do throws(Refusal) {
      _ = try await reception.askAside(.accept(id: person.id))
      announce(person)
      let limit = TerminalLimits.drainMilliseconds
      guard case .outcome(let outcome) = try await reception.askAside(.drain(milliseconds: limit))
      else { throw .unfitting }
      return .success(outcome)
    } catch {
      return .failure(error)
    }
  }

  private func announce(_ person: Person) {
    if command.isJSON {
      output.object(AcceptedLine(accepted: person))
    } else {
      output.result("accepted\t\(person.id)\t\(Harmless.text(person.name))")
    }
  }

  private enum Turn: Sendable {
    case request(Person)
    case line(String)
    case inputEnded
    case timeOver
    case refused(Refusal)
  }

  /// Shows who asks until somebody is chosen.
  private func choose(from reception: Reception) async throws(Refusal) -> Person {
    let (turns, source) = AsyncStream.makeStream(of: Turn.self)
    let requests = Task { await Self.follow(reception) { source.yield($0) } }
    let limit = command.timeoutMilliseconds.map { milliseconds in
      Task {
        try await Task.sleep(for: .milliseconds(milliseconds))
        source.yield(.timeOver)
      }
    }
    defer {
      requests.cancel()
      limit?.cancel()
    }
    var people: [Person] = []
    for await turn in turns {
      switch turn {
      case .refused(let refusal): throw refusal
      case .inputEnded: throw .interrupted
      case .timeOver:
        throw Refusal(.timedOut, "nobody was accepted in time; the pairing link is void")
      case .request(let person):
        people.append(person)
        show(person, number: people.count)
        if command.acceptsFirst { return person }
        if people.count == 1 {
          Input.readLines { line in source.yield(line.map { .line($0) } ?? .inputEnded) }
        }
        output.prompt("Accept which? Its number: ")
      case .line(let line):
        let word = line.filter { !$0.isWhitespace }
        if let number = Int(word), people.indices.contains(number - 1) { return people[number - 1] }
        output.message("Type a number from 1 to \(people.count), or leave with Ctrl-C.")
        output.prompt("Accept which? Its number: ")
      }
    }
    throw .interrupted
  }

  private func show(_ person: Person, number: Int) {
    if command.isJSON { output.object(RequestLine(request: person)) }
    output.message("\(number)  “\(Harmless.text(person.name))” asks to join, id \(person.id)")
  }

  private static func follow(
    _ reception: Reception, _ told: @Sendable (Turn) -> Void
  ) async {
    var number = 0
    do throws(Refusal) {
      while true {
        guard
          case .joinRequest(let person) = try await reception.ask(.nextJoinRequest(number: number))
        else { throw .unfitting }
        told(.request(person))
        number += 1
      }
    } catch {
      told(.refused(error))
    }
  }

  // MARK: join

  func join() async throws(Refusal) {
    let (token, relay) = try Self.read(try statedLink())
    let settings = try learn(relay: relay)
    if let relay, let known = settings.relay, !TrueSeal.isSameRelay(known, relay) {
      throw .usage("the link is for the relay \(relay), but this home is set to \(known)")
    }
    try await with(reception(settings, servesOthers: true)) { reception throws(Refusal) in
      _ = try await reception.ask(.join(token: token))
      if command.waits { try await becomeMember(reception) } else { try await ask(reception) }
    }
  }

  private func ask(_ reception: Reception) async throws(Refusal) {
    guard
      case .outcome(let outcome) = try await reception.ask(
        .drain(milliseconds: TerminalLimits.requestMilliseconds))
    else { throw .unfitting }
    guard outcome == .accepted else {
      throw Refusal(.staysQueued, "the relay was not reached; the request stays queued")
    }
    output.progress("The request lies at the relay. Run trueseal listen to hear the answer.")
  }

  private func becomeMember(_ reception: Reception) async throws(Refusal) {
    output.progress("Asked to join; now the other device must accept. Ctrl-C stops waiting.")
    do throws(Refusal) {
      let limit = command.timeoutMilliseconds
      guard
        case .outcome(let outcome) = try await reception.ask(.waitUntilMember(milliseconds: limit))
      else { throw .unfitting }
      guard outcome == .accepted else {
        throw Refusal(
          .timedOut, "nobody accepted in time; the request stands, listen hears the answer")
      }
    } catch  where error == .interrupted {
      throw Refusal(.interrupted, "stopped waiting; the request stands, listen hears the answer")
    }
    guard case .members(let members) = try await reception.ask(.members) else { throw .unfitting }
    for member in members { show(member) }
    // The other members hear from this device that it knows of them; no harm if that happens later.
    _ = try await reception.ask(.drain(milliseconds: TerminalLimits.drainMilliseconds))
  }

  private func statedLink() throws(Refusal) -> String {
    let operand = command.operand ?? ""
    guard operand == "-" else { return operand }
    let text = try Input.whole(from: 0, atMost: TerminalLimits.inputLineByteCountMax)
    let line = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).first
    guard let line else { throw .usage("there is no link on standard input") }
    return String(line)
  }

  /// The token of a link or a bare token, and the link's relay.
  private static func read(_ stated: String) throws(Refusal) -> (token: String, relay: String?) {
    let text = String(stated.filter { !$0.isWhitespace })
    do throws(TrueSealError) {
      guard text.contains("#") else { return (try PairingToken(text).text, nil) }
      let link = try PairingLink(text)
      return (link.token.text, link.relayText)
    } catch {
      throw Refusal(error)
    }
  }
}
