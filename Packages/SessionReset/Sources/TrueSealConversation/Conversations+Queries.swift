public import TrueSealSessionReset
public import TrueSealStore

extension Conversations {
  /// When `clockReached` is next worth calling, in Unix milliseconds; nil when nothing waits.
  public func nextWake(in transaction: borrowing Transaction) throws(StoreError) -> UInt64? {
    try ConversationRecords.nextWake(in: transaction)
  }

  /// Where the conversation with a peer stands; that of a peer never heard of is empty.
  public func status(
    of peer: [UInt8], in transaction: borrowing Transaction
  ) throws -> ConversationStatus {
    try Call(self, peer).engine.status(in: transaction)
  }

  /// What both owners can compare; nil while a reset runs or before the first one (SK-42).
  public func verification(
    with peer: [UInt8], in transaction: borrowing Transaction
  ) throws -> Verification? {
    try Call(self, peer).engine.verificationInput(in: transaction).map(Verification.init)
  }

  /// The identity keys of all with whom there is a conversation, in their order.
  public func peers(in transaction: borrowing Transaction) throws(StoreError) -> [[UInt8]] {
    try ConversationRecords.peers(in: transaction)
  }

  /// Forgets a peer that is gone, with its sessions, keys and the texts that wait for it.
  public func remove(
    _ peer: [UInt8], in transaction: borrowing Transaction
  ) throws(StoreError) {
    try ConversationRecords(peer: peer).removeAll(in: transaction)
  }

  /// Forgets all conversations, for the wipe.
  public func removeAll(in transaction: borrowing Transaction) throws(StoreError) {
    try ConversationRecords.removeEverything(in: transaction)
  }
}
