import Testing
import TrueSealCrypto
import TrueSealManifest

/// Known answers from an independent Python implementation.
@Suite struct `The vectors` {
  let vectors: Vectors
  let checks = ManifestChecks.sodium

  init() throws { vectors = try Vectors.load() }

  /// What the wire rules call a refusal; they know no class of their own for a bad signature.
  private func name(of code: ManifestError.Code?) -> String? {
    code == .badSignature ? "malformed" : code?.description
  }

  private func verified(_ text: String?) throws -> VerifiedManifest {
    try SignedManifest(decoding: vectors.bytes(text), by: checks).verified(by: checks)
  }

  @Test func `are all there`() {
    let counts = Dictionary(grouping: vectors.cases, by: \.op).mapValues(\.count)
    #expect(
      counts == [
        "decodeManifest": 35, "checkLabel": 29, "judgeManifest": 26, "decodeGroupManifest": 18,
        "manifest": 5, "outranks": 4, "groupManifest": 1, "parseMemberId": 3, "memberId": 1,
      ])
  }

  @Test func `W-03 labels`() {
    for vector in vectors.cases("checkLabel") {
      let bytes = vectors.bytes(vector.in.bytes)
      #expect(name(of: refusal { try Label(bytes: bytes) }) == vector.refusal, "\(vector.id)")
      #expect((try? Label(bytes: bytes))?.text == vector.out?.label, "\(vector.id)")
    }
  }

  @Test func `W-50 W-51 W-52 content, hash and signature`() throws {
    for vector in vectors.cases("manifest") {
      let members = try (vector.in.members ?? []).map { entry in
        Member(
          signingKey: vectors.bytes(entry.ed25519), agreementKey: vectors.bytes(entry.x25519),
          admissionVersion: entry.admission, label: try Label(entry.label))
      }
      let key = try SigningKey(seed: SecretBytes(vectors.bytes(vector.in.issuerSeed)))
      let manifest = try Manifest(
        groupID: vectors.bytes(vector.in.group), version: try #require(vector.in.version),
        parent: vector.in.parent.map { vectors.bytes($0) }, issuer: key.publicKey,
        onBehalf: (vector.in.onBehalf ?? []).map { vectors.bytes($0) }
          .sorted { $0.lexicographicallyPrecedes($1) },
        members: members.sorted { $0.signingKey.lexicographicallyPrecedes($1.signingKey) })
      let signed = try SignedManifest.signing(manifest, by: checks) { key.sign($0) }
      let out = try #require(vector.out)
      #expect(manifest.content == vectors.bytes(out.content), "\(vector.id)")
      #expect(signed.signature == vectors.bytes(out.signature), "\(vector.id)")
      #expect(signed.encoded == vectors.bytes(out.encoded), "\(vector.id)")
      #expect(try signed.verified(by: checks).hash == vectors.bytes(out.hash), "\(vector.id)")
    }
  }

  @Test func `W-50 W-52 manifests read back`() throws {
    for vector in vectors.cases("decodeManifest") {
      let code = refusal { try verified(vector.in.bytes) }
      #expect(name(of: code) == vector.refusal, "\(vector.id)")
      guard let out = vector.out else { continue }
      let read = try verified(vector.in.bytes)
      let manifest = read.manifest
      #expect(read.hash == vectors.bytes(out.hash), "\(vector.id)")
      #expect(manifest.groupID == vectors.bytes(out.group), "\(vector.id)")
      #expect(manifest.version == out.version, "\(vector.id)")
      #expect(manifest.parent == out.parent.map { vectors.bytes($0) }, "\(vector.id)")
      #expect(manifest.issuer == vectors.bytes(out.issuer), "\(vector.id)")
      #expect(manifest.onBehalf == out.onBehalf?.map { vectors.bytes($0) }, "\(vector.id)")
      let entries = try #require(out.members)
      #expect(manifest.members.map(\.signingKey) == entries.map { vectors.bytes($0.ed25519) })
      #expect(manifest.members.map(\.agreementKey) == entries.map { vectors.bytes($0.x25519) })
      #expect(manifest.members.map(\.admissionVersion) == entries.map(\.admission))
      #expect(manifest.members.map(\.label.text) == entries.map(\.label), "\(vector.id)")
    }
  }

  @Test func `M-11 M-12 M-16 M-17 M-18 manifests judged by what is held`() throws {
    for vector in vectors.cases("judgeManifest") {
      let manifest = try verified(vector.in.manifest)
      let held = try (vector.in.held ?? []).map { try verified($0) }
      let group = held.first?.manifest.groupID ?? manifest.manifest.groupID
      var ledger = try Ledger(groupID: group, restoring: held)
      let author = held.first?.manifest.members.first?.signingKey
      let effects = ledger.insert(manifest, from: author)
      switch effects.first {
      case .held(manifest.hash): #expect(vector.refusal == nil, "\(vector.id)")
      case .refused(manifest.hash, let code):
        #expect(code.description == vector.refusal, "\(vector.id)")
      default: Issue.record("\(vector.id): \(effects)")
      }
    }
  }

  @Test func `W-43 messages of manifests`() throws {
    for vector in vectors.cases("groupManifest") {
      let manifests = (vector.in.manifests ?? []).map { vectors.bytes($0) }
      #expect(try GroupManifestMessage.encode(manifests) == vectors.bytes(vector.out?.body))
    }
    for vector in vectors.cases("decodeGroupManifest") {
      let body = vectors.bytes(vector.in.body)
      let code = refusal { try GroupManifestMessage.decode(body, by: checks) }
      #expect(name(of: code) == vector.refusal, "\(vector.id)")
      guard let out = vector.out else { continue }
      #expect(
        try GroupManifestMessage.decode(body, by: checks).map(\.encoded)
          == (out.manifests ?? []).map { vectors.bytes($0) }, "\(vector.id)")
    }
  }

  @Test func `ranks`() throws {
    for vector in vectors.cases("outranks") {
      let first = try verified(vector.in.first).rank
      let second = try verified(vector.in.second).rank
      #expect((first > second) == vector.out?.firstWins, "\(vector.id)")
    }
  }
}
