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
    try checkMayAdmit()
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
    try checkMayAdmit()
    guard let window, window.requests.contains(request) else { throw .pairingClosed }
    guard ledger?.current?.manifest.member(request.keys.signingKey) == nil else {
      // Another member admitted the same device meanwhile; there is nothing left to do.
      self.window = nil
      return
    }
    guard let label = try? Label(request.name) else { throw .pairingClosed }
    guard joinState == .member else {
      try found(with: request.keys, called: label)
      self.window = nil
      return
    }
    try decide { machine, now, sign throws(ManifestError) in
      try machine.admit(
        request.keys.signingKey, agreementKey: request.keys.agreementKey, label: label, at: now,
        sign: sign)
    }
    self.window = nil
  }

  private func checkMayAdmit() throws(TrueSealError) {
    guard joinState == .notJoined || joinState == .member, ending == nil else {
      throw .notMember(status)
    }
  }

  /// Makes a group of this device and one other.
  private func found(
    with joiner: DevicePublicKeys, called name: Label
  ) throws(TrueSealError) {
    let own = keys.publicKeys
    let member = Member(
      signingKey: joiner.signingKey, agreementKey: joiner.agreementKey, admissionVersion: 1,
      label: name)
    let founder = Member(
      signingKey: own.signingKey, agreementKey: own.agreementKey, admissionVersion: 1, label: label)
    let (ledger, held, manifest) = try founding(by: founder, with: member)
    let change = PendingChange(.admission(member), carriers: [manifest.hash])
    var memory = Membership.Memory()
    memory.sent[member.signingKey] = manifest.rank
    let machine = Membership(
      own: own.signingKey, ledger: ledger, pending: [change], memory: memory)
    let effects =
      held.map(Membership.Effect.ledger)
      + [.remember(change), .noteSent(manifest.rank, to: member.signingKey)]
    try stored { database throws(StoreError) in
      try database.write { transaction throws(StoreError) in
        try MembershipRecords().save(effects, of: machine, in: transaction)
        try JoinRecord().save(.member, in: transaction)
        try ManifestMail.queue([manifest], to: member, in: transaction)
      }
    }
    membership = machine
    joinState = .member
    events.post(.statusChanged(.member, .created))
    show(members)
    beginSync()
    entriesAdded(for: [member.agreementKey])
    tellDrained()
  }

  /// A ledger with the manifest that makes a group, signed.
  private func founding(
    by founder: Member, with joiner: Member
  ) throws(TrueSealError) -> (Ledger, [Ledger.Effect], VerifiedManifest) {
    do throws(ManifestError) {
      var ledger = Ledger(groupID: Ledger.makeGroupID(from: parts.entropy))
      let manifest = try signer(
        Ledger.founding(groupID: ledger.groupID, founder: founder, joiner: joiner))
      let effects = ledger.insert(manifest, from: nil)
      return (ledger, effects, manifest)
    } catch {
      throw .pairingClosed
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
    case .member, .overtaken, .leaving, .destroying: throw .alreadyInGroup
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

  /// Stops asking, or waiting after a lost race; does nothing in other states (P-05, M-54).
  ///
  /// After a lost race this device may be listed elsewhere, so it leaves as `leave()` does.
  /// - Throws: `closed`, `storage`.
  public func cancelJoin() throws(TrueSealError) {
    try checkOpen()
    if joinState == .overtaken { return try leave() }
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
