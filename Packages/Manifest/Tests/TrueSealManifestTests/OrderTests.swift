import Testing
import TrueSealManifest

/// Whatever order manifests arrive in, those who hold the same believe the same.
@Suite struct `The order of arrival` {
  private func permutations<Element>(of elements: [Element]) -> [[Element]] {
    guard let first = elements.first else { return [[]] }
    return permutations(of: Array(elements.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }

  @Test func `M-13 M-17 M-22 does not matter for six manifests in any of 720 orders`() throws {
    let first = try Making.founding(.ann, .ben)
    let admission = try Making.child(of: first, by: .ben, in: [.cat])
    let leave = try Making.child(of: admission, by: .cat, out: [.cat])
    let rival = try Making.child(of: admission, by: .ann, in: [.dan])
    let onBehalf = try Making.child(of: rival, by: .ben, out: [.cat], onBehalf: [leave])
    let forged = try Making.child(of: rival, by: .cat, onBehalf: [first])
    let last = try Making.child(of: onBehalf, by: .dan)
    let valid = [admission, leave, rival, onBehalf, last]
    for order in permutations(of: valid + [forged]) {
      var ledger = Making.ledger(first)
      var believed: [UInt8]?
      for manifest in order {
        for effect in ledger.insert(manifest, from: Device.ben.signingKey) {
          if case .currentChanged(let hash) = effect { believed = hash }
        }
      }
      #expect(ledger.current == last && believed == last.hash)
      #expect(Set(ledger.held) == Set(valid + [first]) && ledger.waiting.isEmpty)
    }
  }

  /// A manifest that repeats what some other one changed, in its issuer's name or its own leave.
  func repeating(
    on parent: VerifiedManifest, in tree: [VerifiedManifest], _ dice: inout Dice
  ) throws -> VerifiedManifest? {
    func isListed(_ device: Device, by manifest: VerifiedManifest) -> Bool {
      manifest.manifest.member(device.signingKey) != nil
    }
    let devices = Array(Device.all.prefix(8))
    let listed = devices.filter { isListed($0, by: parent) }
    let issuer = listed[dice.below(listed.count)]
    for carrier in tree.shuffled(using: &dice).prefix(12) {
      guard let older = tree.first(where: { $0.hash == carrier.manifest.parent }) else { continue }
      let leavers = listed.filter { isListed($0, by: older) && !isListed($0, by: carrier) }
      let joiners = devices.filter {
        !isListed($0, by: parent) && !isListed($0, by: older) && isListed($0, by: carrier)
      }
      let isOwn = carrier.manifest.issuer == issuer.signingKey
      guard !isOwn || leavers.contains(where: { $0.signingKey == issuer.signingKey }),
        !leavers.isEmpty || !joiners.isEmpty, leavers.count < listed.count + joiners.count
      else { continue }
      return try Making.child(
        of: parent, by: issuer, in: joiners, out: leavers, onBehalf: [carrier], checks: .hashing)
    }
    return nil
  }

  /// A random tree of valid manifests over eight devices, made on whatever was made before.
  func tree(_ count: Int, _ dice: inout Dice) throws -> [VerifiedManifest] {
    let devices = Array(Device.all.prefix(8))
    var tree = [try Making.founding(devices[0], devices[1])]
    while tree.count < count {
      let parent = tree[max(0, tree.count - 1 - dice.below(6))]
      if dice.below(4) == 0, let again = try repeating(on: parent, in: tree, &dice) {
        if !tree.contains(where: { $0.hash == again.hash }) { tree.append(again) }
        continue
      }
      let listed = devices.filter { parent.manifest.member($0.signingKey) != nil }
      let others = devices.filter { parent.manifest.member($0.signingKey) == nil }
      let issuer = listed[dice.below(listed.count)]
      let removes = listed.count > 2 && (dice.below(2) == 0 || others.isEmpty)
      let child = try Making.child(
        of: parent, by: issuer, in: removes ? [] : Array(others.shuffled(using: &dice).prefix(1)),
        out: removes ? [listed[dice.below(listed.count)]] : [], checks: .hashing)
      if !tree.contains(where: { $0.hash == child.hash }) { tree.append(child) }
    }
    return tree
  }

  /// Judging one by one takes short cuts; a ledger read back judges everything at once.
  @Test(arguments: UInt64(1)...12)
  func `M-17 M-20 M-21 M-22 M-24 does not matter for 50 manifests, delivered until quiet`(
    seed: UInt64
  ) throws {
    var dice = Dice(seed: seed)
    let tree = try tree(50, &dice)
    let whole = try Ledger(groupID: Making.group, restoring: tree)
    let void = tree.filter { whole.isVoid($0.hash) }
    #expect(!void.isEmpty && void.count < tree.count, "seed \(seed)")
    // Each kind of change must have come up.
    let kinds = tree.map { manifest in
      let isLeave = manifest.manifest.member(manifest.manifest.issuer) == nil
      return (isLeave ? 1 : 0) + (manifest.manifest.onBehalf.isEmpty ? 0 : 2)
    }
    #expect(Set(kinds).isSuperset(of: [0, 1, 2]), "seed \(seed)")
    let best = tree.filter { !void.contains($0) }.max { $0.rank < $1.rank }
    for _ in 0..<3 {
      var ledger = Making.ledger(tree[0])
      var rounds = 0
      while ledger.heldCount < tree.count, rounds < 80 {
        rounds += 1
        for manifest in tree.shuffled(using: &dice) {
          _ = ledger.insert(manifest, from: Device.all[dice.below(2)].signingKey)
        }
      }
      let isSame = ledger.current == best && whole.current == best
      #expect(isSame, "seed \(seed)")
      #expect(tree.filter { ledger.isVoid($0.hash) }.count == void.count, "seed \(seed)")
      #expect(void.allSatisfy { ledger.isVoid($0.hash) }, "seed \(seed)")
      #expect(
        ledger.standingClaims.symmetricDifference(whole.standingClaims).isEmpty, "seed \(seed)")
      let isOrdered = ledger.held == tree.sorted { $0.rank < $1.rank }
      #expect(isOrdered, "seed \(seed)")
      #expect(ledger.waiting.isEmpty, "seed \(seed)")
    }
  }

  @Test(arguments: [UInt64(6), 7]) func `leaves the same ancestry, which is that of the hashes`(
    seed: UInt64
  ) throws {
    var dice = Dice(seed: seed)
    let tree = try tree(70, &dice)
    let parents = Dictionary(uniqueKeysWithValues: tree.map { ($0.hash, $0.manifest.parent) })
    var ledger = Ledger(groupID: Making.group)
    _ = ledger.insert(tree[0], from: nil)
    _ = ledger.insert(contentsOf: tree, from: Device.all[0].signingKey)
    for young in tree {
      var ancestors: Set<[UInt8]> = []
      var step: [UInt8]? = young.hash
      while let next = step {
        ancestors.insert(next)
        step = parents[next] ?? nil
      }
      for old in tree {
        #expect(ledger.descends(young.hash, from: old.hash) == ancestors.contains(old.hash))
      }
      #expect(!ledger.descends(young.hash, from: []) && !ledger.descends([], from: young.hash))
    }
  }

  @Test func `does not matter for a ledger that is read back`() throws {
    var dice = Dice(seed: 8)
    let tree = try tree(60, &dice)
    let absent = try Making.child(of: tree[59], by: .ann, checks: .hashing)
    let early = try Making.child(of: absent, by: .ann, checks: .hashing)
    var ledger = Making.ledger(tree[0])
    _ = ledger.insert(contentsOf: tree, from: Device.ann.signingKey)
    _ = ledger.insert(early, from: Device.ann.signingKey)
    var again = try Ledger(
      groupID: Making.group, restoring: ledger.held.shuffled(using: &dice),
      waiting: ledger.waiting)
    #expect(again.held == ledger.held && again.current == ledger.current)
    #expect(again.waiting == ledger.waiting)
    for manifest in tree {
      #expect(again.children(of: manifest.hash) == ledger.children(of: manifest.hash))
    }
    _ = again.insert(absent, from: Device.ann.signingKey)
    #expect(again.contains(early.hash) == again.contains(absent.hash))
    #expect(
      refusal { try Ledger(groupID: [UInt8](repeating: 0, count: 32), restoring: tree) }
        == .malformed)
  }
}
