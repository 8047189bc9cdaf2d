internal import TrueSealManifest
internal import TrueSealManifestStore
internal import TrueSealOutbox
internal import TrueSealOutboxStore
internal import TrueSealStore
internal import TrueSealTransport

/// What Group Manifest messages do.
extension TrueSeal {
  func judgeGroupManifest(_ content: VerifiedContent) throws -> Verdict {
    // Without a group and without a request, no list is believed (P-06).
    guard joinState != .notJoined else { return dropped(.unauthorized) }
    guard let body = try? content.body(using: inflater),
      let signed = try? GroupManifestMessage.decode(body, by: .live)
    else { return dropped(.unreadable(.malformed)) }
    var verified: [VerifiedManifest] = []
    for manifest in signed {
      do {
        verified.append(try manifest.verified(by: .live))
      } catch {
        issues.post(.unreadable(.malformed))
      }
    }
    if case .pendingJoin = joinState, ledger == nil {
      return try judgeAdmission(verified, from: content.author)
    }
    return try judgeUpdate(verified, from: content.author)
  }

  /// Waits for the one manifest that admits this device, by the one key it trusts (P-06, M-45).
  private func judgeAdmission(
    _ manifests: [VerifiedManifest], from author: [UInt8]
  ) throws -> Verdict {
    guard var joinWait else { return dropped(.unauthorized) }
    let outcome = joinWait.receive(manifests, from: author)
    self.joinWait = joinWait
    switch outcome {
    case .waiting:
      // It stays in the inbox, which outlives a crash, and is judged again by the admitted device.
      return .keep
    case .refused: return dropped(.unauthorized)
    case .admitted(let ledger):
      try join(with: ledger)
      return .acknowledge
    }
  }

  /// Begins again to wait for an admission, since the inbox begins again as well.
  func restartJoinWait() {
    guard case .pendingJoin(let token) = joinState, ledger == nil else { return }
    joinWait = Self.joinWait(for: token, keys: keys)
  }

  private func join(with ledger: Ledger) throws {
    let told = try database.write { [keys] transaction throws(StoreError) in
      try LedgerRecords().insert(ledger, in: transaction)
      try EntryRecords().delete(.pair, in: transaction)
      try JoinRecord().save(.member, in: transaction)
      return try ManifestMail(ledger: ledger, own: keys.publicKeys)
        .queueAdmission(in: transaction)
    }
    entriesWithdrawn(.pair)
    joinState = .member
    joinWait = nil
    events.post(.statusChanged(.member, .joined))
    adopt(ledger)
    entriesAdded(for: told)
    renewReceiving()
  }

  private func judgeUpdate(
    _ manifests: [VerifiedManifest], from author: [UInt8]
  ) throws -> Verdict {
    guard var ledger else { return dropped(.unauthorized) }
    let effects = ledger.insert(contentsOf: manifests, from: author)
    if !effects.isEmpty {
      try database.write { [ledger] transaction throws(StoreError) in
        try LedgerRecords().save(effects, of: ledger, in: transaction)
      }
    }
    for case .refused(_, let refusal) in effects {
      issues.post(refusal == .unauthorized ? .unauthorized : .unreadable(.malformed))
    }
    adopt(ledger)
    return .acknowledge
  }

  /// Takes a ledger that is on disk as the one in force, and tells the app if the list changed (M-05).
  func adopt(_ ledger: Ledger) {
    let before = members
    self.ledger = ledger
    let after = members
    guard before != after else { return }
    events.post(.membersChanged(after))
  }
}
