/// One difference between a manifest and its parent.
enum Change: Hashable, Sendable {
  /// A device joins the list; its admission version is not part of it, since a lost admission is
  /// made again at a later one.
  case admission(signingKey: [UInt8], agreementKey: [UInt8], label: Label)
  /// A device is no longer listed, whoever took it off.
  case departure(signingKey: [UInt8])

  static func admission(of member: Member) -> Change {
    .admission(
      signingKey: member.signingKey, agreementKey: member.agreementKey, label: member.label)
  }
}

extension Manifest {
  /// What this manifest changes in its parent's list.
  func changes(from parent: Manifest) -> [Change] {
    let admissions = members.filter { parent.member($0.signingKey) == nil }
    let departures = parent.members.filter { member($0.signingKey) == nil }
    return admissions.map(Change.admission(of:))
      + departures.map { .departure(signingKey: $0.signingKey) }
  }
}
