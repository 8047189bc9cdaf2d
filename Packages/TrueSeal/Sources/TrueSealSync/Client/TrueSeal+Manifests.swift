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
    guard ending == nil else { return .keep }
    guard let body = try? content.body(using: inflater),
      let signed = try? GroupManifestMessage.decode(body, by: checks)
    else { return dropped(.unreadable(.malformed)) }
    var verified: [VerifiedManifest] = []
    for manifest in signed {
      do {
        verified.append(try manifest.verified(by: .live))
      } catch {
        issues.post(.unreadable(.malformed))
      }
    }
    if case .pendingJoin = joinState {
      return try judgeAdmission(verified, from: content.author)
    }
    return try judgeUpdate(verified, in: content)
  }

  /// Keys that are listed already were judged when they came.
  private var checks: ManifestChecks {
    membership.map { .live.knowing($0.ledger) } ?? .live
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
    guard case .pendingJoin(let token) = joinState else { return }
    joinWait = Self.joinWait(for: token, keys: keys)
  }

  private func join(with ledger: Ledger) throws {
    var machine = Membership(own: keys.publicKeys.signingKey, ledger: ledger)
    let effects = machine.introduce()
    let told = try database.write { [machine] transaction throws(StoreError) in
      try LedgerRecords().insert(machine.ledger, in: transaction)
      try MembershipRecords().save(effects, of: machine, in: transaction)
      try EntryRecords().delete(.pair, in: transaction)
      try JoinRecord().save(.member, in: transaction)
      var told: [[UInt8]] = []
      for case .send(let mail) in effects {
        try ManifestMail.queue(mail.manifests, to: mail.recipient, in: transaction)
        told.append(mail.recipient.agreementKey)
      }
      return told
    }
    entriesWithdrawn(.pair)
    membership = machine
    joinState = .member
    joinWait = nil
    events.post(.statusChanged(.member, .joined))
    show(members)
    beginSync()
    entriesAdded(for: told)
    renewReceiving()
    // The list that admitted this device may have lost before it came.
    settleStanding()
    finishMembership()
  }

  private func judgeUpdate(
    _ manifests: [VerifiedManifest], in content: VerifiedContent
  ) throws -> Verdict {
    guard !manifests.isEmpty else { return .acknowledge }
    let author = content.author
    try decide(with: farewell(among: manifests, in: content)) {
      machine, now, sign throws(ManifestError) in
      try machine.receive(manifests, from: author, at: now, sign: sign)
    }
    return .acknowledge
  }

  /// Notes the number of a message by which its author says that it leaves (D-11).
  private func farewell(
    among manifests: [VerifiedManifest], in content: VerifiedContent
  ) -> Company? {
    let (author, sequence) = (content.author, content.sequence)
    let mayLeave = manifests.map(\.manifest).contains {
      $0.issuer == author && $0.member(author) == nil
    }
    guard mayLeave else { return nil }
    return { machine, transaction throws(StoreError) in
      guard machine.ledger.hasLeft(author) else { return }
      try FarewellRecords().note(sequence, of: author, in: transaction)
    }
  }
}
