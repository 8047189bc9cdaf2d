import Testing
import TrueSealManifest

@Suite struct `Issuing` {
  let ledger: Ledger

  init() throws {
    ledger = Making.ledger(try Making.founding(.ann, .ben))
  }

  private func admission(
    of device: Device, by issuer: Device = .ann, on ledger: Ledger
  ) throws -> Manifest {
    try ledger.admission(
      of: device.signingKey, agreementKey: device.agreementKey, label: Label(device.name),
      by: issuer.signingKey)
  }

  @Test func `founds a group of two with the id it is given`() throws {
    let manifest = try Ledger.founding(
      groupID: Making.group, founder: Device.ben.member(since: 1),
      joiner: Device.ann.member(since: 1))
    #expect(manifest.groupID == Making.group)
    #expect(manifest.version == 1 && manifest.parent == nil)
    #expect(manifest.issuer == Device.ben.signingKey)
    #expect(
      Set(manifest.members.map(\.signingKey)) == [Device.ann.signingKey, Device.ben.signingKey])
    #expect(
      refusal {
        try Ledger.founding(
          groupID: Making.group, founder: Device.ann.member(since: 1),
          joiner: Device.ann.member(since: 1))
      } == .alreadyListed)
    #expect(
      refusal {
        try Ledger.founding(
          groupID: [1], founder: Device.ann.member(since: 1), joiner: Device.ben.member(since: 1))
      } == .malformed)
  }

  @Test func `admits a device on top of current, in a manifest everybody accepts`() throws {
    let manifest = try admission(of: .cat, by: .ben, on: ledger)
    #expect(manifest.version == 2 && manifest.parent == ledger.current?.hash)
    #expect(manifest.member(Device.cat.signingKey)?.admissionVersion == 2)
    let signed = try Making.signed(manifest, by: .ben)
    var own = ledger
    var others = ledger
    #expect(own.insert(signed, from: nil).last == .currentChanged(signed.hash))
    #expect(others.insert(signed, from: Device.ben.signingKey).last == .currentChanged(signed.hash))
  }

  @Test func `admits up to 32 devices`() throws {
    var ledger = ledger
    for (number, device) in Device.all[2..<32].enumerated() {
      let manifest = try admission(of: device, on: ledger)
      #expect(manifest.members.count == number + 3)
      _ = ledger.insert(try Making.signed(manifest, by: .ann, checks: .hashing), from: nil)
    }
    #expect(refusal { try admission(of: Device.all[32], on: ledger) } == .groupFull)
  }

  @Test func `admits no key that was ever listed`() throws {
    let current = try #require(ledger.current)
    var ledger = ledger
    let admitted = try Making.child(of: current, by: .ann, in: [.cat])
    let removed = try Making.child(of: admitted, by: .ann, out: [.cat])
    _ = ledger.insert(contentsOf: [admitted, removed], from: Device.ann.signingKey)
    #expect(refusal { try admission(of: .ben, on: ledger) } == .alreadyListed)
    #expect(refusal { try admission(of: .cat, on: ledger) } == .alreadyListed)
    for (signing, agreement) in [
      (Device.dan.signingKey, Device.cat.agreementKey),
      (Device.cat.signingKey, Device.dan.agreementKey),
      (Device.cat.agreementKey, Device.dan.agreementKey),
      (Device.dan.signingKey, Device.dan.signingKey),
    ] {
      #expect(
        refusal {
          try ledger.admission(
            of: signing, agreementKey: agreement, label: Label("x"), by: Device.ann.signingKey)
        } == .alreadyListed)
    }
    #expect(
      refusal {
        try ledger.admission(
          of: [1], agreementKey: [2], label: Label("x"), by: Device.ann.signingKey)
      } == .malformed)
  }

  @Test func `is for members of current`() throws {
    #expect(refusal { try admission(of: .dan, by: .cat, on: ledger) } == .notMember)
    #expect(
      refusal { try admission(of: .dan, on: Ledger(groupID: Making.group)) } == .notMember)
  }

  @Test func `ends with the highest version`() throws {
    let highest = try Making.child(
      of: Making.founding(.ann, .ben), by: .ann, version: 1 << 63 - 1)
    let ledger = try Ledger(groupID: Making.group, restoring: [highest])
    #expect(ledger.current == highest)
    #expect(refusal { try admission(of: .cat, on: ledger) } == .versionsExhausted)
  }

  @Test func `ends with 4,096 manifests held`() throws {
    var line = [try Making.founding(.ann, .ben)]
    while line.count < 4_095 {
      line.append(try Making.child(of: line[line.count - 1], by: .ann, checks: .hashing))
    }
    var ledger = try Ledger(groupID: Making.group, restoring: line)
    let last = try Making.signed(
      admission(of: .cat, on: ledger), by: .ann, checks: .hashing)
    _ = ledger.insert(last, from: nil)
    #expect(refusal { try admission(of: .dan, on: ledger) } == .ledgerFull)
    let others = try Making.child(of: last, by: .ben, checks: .hashing)
    #expect(ledger.insert(others, from: Device.ben.signingKey).first == .held(others.hash))
  }

  @Test func `M-41 is heard by the new list and the parent's, without the issuer`() throws {
    let first = try #require(ledger.current)
    let admission = try Making.child(of: first, by: .ann, in: [.cat])
    let swap = try Making.child(of: admission, by: .ann, in: [.dan], out: [.ben])
    let leave = try Making.child(of: swap, by: .cat, out: [.cat])
    let ledger = Making.ledger(first, admission, swap, leave)
    func heard(_ manifest: VerifiedManifest) -> [[UInt8]] {
      ledger.recipients(of: manifest).map(\.signingKey)
    }
    func keys(_ devices: Device...) -> [[UInt8]] {
      devices.map(\.signingKey).sorted { $0.lexicographicallyPrecedes($1) }
    }
    #expect(heard(first) == keys(.ben))
    #expect(heard(admission) == keys(.ben, .cat))
    #expect(heard(swap) == keys(.ben, .cat, .dan))
    #expect(heard(leave) == keys(.ann, .dan))
    let unheard = try Making.child(of: leave, by: .ann)
    #expect(heard(unheard).isEmpty)
    #expect(
      ledger.recipients(of: swap).allSatisfy { member in
        Device.all.contains { $0.agreementKey == member.agreementKey }
      })
  }
}
