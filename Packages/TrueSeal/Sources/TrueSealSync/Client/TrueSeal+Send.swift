internal import TrueSealManifest
internal import TrueSealOutbox
internal import TrueSealOutboxStore
internal import TrueSealStore

/// The outbound walk's first half: from the app to the disk (rule D-01).
///
/// 1. Closed, not a member, too long: refused here, and nothing was written.
/// 2. The list in force says who the recipients are.
/// 3. One transaction: the next number, the body once, an entry for each recipient. Then the id is returned.
/// 4. What follows, sealing and pushing, happens by itself and as often as it takes.
extension TrueSeal {
  /// Queues bytes for every other member and returns the message's id once they are on disk.
  ///
  /// Works offline. Sealed anew at every attempt; each recipient gets it at least once within 30 days or the app
  /// hears `sendFailed`.
  /// - Parameters:
  ///   - body: 0 to `maxPayloadBytes` bytes.
  ///   - compression: false for a body that mixes secrets with text somebody else chose (W-33).
  /// - Throws: `closed`, `notMember`, `payloadTooLarge`, `storage`.
  @discardableResult
  public func send(_ body: [UInt8], compression: Bool = true) throws(TrueSealError) -> MessageID {
    try checkOpen()
    guard joinState == .member, ending == nil else { throw .notMember(status) }
    guard body.count <= settings.maxPayloadBytes else {
      throw .payloadTooLarge(max: settings.maxPayloadBytes)
    }
    let own = keys.publicKeys
    let recipients = recipients(without: own.signingKey)
    let now = UInt64(max(0, parts.clock.unixMilliseconds()))
    let message = try stored { database throws(StoreError) in
      try database.write { transaction throws(StoreError) in
        try OutboxMail().queueSync(
          body, compression: compression, to: recipients, at: now, in: transaction)
      }
    }
    entriesCommitted(recipients.map { message.entry(for: $0) })
    return MessageID(author: own.signingKey, sequence: message.sequence)
  }

  /// The agreement keys of all members but one, as the list in force names them.
  private func recipients(without signingKey: [UInt8]) -> [[UInt8]] {
    guard let members = ledger?.current?.manifest.members else { return [] }
    var recipients: [[UInt8]] = []
    recipients.reserveCapacity(members.count)
    for index in members.indices where members[index].signingKey != signingKey {
      recipients.append(members[index].agreementKey)
    }
    return recipients
  }
}
