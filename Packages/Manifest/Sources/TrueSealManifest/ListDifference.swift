/// How a manifest's list differs from its parent's, found without reading what both have.
struct ListDifference {
  /// Where each member is on the parent's list; nil for a new one.
  private(set) var origins: [Int?] = []
  /// The members that are not on the parent's list, ascending.
  private(set) var admissions: [Member] = []
  /// Where those are on the parent's list that are no longer listed, ascending.
  private(set) var departures: [Int] = []
  /// Whether a member of both lists has another entry in each (M-16).
  private(set) var hasAltered = false
  /// Whether a new member takes an X25519 key of the parent's list (M-16).
  private(set) var hasTakenKey = false
  /// Whether the parent lists the issuer (M-12).
  let isByMember: Bool

  /// Both lists ascend by signing key, so one walk over each is enough.
  init(of manifest: VerifiedManifest, on parent: VerifiedManifest) {
    let (bytes, others) = (manifest.encoded.span, parent.encoded.span)
    let old = parent.outline.members(of: others)
    isByMember = old.contains {
      Comparing.areEqual(bytes, manifest.outline.issuer, others, Outline.signingKey(of: $0))
    }
    origins.reserveCapacity(manifest.outline.memberCount)
    var next = 0
    manifest.outline.forEachMember(of: bytes) { member in
      // Nearly all entries are the same in both.
      if next < old.count, Comparing.areEqual(bytes, member, others, old[next]) {
        origins.append(next)
        next += 1
        return
      }
      let key = Outline.signingKey(of: member)
      while next < old.count,
        Comparing.precedes(others, Outline.signingKey(of: old[next]), bytes, key)
      {
        departures.append(next)
        next += 1
      }
      if next < old.count, Comparing.areEqual(bytes, key, others, Outline.signingKey(of: old[next]))
      {
        hasAltered = hasAltered || !Comparing.areEqual(bytes, member, others, old[next])
        origins.append(next)
        next += 1
      } else {
        let agreementKey = Outline.agreementKey(of: member)
        hasTakenKey =
          hasTakenKey
          || old.contains {
            Comparing.areEqual(bytes, agreementKey, others, Outline.agreementKey(of: $0))
          }
        admissions.append(Outline.read(member, of: manifest.encoded))
        origins.append(nil)
      }
    }
    departures += next..<old.count
  }
}
