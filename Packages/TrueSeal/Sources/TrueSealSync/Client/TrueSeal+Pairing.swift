internal import TrueSealCrypto
internal import TrueSealManifest
internal import TrueSealManifestStore
internal import TrueSealOutbox
internal import TrueSealOutboxStore
internal import TrueSealStore

/// Letting devices in, and asking to be let in.
extension TrueSeal {
  // MARK: Admitting

  /// Opens a pairing window with a fresh secret and returns the token to show; an open one is replaced (P-01).
  ///
  /// The window and its requests live in memory: a restart, `cancelPairing` or the first `accept` closes it.
  /// - Throws: `closed`; `notMember` unless the status is `notJoined` or `member`.
  public func startPairing() throws(TrueSealError) -> PairingToken {
    try checkOpen()
    guard joinState == .notJoined || joinState == .member else { throw .notMember(status) }
    let window = PairingWindow(secret: parts.entropy.bytes(count: 32))
    self.window = window
    return PairingToken(keys: keys.publicKeys, secret: window.secret)
  }

  /// Closes the pairing window and spends its secret; does nothing when none is open.
  ///
  /// - Throws: `closed`.
  public func cancelPairing() throws(TrueSealError) {
    try checkOpen()
    window = nil
  }

  /// Admits a device that asked through the open window, and closes the window (P-04).
  ///
  /// Returns once the new list, what everybody must be told, and the change itself are on disk; the first admission
  /// of a device that is in no group makes one.
  /// - Throws: `closed`, `notMember`, `pairingClosed`, `groupFull`, `storage`.
  public func accept(_ request: JoinRequest) throws(TrueSealError) {
    try checkOpen()
    guard joinState == .notJoined || joinState == .member else { throw .notMember(status) }
    guard let window, window.requests.contains(request) else { throw .pairingClosed }
    let isFounding = joinState == .notJoined
    var ledger = ledger ?? Ledger(groupID: parts.entropy.bytes(count: 32))
    guard ledger.current?.manifest.member(request.keys.signingKey) == nil else {
      // Another member admitted the same device meanwhile; there is nothing left to do.
      self.window = nil
      return
    }
    let manifest = try admission(of: request, in: ledger, isFounding: isFounding)
    let effects = ledger.insert(manifest, from: nil)
    let change = PendingChange(
      .admission(try joiner(of: request, in: manifest)), carriers: [manifest.hash])
    let next = isFounding ? JoinState.member : joinState
    let told = try stored { [ledger, keys] database throws(StoreError) in
      try database.write { transaction throws(StoreError) in
        try LedgerRecords().save(effects, of: ledger, in: transaction)
        try PendingChangeRecords().save(change, in: transaction)
        if isFounding { try JoinRecord().save(next, in: transaction) }
        return try ManifestMail(ledger: ledger, own: keys.publicKeys)
          .queue(manifest, to: ledger.recipients(of: manifest), in: transaction)
      }
    }
    self.window = nil
    joinState = next
    if isFounding { events.post(.statusChanged(.member, .created)) }
    adopt(ledger)
    entriesAdded(for: told)
  }

  private func joiner(
    of request: JoinRequest, in manifest: VerifiedManifest
  ) throws(TrueSealError) -> Member {
    guard let member = manifest.manifest.member(request.keys.signingKey) else {
      throw .pairingClosed
    }
    return member
  }

  private func admission(
    of request: JoinRequest, in ledger: Ledger, isFounding: Bool
  ) throws(TrueSealError) -> VerifiedManifest {
    do {
      let joinerLabel = try Label(request.name)
      let manifest =
        isFounding
        ? try Ledger.founding(
          groupID: ledger.groupID,
          founder: Member(
            signingKey: keys.publicKeys.signingKey, agreementKey: keys.publicKeys.agreementKey,
            admissionVersion: 1, label: label),
          joiner: Member(
            signingKey: request.keys.signingKey, agreementKey: request.keys.agreementKey,
            admissionVersion: 1, label: joinerLabel))
        : try ledger.admission(
          of: request.keys.signingKey, agreementKey: request.keys.agreementKey,
          label: joinerLabel, by: keys.publicKeys.signingKey)
      return try SignedManifest.signing(manifest, by: .live) { keys.signing.sign($0) }
        .verified(by: .live)
    } catch {
      switch error.code {
      case .groupFull: throw .groupFull(max: SyncLimits.groupMembersMax)
      case .ledgerFull: throw .storage(.full)
      default: throw .pairingClosed
      }
    }
  }

  // MARK: Joining

  /// Asks the device that made a token to admit this one (P-05); a request that waits already is replaced.
  ///
  /// Of a pairing link, take the part after `#`. Survives restarts; nothing times out.
  /// - Throws: `closed`, `alreadyInGroup`, `invalidPairingToken`, `storage`.
  public func join(_ token: String) throws(TrueSealError) {
    try checkOpen()
    switch joinState {
    case .member, .leaving, .destroying: throw .alreadyInGroup
    case .notJoined, .pendingJoin: break
    }
    let token = try PairingToken(token)
    guard token.agreementKey != keys.publicKeys.agreementKey,
      token.signingKey != keys.publicKeys.signingKey
    else { throw .invalidPairingToken }
    let body = PairBody(joiner: keys.publicKeys, label: label, token: token).encoded()
    try stored { database throws(StoreError) in
      try database.write { transaction throws(StoreError) in
        try EntryRecords().delete(.pair, in: transaction)
        try JoinRecord().save(.pendingJoin(token), in: transaction)
        try OutboxMail().queue(
          Body(body, mayCompress: false), as: .pair, to: token.agreementKey, in: transaction)
      }
    }
    entriesWithdrawn(.pair)
    window = nil
    joinState = .pendingJoin(token)
    joinWait = Self.joinWait(for: token, keys: keys)
    events.post(.statusChanged(.pendingJoin, nil))
    entriesAdded(for: [token.agreementKey])
  }

  /// Stops asking; does nothing when this device is not asking (P-05).
  ///
  /// - Throws: `closed`, `storage`.
  public func cancelJoin() throws(TrueSealError) {
    try checkOpen()
    guard case .pendingJoin = joinState else { return }
    try stored { database throws(StoreError) in
      try database.write { transaction throws(StoreError) in
        try EntryRecords().delete(.pair, in: transaction)
        try JoinRecord().save(.notJoined, in: transaction)
      }
    }
    entriesWithdrawn(.pair)
    joinState = .notJoined
    joinWait = nil
    events.post(.statusChanged(.notJoined, nil))
    // What waited for the admission is judged again, and dropped.
    renewReceiving()
  }
}
