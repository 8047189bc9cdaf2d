import TrueSealManifest

/// What tests have devices do, and what they look at.
extension World {
  mutating func admit(_ joiner: Int, by issuer: Int) throws {
    expect(joiner, by: issuer)
    let device = Self.row[joiner]
    let label = try Label(device.name)
    try act(issuer) { machine, now, sign in
      try machine.admit(
        device.signingKey, agreementKey: device.agreementKey, label: label, at: now, sign: sign)
    }
  }

  mutating func remove(_ target: Int, by issuer: Int) throws {
    try act(issuer) { machine, now, sign in
      try machine.remove(Self.row[target].signingKey, at: now, sign: sign)
    }
  }

  mutating func leave(_ number: Int) throws {
    try act(number) { machine, now, sign in try machine.leave(at: now, sign: sign) }
  }

  /// Leaves, has every push accepted, and wipes.
  mutating func leaveForGood(_ number: Int) throws {
    try leave(number)
    wipe(number)
  }

  /// A manifest of any device on any parent, whatever the rules say to it.
  func forge(
    by issuer: Int, on parent: VerifiedManifest, in joiners: [Int] = [], out leavers: [Int] = [],
    onBehalf: [VerifiedManifest] = []
  ) throws -> VerifiedManifest {
    try Making.child(
      of: parent, by: Self.row[issuer], in: joiners.map { Self.row[$0] },
      out: leavers.map { Self.row[$0] }, onBehalf: onBehalf, checks: .hashing)
  }

  /// Manifests built on each other by one device; the first ones admit these devices.
  func chain(
    by issuer: Int, on parent: VerifiedManifest, length: Int, in joiners: [Int] = []
  ) throws -> [VerifiedManifest] {
    var chain: [VerifiedManifest] = []
    for number in 0..<length {
      let joiner = joiners.dropFirst(number).prefix(1)
      chain.append(try forge(by: issuer, on: chain.last ?? parent, in: Array(joiner)))
    }
    return chain
  }

  /// What a device believes.
  func current(_ number: Int) -> VerifiedManifest? { machines[number]?.ledger.current }

  /// Who a device believes to be listed; nil when it has wiped.
  func list(_ number: Int) -> Set<Int>? {
    current(number).map { Self.list($0) }
  }

  static func list(_ manifest: VerifiedManifest) -> Set<Int> {
    Set(manifest.manifest.members.compactMap { numbers[$0.signingKey] })
  }

  /// Whether these devices believe one and the same manifest, and it lists exactly these.
  func agree(_ numbers: Set<Int>) -> Bool {
    let views = Set(numbers.map { current($0)?.hash })
    return views.count == 1 && numbers.allSatisfy { list($0) == numbers }
  }

  /// The manifests a device has issued so far, in order, as far as another one holds them.
  func issued(by issuer: Int, heldBy holder: Int) -> [VerifiedManifest] {
    (machines[holder]?.ledger.held ?? [])
      .filter { $0.manifest.issuer == Self.row[issuer].signingKey && !line.contains($0) }
  }

  /// What became of a manifest when a device received it.
  func refusal(_ manifest: VerifiedManifest, by number: Int) -> ManifestError.Code? {
    for case .ledger(.refused(manifest.hash, let code)) in effects[number] ?? [] { return code }
    return nil
  }

  func wasRemoved(_ number: Int) -> Bool {
    effects[number, default: []].contains(.removed)
  }

  /// Letters from one device to another since some count of letters.
  func letters(
    from author: Int? = nil, to recipient: Int? = nil, since count: Int = 0
  ) -> [Letter] {
    sent.dropFirst(count).filter {
      (author == nil || $0.author == author) && (recipient == nil || $0.recipient == recipient)
    }
  }
}

extension Int {
  /// The signing key of the device with this number.
  var key: [UInt8] { World.row[self].signingKey }
}
