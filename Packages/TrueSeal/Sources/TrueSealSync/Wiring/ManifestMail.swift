internal import TrueSealManifest
internal import TrueSealManifestStore
internal import TrueSealOutbox
internal import TrueSealOutboxStore
internal import TrueSealStore

/// Messages of manifests as entries of the outbox.
///
/// Every recipient gets messages of its own, since a message the relay finds too large is cut for one recipient.
enum ManifestMail {
  /// Queues a message for its one recipient (M-40).
  static func queue(
    _ manifests: [VerifiedManifest], to recipient: Member, in transaction: borrowing Transaction
  ) throws(StoreError) {
    guard let body = try? GroupManifestMessage.encode(manifests.map(\.encoded)) else {
      throw StoreError(.damaged, "a held manifest cannot be encoded again")
    }
    try OutboxMail().queue(
      Body(body), as: .groupManifest, partCount: manifests.count, to: recipient.agreementKey,
      in: transaction)
  }

  /// Cuts a message that was too large down to its first parts (D-04).
  static func cut(_ entry: Entry, in transaction: borrowing Transaction) throws(StoreError) {
    guard let body = try BodyRecords().body(of: entry.sequence, in: transaction) else { return }
    guard let manifests = try? GroupManifestMessage.decode(body.bytes, by: .live),
      let shorter = try? GroupManifestMessage.encode(
        manifests.prefix(entry.partCount).map(\.encoded))
    else { throw StoreError(.damaged, "a queued list of manifests cannot be read") }
    try BodyRecords().replace(
      Body(shorter, mayCompress: body.mayCompress), of: entry.sequence,
      partCount: entry.partCount, in: transaction)
  }
}
