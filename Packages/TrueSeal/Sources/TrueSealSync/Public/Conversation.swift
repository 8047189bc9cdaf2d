/// The conversation of this device with one other member, with forward secrecy.
///
/// Its texts are encrypted with a Double Ratchet inside the sealed envelopes that carry every message, one key for each
/// text, and both devices can replace the session at any time. Order, retries, duplicates and expiry are those of `send`.
/// Source: rules SR-05 to SR-42, SK-01 to SK-42.
public struct Conversation: Sendable {
  /// The other device.
  public let member: GroupMember
  let client: TrueSeal

  /// The longest text, in bytes.
  public static var textByteCountMax: Int { SyncLimits.textByteCountMax }

  /// Sends a text; it waits, in order, while there is no session (SK-17).
  ///
  /// When it returns, the text survives a crash. It is given up 30 days later, and the issue listener hears of it.
  /// - Throws: `closed`, `notMember`, `memberNotFound`, `payloadTooLarge`, `storage` (code full also when 4,096 texts wait).
  @discardableResult
  public func send(_ body: [UInt8]) async throws(TrueSealError) -> MessageID {
    try await client.send(body, inConversationWith: member.id)
  }

  /// Replaces the session; what was sent stays readable for the other device until it agrees (SR-10, SK-12).
  ///
  /// - Throws: `closed`, `notMember`, `memberNotFound`, `storage`.
  public func reset() async throws(TrueSealError) { try await client.resetSession(with: member.id) }

  /// Takes a reset of this device back; false when it may have left already (SK-41).
  ///
  /// - Throws: `closed`, `notMember`, `memberNotFound`, `storage`.
  public func cancelReset() async throws(TrueSealError) -> Bool {
    try await client.cancelReset(with: member.id)
  }

  /// Says whether a reset of the other device may go on that the policy asks about; false when none waits (SK-31).
  ///
  /// - Throws: `closed`, `notMember`, `memberNotFound`, `storage`.
  public func answerReset(approving: Bool) async throws(TrueSealError) -> Bool {
    try await client.answerReset(with: member.id, approving: approving)
  }

  /// Where it stands.
  ///
  /// - Throws: `closed`, `notMember`, `memberNotFound`, `storage`.
  public func report() async throws(TrueSealError) -> ConversationReport {
    try await client.report(onConversationWith: member.id)
  }
}
