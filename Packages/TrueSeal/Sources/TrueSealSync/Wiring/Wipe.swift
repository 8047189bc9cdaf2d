internal import TrueSealConversation
internal import TrueSealCrypto
internal import TrueSealManifestStore
internal import TrueSealOutboxStore
internal import TrueSealStore

/// The end of a membership: nothing of the group stays, and the device begins anew (S-10).
///
/// All of it is one transaction, so that a crash leaves the old device or the new one and nothing between.
struct Wipe: Sendable {
  /// What the device is afterwards.
  struct Outcome: Sendable {
    let keys: DeviceKeys
    let ending: EndingRecords.Ending
  }

  let reason: StatusReason
  let entropy: Entropy
  /// Unix time in milliseconds.
  let now: UInt64

  func run(in transaction: borrowing Transaction) throws(StoreError) -> Outcome {
    try MembershipRecords().removeAll(in: transaction)
    try JoinWaitRecords().removeAll(in: transaction)
    try EntryRecords().clear(in: transaction)
    try HandledRecords().removeAll(in: transaction)
    try FarewellRecords().removeAll(in: transaction)
    try AwaitedRecords().removeAll(in: transaction)
    try PresenceRecord().removeAll(in: transaction)
    try AttemptRecords().removeAll(in: transaction)
    try NewerRecords().removeAll(in: transaction)
    try Conversations.forgetAll(in: transaction)
    try LetterRecords().removeAll(in: transaction)
    try JoinRecord().save(.notJoined, in: transaction)
    let ending = try EndingRecords().insert(reason, in: transaction)

    // The numbers go with the identity that used them, and the next one begins as every identity does (S-12).
    try SequenceRecord().clear(in: transaction)
    try SequenceRecord().raise(to: now, in: transaction)
    let keys = DeviceKeys(from: entropy)
    try IdentityRecord().save(keys, in: transaction)
    return Outcome(keys: keys, ending: ending)
  }
}
