import Foundation
import TrueSealSync

/// A device that a test can kill: commands come as lines, and what happened goes out as lines at once.
///
///     trial-device RELAY FOLDER NAME
///
///     window          -> token TEXT, then joining ID NAME for each request, which is accepted
///     join TOKEN      -> joined, when this device is a member
///     send FROM TO    -> sent NUMBER ID, once for each number from FROM to TO
///     talk FROM TO    -> said NUMBER, once for each text to the only other member
///     reset           -> resetting, when a new session with that member is asked for
///     number          -> number DIGITS, the session's, or number none
///     remove ID       -> removed, when the change is stored
///     leave           -> leaving, when the change is stored
///     destroy         -> destroying, when that is stored
///     list            -> list STATUS OWN-ID IDS, the members' in order
///     quit            -> nothing; ends
///
/// `out REASON` goes out when a membership has ended.
/// `handling NUMBER ID` goes out before a message is handled, `handled NUMBER ID` when it was; `body HEX` is what a
/// sender called "snake" said.
@main
struct TrialDevice {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else { return say("usage") }
    do {
      let client = try await TrueSeal.open(
        relay: arguments[1], storage: arguments[2], deviceName: arguments[3])
      let listening = client.onEvent { event in await answer(event, of: client) }
      let handling = try await client.onMessage { message in
        // What another implementation sent is looked at whole.
        if message.sender.name == "snake" { return say("body \(hex(message.body))") }
        let text = String(decoding: message.body.prefix { $0 != 32 }, as: UTF8.self)
        say("handling \(text) \(message.id)")
        say("handled \(text) \(message.id)")
      }
      let talking = try await client.onConversationMessage { message in
        say("heard \(String(decoding: message.body, as: UTF8.self))")
      }
      let issues = client.onDeliveryIssue { say("issue \($0)") }
      say("open \(await client.me.id) \(await client.status.rawValue)")
      for await line in commands() {
        guard try await carryOut(line, on: client) else { break }
      }
      for one in [listening, handling, talking, issues] { one.cancel() }
      await client.close()
    } catch {
      say("failed \(error)")
      exit(1)
    }
  }

  private static func carryOut(_ line: String, on client: TrueSeal) async throws -> Bool {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "window": say("token \(try await client.startPairing().text)")
    case "join": try await client.join(words[1])
    case "send":
      guard let from = Int(words[1]), let to = Int(words[2]) else { return false }
      for number in from...to {
        // Bodies of all sizes, the number in front.
        let filler = [UInt8](repeating: UInt8(number % 251), count: number * 37 % 2_000)
        let id = try await client.send(Array("\(number) ".utf8) + filler)
        say("sent \(number) \(id)")
      }
    case "talk":
      guard let from = Int(words[1]), let to = Int(words[2]) else { return false }
      let conversation = try await conversation(of: client)
      for number in from...to {
        try await conversation.send(Array("\(number)".utf8))
        say("said \(number)")
      }
    case "reset":
      try await conversation(of: client).reset()
      say("resetting")
    case "number":
      say("number \(try await conversation(of: client).report().verification ?? "none")")
    case "remove":
      try await client.remove(words[1])
      say("removed")
    case "leave":
      try await client.leave()
      say("leaving")
    case "destroy":
      try await client.destroyGroup()
      say("destroying")
    case "list":
      // The status first: once a membership has ended, what is read after it is of the time after.
      let status = await client.status.rawValue
      let (own, members) = (await client.me.id, await client.members.map(\.id).sorted())
      say((["list", status, own] + members).joined(separator: " "))
    default: return false
    }
    return true
  }

  private static func conversation(of client: TrueSeal) async throws -> Conversation {
    try await client.conversation(with: await client.members.first?.id ?? "")
  }

  private static func answer(_ event: Event, of client: TrueSeal) async {
    switch event {
    case .joinRequest(let request):
      say("joining \(request.id) \(request.name)")
      try? await client.accept(request)
    case .statusChanged(.member, _): say("joined")
    case .statusChanged(.notJoined, let reason): say("out \(reason?.rawValue ?? "unsaid")")
    case .membersChanged(let members): say("members \(members.count)")
    case .conversation(let notice): say("session \(notice.kind)")
    case .statusChanged, .connectionChanged, .admissionDropped: break
    }
  }
}

/// The lines of standard input; reading waits, so it has a thread of its own.
private func commands() -> AsyncStream<String> {
  AsyncStream { lines in
    Thread.detachNewThread {
      while let line = readLine() { lines.yield(line) }
      lines.finish()
    }
  }
}

private func hex(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

/// Writes a line whole, so that a kill never leaves half of one behind a whole one.
private func say(_ line: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
}
