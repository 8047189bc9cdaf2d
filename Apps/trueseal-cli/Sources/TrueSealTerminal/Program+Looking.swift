internal import Foundation

/// The commands that show something.
extension Program {
  func initialize() async throws(Refusal) {
    let settings = try learn(mayReplaceRelay: true)
    let standing = try await standing(settings)
    if command.isJSON {
      output.object(standing)
    } else {
      output.result("\(standing.id)\t\(Harmless.text(standing.name))")
      output.progress(
        "This device is set up. Run trueseal pair here, or trueseal join with another's link.")
    }
  }

  func status() async throws(Refusal) {
    let standing = try await standing(try learn())
    guard !command.isJSON else { return _ = output.object(standing) }
    let facts = [
      ("status", standing.status), ("name", Harmless.text(standing.name)), ("id", standing.id),
      ("members", String(standing.memberCount)), ("connection", standing.connection),
      ("queued", String(standing.queuedEntryCount)), ("relay", standing.relay),
      ("home", Harmless.text(home.directory)), ("namespace", command.namespace),
    ]
    for (name, value) in facts { output.result("\(name)\t\(value)") }
  }

  func members() async throws(Refusal) {
    guard !command.watches else { return try await watchMembers() }
    let reply = try await with(reception(try learn())) { reception throws(Refusal) in
      try await reception.ask(.members)
    }
    guard case .members(let members) = reply else { throw .unfitting }
    guard !members.isEmpty else {
      throw Refusal(.notMember, "this device is in no group yet; run trueseal pair or join")
    }
    for member in members { show(member) }
  }

  func outbox() async throws(Refusal) {
    let reply = try await with(reception(try learn())) { reception throws(Refusal) in
      try await reception.ask(.outbox(limit: TerminalLimits.outboxMessagesMax))
    }
    guard case .outbox(let messages) = reply else { throw .unfitting }
    for message in messages {
      guard !command.isJSON else {
        output.object(message)
        continue
      }
      let recipients = message.recipients.map {
        $0.map { Harmless.text($0.name) } ?? "a device that is no member"
      }
      let age = message.sentAt.map(Self.age) ?? "-"
      output.result(
        "\(message.id)\t\(message.purpose)\t\(age)\t\(recipients.joined(separator: ", "))"
          + "\t\(Self.progress(of: message))")
    }
    if messages.count == TerminalLimits.outboxMessagesMax {
      output.message("These are the oldest \(messages.count); there may be more.")
    }
  }

  /// Prints a device.
  func show(_ person: Person) {
    guard !command.isJSON else { return _ = output.object(person) }
    let mark = person.isThisDevice == true ? "\tthis device" : ""
    output.result("\(person.id)\t\(output.strong(Harmless.text(person.name)))\(mark)")
  }

  private func standing(_ settings: Settings) async throws(Refusal) -> Standing {
    let reply = try await with(reception(settings)) { reception throws(Refusal) in
      try await reception.ask(.status)
    }
    guard case .status(let standing) = reply else { throw .unfitting }
    return standing
  }

  /// How sending goes.
  private static func progress(of message: Waiting) -> String {
    guard let failed = message.failedTries else { return "on its way" }
    let tries = failed == 1 ? "1 try failed" : "\(failed) tries failed"
    guard let next = message.nextTryMilliseconds else { return "\(tries), trying" }
    return "\(tries), next in \(span(of: Double(next) / 1_000))"
  }

  /// How long ago a moment was, roughly.
  private static func age(of milliseconds: UInt64) -> String {
    span(of: max(0, Date().timeIntervalSince1970 - Double(milliseconds) / 1_000))
  }

  private static func span(of seconds: Double) -> String {
    switch seconds {
    case ..<1: "under 1 s"
    case ..<120: "\(Int(seconds)) s"
    case ..<7_200: "\(Int(seconds / 60)) min"
    case ..<172_800: "\(Int(seconds / 3_600)) h"
    default: "\(Int(seconds / 86_400)) d"
    }
  }
}

extension Refusal {
  /// A reply that does not belong to the request.
  static let unfitting = Refusal(.unexpected, "the other trueseal answered something else")
}
