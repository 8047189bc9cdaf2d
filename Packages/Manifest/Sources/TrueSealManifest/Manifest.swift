/// One signed state of a group's list, and what it was built on.
///
/// A value of this type is well formed (W-50); it says nothing about who issued it, or whether the
/// listed keys are sound. `VerifiedManifest` does.
public struct Manifest: Hashable, Sendable {
  /// The group, 32 random bytes made at the first admission.
  public let groupID: [UInt8]
  /// 1 for the first manifest, then one more than the parent's.
  public let version: UInt64
  /// The hash of the manifest this one was built on; nil only for version 1.
  public let parent: [UInt8]?
  /// The Ed25519 key that signs; not on the list when the issuer leaves.
  public let issuer: [UInt8]
  /// Hashes of the manifests whose changes are made again here for others, ascending.
  public let onBehalf: [[UInt8]]
  /// The list, 1 to 32 members, ascending by signing key.
  public let members: [Member]

  /// Joins the parts and checks that they have the one canonical form.
  ///
  /// - Throws: `ManifestError`, code `malformed`, for a wrong length, order, count or version.
  public init(
    groupID: [UInt8], version: UInt64, parent: [UInt8]?, issuer: [UInt8], onBehalf: [[UInt8]],
    members: [Member]
  ) throws(ManifestError) {
    self.groupID = groupID
    self.version = version
    self.parent = parent
    self.issuer = issuer
    self.onBehalf = onBehalf
    self.members = members
    try checkDescent()
    try checkMembers()
  }

  /// Joins parts that were checked before they were stored.
  init(
    checkedGroupID groupID: [UInt8], version: UInt64, parent: [UInt8]?, issuer: [UInt8],
    onBehalf: [[UInt8]], members: [Member]
  ) {
    self.groupID = groupID
    self.version = version
    self.parent = parent
    self.issuer = issuer
    self.onBehalf = onBehalf
    self.members = members
  }

  /// The entry of the device with this Ed25519 key, when it is listed.
  public func member(_ signingKey: [UInt8]) -> Member? {
    var low = members.startIndex
    var high = members.endIndex
    while low < high {
      let middle = (low + high) / 2
      if members[middle].signingKey.lexicographicallyPrecedes(signingKey) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < members.endIndex, members[low].signingKey == signingKey else { return nil }
    return members[low]
  }

  private func checkDescent() throws(ManifestError) {
    guard groupID.count == ManifestLimits.groupIDByteCount,
      issuer.count == ManifestLimits.keyByteCount,
      parent.map({ $0.count == ManifestLimits.hashByteCount }) ?? true,
      onBehalf.allSatisfy({ $0.count == ManifestLimits.hashByteCount })
    else { throw ManifestError(.malformed, "group ids, keys and hashes have 32 bytes") }
    guard (1...ManifestLimits.versionMax).contains(version) else {
      throw ManifestError(.malformed, "the version is out of bounds")
    }
    guard (parent == nil) == (version == 1) else {
      throw ManifestError(.malformed, "version 1 and no other has no parent")
    }
    guard onBehalf.count <= ManifestLimits.onBehalfCountMax, version > 1 || onBehalf.isEmpty else {
      throw ManifestError(.malformed, "version 1 names no carriers, any other at most 255")
    }
    guard Self.ascends(onBehalf) else {
      throw ManifestError(.malformed, "the carriers do not ascend")
    }
  }

  private func checkMembers() throws(ManifestError) {
    guard (1...ManifestLimits.memberCountMax).contains(members.count) else {
      throw ManifestError(.malformed, "a list has 1 to 32 members")
    }
    guard
      members.allSatisfy({
        $0.signingKey.count == ManifestLimits.keyByteCount
          && $0.agreementKey.count == ManifestLimits.keyByteCount
      })
    else { throw ManifestError(.malformed, "group ids, keys and hashes have 32 bytes") }
    guard members.allSatisfy({ (1...version).contains($0.admissionVersion) }) else {
      throw ManifestError(.malformed, "an admission version is out of bounds")
    }
    guard Self.ascends(members.map(\.signingKey)) else {
      throw ManifestError(.malformed, "the members do not ascend")
    }
    // Signing keys ascend, so they differ; a key in both roles would stay unseen without the union.
    var keys = Set(members.map(\.signingKey))
    for member in members where !keys.insert(member.agreementKey).inserted {
      throw ManifestError(.malformed, "a key is listed twice")
    }
  }

  private static func ascends(_ values: [[UInt8]]) -> Bool {
    zip(values, values.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
  }
}
