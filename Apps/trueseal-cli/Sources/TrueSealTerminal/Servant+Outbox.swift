internal import TrueSealSync

/// The answers about what waits to be sent.
extension Servant {
  func waiting(_ limit: Int) async throws -> [Waiting] {
    let limit = min(max(limit, 0), TerminalLimits.outboxMessagesMax)
    let members = await client.members
    let names = Dictionary(members.map { ($0.id, $0.name) }) { first, _ in first }
    let tries = try await client.deliveryTries()
    return try await client.outbox(limit: limit).map { message in
      var waiting = Waiting(
        id: message.id.description, purpose: message.purpose.rawValue, sentAt: message.sentAt,
        recipients: message.recipients.map { id in
          id.map { Person(id: $0, name: names[$0] ?? "") }
        })
      // The one who has failed most often tells how the message does.
      let worst = tries.filter { $0.failureCount > 0 && message.recipients.contains($0.recipient) }
        .max { $0.failureCount < $1.failureCount }
      if let worst {
        waiting.failedTries = worst.failureCount
        waiting.nextTryMilliseconds = worst.millisecondsToNext
      }
      return waiting
    }
  }
}
