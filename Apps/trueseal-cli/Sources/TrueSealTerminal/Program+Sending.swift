internal import Foundation
internal import TrueSealSync

/// The command that sends.
extension Program {
  private struct SentLine: Encodable {
    let id: String
    let state: Outcome
    let recipientCount: Int
  }

  func send() async throws(Refusal) {
    let body = try statedBody()
    let settings = try learn()
    try await with(reception(settings, servesOthers: command.waits)) { reception throws(Refusal) in
      let request = Request.send(body: Data(body), mayCompress: command.mayCompress)
      guard case .sent(let id, let count) = try await reception.ask(request) else {
        throw .unfitting
      }
      if !command.isJSON { output.result(id) }
      if count == 0 { output.message("There is no other member; nobody will receive it.") }
      guard command.waits else { return tell(id, .queued, count) }
      try await wait(for: id, count, through: reception)
    }
  }

  private func wait(
    for id: String, _ count: Int, through reception: Reception
  ) async throws(Refusal) {
    let limit = command.relayTimeoutMilliseconds
    let reply: Reply
    do throws(Refusal) {
      reply = try await reception.ask(.outcome(id: id, milliseconds: limit))
    } catch  where error == .interrupted {
      tell(id, .queued, count)
      throw Self.staysQueued("you did not wait for the relay")
    }
    guard case .outcome(let outcome) = reply else { throw .unfitting }
    tell(id, outcome, count)
    switch outcome {
    case .accepted: return
    case .queued: throw Self.staysQueued("the relay has not taken it within the time allowed")
    case .failed:
      throw Refusal(.refusedForGood, "the relay refused it for good for at least one recipient")
    }
  }

  private func tell(_ id: String, _ state: Outcome, _ count: Int) {
    if command.isJSON { output.object(SentLine(id: id, state: state, recipientCount: count)) }
  }

  private static func staysQueued(_ reason: String) -> Refusal {
    Refusal(
      .staysQueued,
      "\(reason); the message stays queued, and leaves while listen or another command runs")
  }

  private func statedBody() throws(Refusal) -> [UInt8] {
    let operand = command.operand ?? ""
    let limit = SyncLimits.bodyByteCountMax
    if operand == "-" { return try Input.whole(from: 0, atMost: limit) }
    guard operand.hasPrefix("@") else { return Array(operand.utf8) }
    let path = String(operand.dropFirst())
    guard let file = System.openFile(path, writing: false) else {
      throw .usage("the file “\(path)” cannot be opened: \(System.failure)")
    }
    return try file.lend { (number) throws(Refusal) in
      try Input.whole(from: number, atMost: limit)
    }
  }
}
