internal import TrueSealManifest
internal import TrueSealManifestStore
internal import TrueSealOutbox
internal import TrueSealOutboxStore
internal import TrueSealStore

/// Tells members of manifests: what each must hear to judge one, no more than it has not been sent (M-40).
///
/// Every recipient gets messages of its own, since a message the relay finds too large is cut for one recipient.
struct ManifestMail {
  let ledger: Ledger
  let own: DevicePublicKeys

  /// Queues a manifest for some members, this device never among them.
  ///
  /// - Returns: the agreement keys of those who will be told.
  @discardableResult
  func queue(
    _ manifest: VerifiedManifest, to members: [Member], in transaction: borrowing Transaction
  ) throws(StoreError) -> [[UInt8]] {
    let sent = SentRecords()
    let others = members.filter { $0.signingKey != own.signingKey }
    for member in others {
      let newest = try sent.newest(for: member.signingKey, in: transaction)
      for load in ledger.lineage(of: manifest.hash, since: newest) {
        guard let body = try? GroupManifestMessage.encode(load.map(\.encoded)) else {
          throw StoreError(.damaged, "a held manifest cannot be encoded again")
        }
        try OutboxMail().queue(
          Body(body), as: .groupManifest, partCount: load.count, to: member.agreementKey,
          in: transaction)
      }
      try sent.note(manifest, to: member.signingKey, in: transaction)
    }
    return others.map(\.agreementKey)
  }

  /// Queues what a device that has just joined owes the others: its admission, to all but who made it (M-44).
  ///
  /// So whoever hears this device's first message has heard of the device.
  func queueAdmission(in transaction: borrowing Transaction) throws(StoreError) -> [[UInt8]] {
    guard let admission = ledger.admission(of: own.signingKey) else { return [] }
    let others = admission.manifest.members.filter {
      $0.signingKey != admission.manifest.issuer
    }
    return try queue(admission, to: others, in: transaction)
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

extension Ledger {
  /// The highest held manifest that newly lists a device, with its ancestors held.
  fileprivate func admission(of signingKey: [UInt8]) -> VerifiedManifest? {
    held.last { manifest in
      manifest.manifest.member(signingKey)?.admissionVersion == manifest.manifest.version
    }
  }
}
