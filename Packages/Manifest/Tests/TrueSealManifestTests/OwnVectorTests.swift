import Testing
import TrueSealCrypto
import TrueSealManifest

/// Known answers of our own, each of which a program in another language has computed as well.
@Suite struct `Our own answers` {
  let vectors: Vectors
  let checks = ManifestChecks.sodium

  init() throws { vectors = try Vectors.load("own-manifest") }

  @Test func `are all there`() {
    let counts = Dictionary(grouping: vectors.cases, by: \.op).mapValues(\.count)
    #expect(
      counts == [
        "manifest": 8, "decodeManifest": 65, "groupManifest": 4, "decodeGroupManifest": 16,
      ])
    #expect(vectors.cases.count { $0.refusal == "malformed" } == 69)
  }

  @Test func `W-50 W-51 W-52 manifests written`() throws {
    for vector in vectors.cases("manifest") {
      let key = try SigningKey(seed: SecretBytes(vectors.bytes(vector.in.issuerSeed)))
      let manifest = try Manifest(
        groupID: vectors.bytes(vector.in.group), version: try #require(vector.in.version),
        parent: vector.in.parent.map { vectors.bytes($0) }, issuer: key.publicKey,
        onBehalf: (vector.in.onBehalf ?? []).map { vectors.bytes($0) },
        members: try members(vector.in.members))
      let signed = try SignedManifest.signing(manifest, by: checks) { key.sign($0) }
      let out = try #require(vector.out)
      #expect(manifest.content == vectors.bytes(out.content), "\(vector.id)")
      #expect(signed.signature == vectors.bytes(out.signature), "\(vector.id)")
      #expect(signed.encoded == vectors.bytes(out.encoded), "\(vector.id)")
      #expect(try signed.verified(by: checks).hash == vectors.bytes(out.hash), "\(vector.id)")
    }
  }

  @Test func `W-03 W-06 W-50 W-52 manifests read`() throws {
    for vector in vectors.cases("decodeManifest") {
      let bytes = vectors.bytes(vector.in.bytes)
      guard let out = vector.out else {
        let code = refusal {
          try SignedManifest(decoding: bytes, by: checks).verified(by: checks)
        }
        #expect(code == .malformed || code == .badSignature, "\(vector.id)")
        continue
      }
      let read = try SignedManifest(decoding: bytes, by: checks).verified(by: checks)
      let manifest = read.manifest
      #expect(read.hash == vectors.bytes(out.hash), "\(vector.id)")
      #expect(manifest.groupID == vectors.bytes(out.group), "\(vector.id)")
      #expect(manifest.version == out.version, "\(vector.id)")
      #expect(manifest.parent == out.parent.map { vectors.bytes($0) }, "\(vector.id)")
      #expect(manifest.issuer == vectors.bytes(out.issuer), "\(vector.id)")
      #expect(manifest.onBehalf == out.onBehalf?.map { vectors.bytes($0) }, "\(vector.id)")
      #expect(try manifest.members == members(out.members), "\(vector.id)")
    }
  }

  @Test func `W-43 messages of manifests`() throws {
    for vector in vectors.cases("groupManifest") {
      let manifests = (vector.in.manifests ?? []).map { vectors.bytes($0) }
      #expect(try GroupManifestMessage.encode(manifests) == vectors.bytes(vector.out?.body))
    }
    for vector in vectors.cases("decodeGroupManifest") {
      let body = vectors.bytes(vector.in.body)
      guard let manifests = vector.out?.manifests else {
        let code = refusal { try GroupManifestMessage.decode(body, by: checks) }
        #expect(code == .malformed, "\(vector.id)")
        continue
      }
      let read = try GroupManifestMessage.decode(body, by: checks)
      #expect(read.map(\.encoded) == manifests.map { vectors.bytes($0) }, "\(vector.id)")
    }
  }

  private func members(_ entries: [Vectors.Entry]?) throws -> [Member] {
    try (entries ?? []).map { entry in
      Member(
        signingKey: vectors.bytes(entry.ed25519), agreementKey: vectors.bytes(entry.x25519),
        admissionVersion: entry.admission, label: try Label(entry.label))
    }
  }
}
