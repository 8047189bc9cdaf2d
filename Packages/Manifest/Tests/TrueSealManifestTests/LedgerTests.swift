import Testing
import TrueSealManifest

@Suite struct `A ledger` {
  let first: VerifiedManifest
  /// Ben admits Cat.
  let second: VerifiedManifest

  init() throws {
    first = try Making.founding(.ann, .ben)
    second = try Making.child(of: first, by: .ben, in: [.cat])
  }

  private func effects(
    of manifest: VerifiedManifest, on ledger: Ledger, from author: Device = .ann
  ) -> [Ledger.Effect] {
    var ledger = ledger
    return ledger.insert(manifest, from: author.signingKey)
  }

  @Test func `M-10 holds what is verified and knows it again`() throws {
    var ledger = Ledger(groupID: Making.group)
    #expect(ledger.current == nil)
    #expect(
      ledger.insert(first, from: nil) == [.held(first.hash), .currentChanged(first.hash)])
    #expect(
      ledger.insert(second, from: Device.ben.signingKey)
        == [.held(second.hash), .currentChanged(second.hash)])
    #expect(ledger.insert(second, from: Device.ann.signingKey) == [])
    #expect(ledger.held == [first, second])
    #expect(ledger.heldCount == 2)
    #expect(ledger.contains(first.hash) && ledger.manifest(second.hash) == second)
    #expect(ledger.parent(of: second.hash) == first)
    #expect(ledger.children(of: first.hash) == [second])
  }

  @Test func `M-11 refuses another group and a version that does not follow`() throws {
    let ledger = Making.ledger(first)
    let elsewhere = try Making.child(
      of: Making.founding(.ann, .ben, group: [UInt8](repeating: 9, count: 32)), by: .ann)
    #expect(effects(of: elsewhere, on: ledger) == [.refused(elsewhere.hash, .malformed)])
    for version: UInt64 in [3, 1 << 63 - 1] {
      let skipping = try Making.child(of: first, by: .ann, version: version)
      #expect(effects(of: skipping, on: ledger) == [.refused(skipping.hash, .malformed)])
    }
    let third = try Making.child(of: second, by: .ann, version: 2)
    #expect(
      effects(of: third, on: Making.ledger(first, second)) == [.refused(third.hash, .malformed)])
  }

  @Test func `M-11 takes a version 1 only from this device, and only one`() throws {
    let rival = try Making.founding(.cat, .dan)
    var empty = Ledger(groupID: Making.group)
    #expect(
      empty.insert(rival, from: Device.cat.signingKey) == [.refused(rival.hash, .malformed)])
    var ledger = Making.ledger(first)
    #expect(
      ledger.insert(rival, from: Device.ann.signingKey) == [.refused(rival.hash, .malformed)])
    #expect(ledger.insert(rival, from: nil) == [.refused(rival.hash, .malformed)])
    #expect(ledger.current == first)
  }

  @Test func `M-11 wants the issuer and one other in version 1`() throws {
    for devices in [[Device.ann], [.ann, .ben, .cat], [.ben, .cat]] {
      let members = try devices.map { try $0.member(since: 1) }
        .sorted { $0.signingKey.lexicographicallyPrecedes($1.signingKey) }
      let wrong = try Making.signed(
        Manifest(
          groupID: Making.group, version: 1, parent: nil, issuer: Device.ann.signingKey,
          onBehalf: [], members: members), by: .ann)
      var ledger = Ledger(groupID: Making.group)
      #expect(ledger.insert(wrong, from: nil) == [.refused(wrong.hash, .malformed)])
    }
  }

  @Test func `M-12 M-15 refuses an issuer that the parent does not list`() throws {
    let ledger = Making.ledger(first)
    let stranger = try Making.child(of: first, by: .cat, in: [.cat])
    #expect(effects(of: stranger, on: ledger) == [.refused(stranger.hash, .unauthorized)])
    let removal = try Making.child(of: second, by: .ann, out: [.ben])
    let afterwards = try Making.child(of: removal, by: .ben, in: [.ben])
    #expect(
      effects(of: afterwards, on: Making.ledger(first, second, removal))
        == [.refused(afterwards.hash, .unauthorized)])
  }

  @Test func `M-12 judges by the parent, not by who is believed now`() throws {
    let removal = try Making.child(of: second, by: .ann, out: [.ben])
    let unaware = try Making.child(of: second, by: .ben, in: [.dan])
    let ledger = Making.ledger(first, second, removal)
    #expect(effects(of: unaware, on: ledger).first == .held(unaware.hash))
  }

  @Test func `M-16 refuses a member whose entry differs from the parent's`() throws {
    let ledger = Making.ledger(first)
    let wrong: [(Member) throws -> Member] = [
      {
        Member(
          signingKey: $0.signingKey, agreementKey: Device.dan.agreementKey,
          admissionVersion: $0.admissionVersion, label: $0.label)
      },
      {
        Member(
          signingKey: $0.signingKey, agreementKey: $0.agreementKey,
          admissionVersion: $0.admissionVersion, label: try Label("Device 1"))
      },
      {
        Member(
          signingKey: $0.signingKey, agreementKey: $0.agreementKey, admissionVersion: 2,
          label: $0.label)
      },
    ]
    for change in wrong {
      let manifest = try Making.child(of: first, by: .ann) { members in
        members = try members.map {
          $0.signingKey == Device.ben.signingKey ? try change($0) : $0
        }
      }
      #expect(effects(of: manifest, on: ledger) == [.refused(manifest.hash, .malformed)])
    }
  }

  @Test func `M-16 refuses X25519 keys that are swapped or handed on`() throws {
    let ledger = Making.ledger(first)
    func entry(_ device: Device, keyOf other: Device, since version: UInt64) throws -> Member {
      Member(
        signingKey: device.signingKey, agreementKey: other.agreementKey,
        admissionVersion: version, label: try Label(device.name))
    }
    let swapped = try Making.child(of: first, by: .ann) { members in
      members = [
        try entry(.ann, keyOf: .ben, since: 1), try entry(.ben, keyOf: .ann, since: 1),
      ]
    }
    let handedOn = try Making.child(of: first, by: .ann, out: [.ben]) { members in
      members.append(try entry(.dan, keyOf: .ben, since: 2))
    }
    for manifest in [swapped, handedOn] {
      #expect(effects(of: manifest, on: ledger) == [.refused(manifest.hash, .malformed)])
    }
  }

  @Test func `M-16 wants a new member to have the manifest's version`() throws {
    let old = try Making.child(of: first, by: .ann) { members in
      members.append(try Device.cat.member(since: 1))
    }
    #expect(effects(of: old, on: Making.ledger(first)) == [.refused(old.hash, .malformed)])
  }

  @Test func `M-18 takes several changes at once, and none`() throws {
    let several = try Making.child(of: second, by: .ann, in: [.dan, .eve], out: [.cat])
    let none = try Making.child(of: second, by: .ann)
    let ledger = Making.ledger(first, second)
    #expect(effects(of: several, on: ledger).first == .held(several.hash))
    #expect(effects(of: none, on: ledger).first == .held(none.hash))
  }

  @Test func `M-22 believes the highest rank`() throws {
    let rivals = try [Device.dan, .eve].map { try Making.child(of: first, by: .ann, in: [$0]) }
      .sorted { $0.hash.lexicographicallyPrecedes($1.hash) }
    var ledger = Making.ledger(first, rivals[1])
    #expect(ledger.current == rivals[1])
    #expect(
      ledger.insert(rivals[0], from: Device.ann.signingKey)
        == [.held(rivals[0].hash), .currentChanged(rivals[0].hash)])
    var other = Making.ledger(first, rivals[0])
    #expect(other.insert(rivals[1], from: Device.ann.signingKey) == [.held(rivals[1].hash)])
    let higher = try Making.child(of: rivals[1], by: .ben)
    #expect(
      other.insert(higher, from: Device.ann.signingKey)
        == [.held(higher.hash), .currentChanged(higher.hash)])
  }

  @Test func `remembers every key that was ever listed`() throws {
    let ledger = Making.ledger(
      first, second, try Making.child(of: second, by: .ann, out: [.cat]))
    for device in [Device.ann, .ben, .cat, .dan] {
      let wasListed = device.name != Device.dan.name
      #expect(ledger.everListed(signingKey: device.signingKey) == wasListed)
      #expect(ledger.everListed(agreementKey: device.agreementKey) == wasListed)
    }
  }

  @Test func `takes a message in any order and reports one change of current`() throws {
    let third = try Making.child(of: second, by: .cat)
    var ledger = Making.ledger(first)
    #expect(
      ledger.insert(contentsOf: [third, first, second], from: Device.ben.signingKey)
        == [.held(second.hash), .held(third.hash), .currentChanged(third.hash)])
  }
}
