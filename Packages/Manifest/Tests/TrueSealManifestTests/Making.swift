import TrueSealCrypto
import TrueSealManifest

/// Makes manifests of one group, valid unless a test asks for something else.
enum Making {
  static let group = Digest.sha256(Array("a group".utf8))

  static func signed(
    _ manifest: Manifest, by device: Device, checks: ManifestChecks = .sodium
  ) throws -> VerifiedManifest {
    try SignedManifest.signing(manifest, by: checks, with: device.sign).verified(by: checks)
  }

  static func founding(
    _ founder: Device = .ann, _ joiner: Device = .ben, group: [UInt8] = group
  ) throws -> VerifiedManifest {
    try signed(
      Ledger.founding(
        groupID: group, founder: founder.member(since: 1), joiner: joiner.member(since: 1)),
      by: founder)
  }

  /// A child of `parent`: its list without `out`, with `in`, and with what `edit` does to it.
  static func child(
    of parent: VerifiedManifest, by issuer: Device, in joiners: [Device] = [],
    out leavers: [Device] = [], onBehalf: [VerifiedManifest] = [], version: UInt64? = nil,
    checks: ManifestChecks = .sodium, edit: (inout [Member]) throws -> Void = { _ in }
  ) throws -> VerifiedManifest {
    let version = version ?? parent.manifest.version + 1
    let gone = Set(leavers.map(\.signingKey))
    var members = parent.manifest.members.filter { !gone.contains($0.signingKey) }
    members += try joiners.map { try $0.member(since: version) }
    try edit(&members)
    members.sort { $0.signingKey.lexicographicallyPrecedes($1.signingKey) }
    let manifest = try Manifest(
      groupID: parent.manifest.groupID, version: version, parent: parent.hash,
      issuer: issuer.signingKey,
      onBehalf: onBehalf.map(\.hash).sorted { $0.lexicographicallyPrecedes($1) },
      members: members)
    return try signed(manifest, by: issuer, checks: checks)
  }

  /// A ledger that holds these, the first one founded by this device.
  static func ledger(_ manifests: VerifiedManifest...) -> Ledger {
    var ledger = Ledger(groupID: manifests[0].manifest.groupID)
    for manifest in manifests {
      _ = ledger.insert(
        manifest, from: manifest.manifest.version == 1 ? nil : manifest.manifest.issuer)
    }
    return ledger
  }
}

/// SplitMix64: small, and the same on every machine.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
  }
}

/// The code a call is refused with; nil when it is not.
func refusal<Result>(_ body: () throws -> Result) -> ManifestError.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? ManifestError)?.code
  }
}
