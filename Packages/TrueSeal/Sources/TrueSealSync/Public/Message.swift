/// What another member's app said.
public struct Message: Hashable, Sendable {
  /// The same on every device, and on every delivery of this message.
  public let id: MessageID
  /// The member that sent it.
  public let sender: GroupMember
  /// When the sender's clock said it was sent, in Unix milliseconds; nobody has checked that clock.
  public let sentAt: UInt64
  /// The bytes that were given to `send`.
  public let body: [UInt8]
}
