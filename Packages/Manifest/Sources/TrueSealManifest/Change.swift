/// One difference between a manifest and its parent.
enum Change: Hashable, Sendable {
  /// A device joins the list; its admission version is not part of it, since a lost admission is
  /// made again at a later one.
  case admission(signingKey: [UInt8], agreementKey: [UInt8], label: Label)
  /// A device is no longer listed, whoever took it off.
  case departure(signingKey: [UInt8])

  /// Of the bytes only the signing key, by which almost all changes differ.
  func hash(into hasher: inout Hasher) {
    switch self {
    case .admission(let signingKey, _, _):
      hasher.combine(true)
      hasher.combine(all: signingKey)
    case .departure(let signingKey):
      hasher.combine(false)
      hasher.combine(all: signingKey)
    }
  }

  static func admission(of member: Member) -> Change {
    .admission(
      signingKey: member.signingKey, agreementKey: member.agreementKey, label: member.label)
  }
}

extension ListDifference {
  /// What the manifest changes in its parent's list.
  var changes: [Change] {
    var changes: [Change] = []
    changes.reserveCapacity(admissions.count + departedKeys.count)
    for member in admissions { changes.append(.admission(of: member)) }
    for key in departedKeys { changes.append(.departure(signingKey: key)) }
    return changes
  }
}
