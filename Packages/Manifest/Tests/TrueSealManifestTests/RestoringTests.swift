import Testing
@testable import TrueSealManifest

/// A ledger read back from bytes finds what the one that took manifest after manifest has found.
@Suite struct `A ledger read back` {
  /// The same manifests as nothing but their bytes, as a start finds them.
  private func stored(_ manifests: [VerifiedManifest]) throws -> [VerifiedManifest] {
    try manifests.map { try VerifiedManifest(intact: $0.encoded, hash: $0.hash) }
  }

  private func again(_ ledger: Ledger) throws -> Ledger {
    try Ledger(
      groupID: ledger.groupID, restoring: stored(ledger.held), waiting: ledger.waiting)
  }

  private func compare(_ again: Ledger, with ledger: Ledger, _ comment: Comment) {
    // Thousands of manifests are not to be printed.
    let isSame =
      again.held == ledger.held && again.current == ledger.current
      && again.waiting == ledger.waiting && again.losers == ledger.losers
      && again.standingClaims == ledger.standingClaims
      && Set(again.everListed) == Set(ledger.everListed)
    #expect(isSame, comment)
    let differing = ledger.held.filter { manifest in
      let hash = manifest.hash
      return again.fate(of: hash) != ledger.fate(of: hash)
        || again.parent(of: hash) != ledger.parent(of: hash)
        || again.children(of: hash) != ledger.children(of: hash)
        || Set(again.recipients(of: manifest)) != Set(ledger.recipients(of: manifest))
        || again.manifest(hash)?.manifest != manifest.manifest
    }
    #expect(differing.isEmpty, comment)
    let strangers = ledger.everListed.filter {
      again.isGone($0) != ledger.isGone($0) || again.hasLeft($0) != ledger.hasLeft($0)
        || again.isRemoved($0) != ledger.isRemoved($0)
        || again.entry(of: $0) != ledger.entry(of: $0)
    }
    #expect(strangers.isEmpty, comment)
  }

  @Test(arguments: UInt64(21)...32)
  func `M-20 M-21 M-22 M-24 equals the fresh one, after every manifest of a random history`(
    seed: UInt64
  ) throws {
    var dice = Dice(seed: seed)
    let tree = try `The order of arrival`().tree(45, &dice)
    var fresh = Making.ledger(tree[0])
    var voidCount = 0
    var waitingCount = 0
    for manifest in tree.dropFirst().shuffled(using: &dice) + tree {
      _ = fresh.insert(manifest, from: Device.all[dice.below(2)].signingKey)
      compare(try again(fresh), with: fresh, "seed \(seed)")
      voidCount += fresh.held.count { fresh.isVoid($0.hash) }
      waitingCount += fresh.waiting.count
    }
    #expect(voidCount > 0 && waitingCount > 0 && !fresh.losers.isEmpty, "seed \(seed)")
  }

  @Test func `M-22 M-64 equals the fresh one with 4,096 manifests held`() throws {
    let tree = try `A ledger's cost`().tree()
    var fresh = Making.ledger(tree[0])
    _ = fresh.insert(contentsOf: tree, from: Device.all[0].signingKey)
    #expect(fresh.heldCount == 4_096 && !fresh.losers.isEmpty)
    compare(try again(fresh), with: fresh, "4,096 held")
  }

  @Test func `M-14 keeps a root apart from the parent that speaks against it`() throws {
    let world = try World(6)
    // What was missed: a manifest, and one on it by a device that the first does not list.
    let missed = try world.forge(by: 0, on: world.base, in: [20])
    let root = try world.forge(by: 30, on: missed)
    var fresh = try Ledger(groupID: Making.group, restoring: world.line)
    _ = fresh.insert(root, from: 0.key)
    _ = fresh.acceptFurtherRoots()
    #expect(fresh.contains(root.hash) && fresh.parent(of: root.hash) == nil)
    compare(try again(fresh), with: fresh, "before the parent came")
    _ = fresh.insert(missed, from: 0.key)
    #expect(fresh.contains(missed.hash) && fresh.parent(of: root.hash) == nil)
    compare(try again(fresh), with: fresh, "after the parent came")
  }

  @Test func `M-16 M-31 tells lists apart as their sets do`() throws {
    var dice = Dice(seed: 4)
    let tree = try `The order of arrival`().tree(60, &dice)
    for manifest in tree {
      for parent in tree {
        let pair = try stored([manifest, parent])
        let found = ListDifference(of: pair[0], on: pair[1])
        let (list, old) = (manifest.manifest.members, parent.manifest.members)
        let (keys, oldKeys) = (list.map(\.signingKey), old.map(\.signingKey))
        let both = Set(keys).intersection(oldKeys)
        #expect(found.admissions == list.filter { !both.contains($0.signingKey) })
        #expect(found.departures == old.indices.filter { !both.contains(oldKeys[$0]) })
        #expect(found.admissionPlaces == keys.indices.filter { !both.contains(keys[$0]) })
        #expect(found.departedKeys == oldKeys.filter { !both.contains($0) })
        #expect(found.issuerPlace == oldKeys.firstIndex(of: manifest.manifest.issuer))
        let hasAltered = both.contains { key in
          list.first { $0.signingKey == key } != old.first { $0.signingKey == key }
        }
        #expect(found.hasAltered == hasAltered)
        let taken = Set(old.map(\.agreementKey))
        #expect(found.hasTakenKey == found.admissions.contains { taken.contains($0.agreementKey) })
      }
    }
  }

  @Test func `W-50 finds the parts of any bytes or refuses them, within their end`() throws {
    var dice = Dice(seed: 5)
    let tree = try `The order of arrival`().tree(30, &dice)
    for manifest in tree {
      #expect(try stored([manifest])[0].manifest == manifest.manifest)
      let bytes = manifest.encoded
      for count in 0..<bytes.count {
        #expect(refusal { try stored(Array(bytes.prefix(count))) } == .malformed)
      }
      #expect(refusal { try stored(bytes + [0]) } == .malformed)
    }
    var refusedCount = 0
    for _ in 0..<20_000 {
      var bytes = tree[dice.below(tree.count)].encoded
      for _ in 0...dice.below(3) { bytes[dice.below(bytes.count)] = dice.bytes(1)[0] }
      do {
        // What the walk lets through can be read to its end.
        let read = try stored(bytes).manifest
        #expect(read.members.count <= 255)
      } catch {
        refusedCount += 1
      }
    }
    #expect((1..<20_000).contains(refusedCount))
  }

  private func stored(_ bytes: [UInt8]) throws -> VerifiedManifest {
    try VerifiedManifest(intact: bytes, hash: Making.group)
  }
}
