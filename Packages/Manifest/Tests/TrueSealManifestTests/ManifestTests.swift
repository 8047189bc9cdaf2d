import Testing
import TrueSealManifest

@Suite struct `A manifest` {
  let checks = ManifestChecks.sodium

  private func manifest(
    group: [UInt8] = Making.group, version: UInt64 = 2, parent: [UInt8]? = Making.group,
    onBehalf: [[UInt8]] = [], members: [Member]
  ) throws -> Manifest {
    try Manifest(
      groupID: group, version: version, parent: parent, issuer: Device.ann.signingKey,
      onBehalf: onBehalf, members: members)
  }

  private func members(_ count: Int) throws -> [Member] {
    try Device.all.prefix(count).map { try $0.member(since: 1) }
      .sorted { $0.signingKey.lexicographicallyPrecedes($1.signingKey) }
  }

  @Test func `W-50 lists 1 to 32 members`() throws {
    for count in [1, 2, 31, 32] {
      let made = try Making.signed(manifest(members: members(count)), by: .ann)
      let read = try SignedManifest(decoding: made.encoded, by: checks)
      #expect(read.manifest.members.count == count)
      #expect(try read.verified(by: checks) == made)
    }
    for count in [0, 33] {
      #expect(refusal { try manifest(members: members(count)) } == .malformed)
    }
  }

  @Test func `W-50 has a version from 1 to 2^63-1`() throws {
    let members = try members(2)
    #expect(refusal { try manifest(version: 0, parent: nil, members: members) } == .malformed)
    #expect(try manifest(version: 1 << 63 - 1, members: members).version == 1 << 63 - 1)
    #expect(refusal { try manifest(version: 1 << 63, members: members) } == .malformed)
    #expect(refusal { try manifest(version: .max, members: members) } == .malformed)
  }

  @Test func `W-50 has a parent unless it is version 1, which names no carriers`() throws {
    let members = try members(2)
    #expect(refusal { try manifest(version: 1, members: members) } == .malformed)
    #expect(refusal { try manifest(version: 2, parent: nil, members: members) } == .malformed)
    let carrier = [[UInt8](repeating: 1, count: 32)]
    #expect(
      refusal { try manifest(version: 1, parent: nil, onBehalf: carrier, members: members) }
        == .malformed)
    #expect(try manifest(onBehalf: carrier, members: members).onBehalf == carrier)
  }

  @Test func `W-50 names its carriers ascending, at most 255`() throws {
    let members = try members(2)
    let carriers = (0...255).map { [UInt8($0)] + [UInt8](repeating: 0, count: 31) }
    #expect(try manifest(onBehalf: Array(carriers.dropLast()), members: members).version == 2)
    #expect(refusal { try manifest(onBehalf: carriers, members: members) } == .malformed)
    for wrong in [[carriers[1], carriers[0]], [carriers[1], carriers[1]], [[1]]] {
      #expect(refusal { try manifest(onBehalf: wrong, members: members) } == .malformed)
    }
  }

  @Test func `W-50 lists its members ascending, with keys of 32 bytes`() throws {
    let members = try members(3)
    #expect(refusal { try manifest(members: members.reversed()) } == .malformed)
    #expect(refusal { try manifest(members: [members[0], members[0]]) } == .malformed)
    for keys in [([UInt8](), members[0].agreementKey), (members[0].signingKey, [1, 2])] {
      let short = Member(
        signingKey: keys.0, agreementKey: keys.1, admissionVersion: 1, label: members[0].label)
      #expect(refusal { try manifest(members: [short]) } == .malformed)
    }
    #expect(refusal { try manifest(group: [1], members: members) } == .malformed)
  }

  @Test func `W-50 has no key twice, in whatever roles`() throws {
    let members = try members(2)
    func with(agreementKey: [UInt8]) -> [Member] {
      [
        members[0],
        Member(
          signingKey: members[1].signingKey, agreementKey: agreementKey, admissionVersion: 1,
          label: members[1].label),
      ]
    }
    for key in [members[0].agreementKey, members[0].signingKey, members[1].signingKey] {
      #expect(refusal { try manifest(members: with(agreementKey: key)) } == .malformed)
    }
    #expect(try manifest(members: with(agreementKey: members[1].agreementKey)).version == 2)
  }

  @Test func `W-50 has admission versions from 1 to its own`() throws {
    for (version, isValid) in [(UInt64(0), false), (1, true), (5, true), (6, false)] {
      let member = try Device.ann.member(since: version)
      let code = refusal { try manifest(version: 5, members: [member]) }
      #expect((code == nil) == isValid, "\(version)")
    }
  }

  @Test func `finds each member by key and no other device`() throws {
    for count in [1, 2, 7, 32] {
      let list = try members(count)
      let manifest = try manifest(members: list)
      for member in list { #expect(manifest.member(member.signingKey) == member) }
      for device in Device.all.dropFirst(count) {
        #expect(manifest.member(device.signingKey) == nil)
      }
      #expect(manifest.member([]) == nil)
    }
  }

  @Test func `W-51 keeps its hash when it is signed again`() throws {
    let manifest = try manifest(members: members(2))
    let other = ManifestChecks.hashing
    let first = try SignedManifest.signing(manifest, by: other) { _ in
      [UInt8](repeating: 1, count: 64)
    }
    let second = try SignedManifest.signing(manifest, by: other) { _ in
      [UInt8](repeating: 2, count: 64)
    }
    #expect(first.encoded != second.encoded)
    #expect(try first.verified(by: other).hash == second.verified(by: other).hash)
  }

  @Test func `W-52 is signed by its issuer and nobody else`() throws {
    let manifest = try manifest(members: members(2))
    #expect(refusal { try Making.signed(manifest, by: .ann) } == nil)
    #expect(refusal { try Making.signed(manifest, by: .ben) } == .badSignature)
    let signed = try SignedManifest.signing(manifest, by: checks, with: Device.ann.sign)
    for position in [0, 1, 40, signed.encoded.count - 65, signed.encoded.count - 1] {
      var bytes = signed.encoded
      bytes[position] ^= 1
      #expect(
        refusal { try SignedManifest(decoding: bytes, by: checks).verified(by: checks) } != nil)
    }
  }

  @Test func `is not signed with a key that is not sound`() throws {
    let low = [UInt8](repeating: 0, count: 32)
    for (signing, agreement) in [(low, Device.ben.agreementKey), (Device.ben.signingKey, low)] {
      let member = Member(
        signingKey: signing, agreementKey: agreement, admissionVersion: 1, label: try Label("b"))
      let manifest = try manifest(members: [member])
      #expect(refusal { try Making.signed(manifest, by: .ann) } == .malformed)
    }
  }

  @Test func `is signed with 64 bytes`() async {
    await #expect(processExitsWith: .failure) {
      let manifest = try Making.founding().manifest
      _ = try SignedManifest.signing(manifest, by: .hashing) { _ in [1] }
    }
  }

  @Test func `is read back from the store only under its own hash`() throws {
    let made = try Making.founding()
    #expect(try VerifiedManifest(restoring: made.encoded, hash: made.hash, by: checks) == made)
    var damaged = made.encoded
    damaged[5] ^= 1
    #expect(
      refusal { try VerifiedManifest(restoring: damaged, hash: made.hash, by: checks) }
        == .malformed)
  }
}
