extension Manifest {
  /// The canonical bytes: what is hashed and signed.
  ///
  /// Format (1), group id (32), version (8), parent flag (1), parent (32, only with flag 1),
  /// issuer (32), carrier count (1), carriers (32 each), member count (1), members; a member is
  /// Ed25519 key (32), X25519 key (32), admission version (8), label length (1), label. Source: W-50.
  public var content: [UInt8] {
    var bytes: [UInt8] = [ManifestLimits.format]
    bytes += groupID
    Self.append(version, to: &bytes)
    bytes.append(parent == nil ? 0 : 1)
    bytes += parent ?? []
    bytes += issuer
    bytes.append(UInt8(onBehalf.count))
    for carrier in onBehalf { bytes += carrier }
    bytes.append(UInt8(members.count))
    for member in members {
      bytes += member.signingKey
      bytes += member.agreementKey
      Self.append(member.admissionVersion, to: &bytes)
      bytes.append(UInt8(member.label.bytes.count))
      bytes += member.label.bytes
    }
    return bytes
  }

  /// Reads the content of a manifest and leaves the reader behind it.
  init(reading reader: inout ByteReader) throws(ManifestError) {
    guard try reader.byte() == ManifestLimits.format else {
      throw ManifestError(.malformed, "the format is unknown")
    }
    let groupID = try reader.array(count: ManifestLimits.groupIDByteCount)
    let version = try reader.number64()
    let parent = try Self.readParent(from: &reader)
    let issuer = try reader.array(count: ManifestLimits.keyByteCount)
    var onBehalf: [[UInt8]] = []
    for _ in 0..<(try reader.byte()) {
      onBehalf.append(try reader.array(count: ManifestLimits.hashByteCount))
    }
    var members: [Member] = []
    let memberCount = Int(try reader.byte())
    members.reserveCapacity(memberCount)
    for _ in 0..<memberCount { members.append(try Member(reading: &reader)) }
    try self.init(
      groupID: groupID, version: version, parent: parent, issuer: issuer, onBehalf: onBehalf,
      members: members)
  }

  private static func readParent(
    from reader: inout ByteReader
  ) throws(ManifestError) -> [UInt8]? {
    switch try reader.byte() {
    case 0: return nil
    case 1: return try reader.array(count: ManifestLimits.hashByteCount)
    default: throw ManifestError(.malformed, "the parent flag is neither 0 nor 1")
    }
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}

extension Member {
  fileprivate init(reading reader: inout ByteReader) throws(ManifestError) {
    let signingKey = try reader.array(count: ManifestLimits.keyByteCount)
    let agreementKey = try reader.array(count: ManifestLimits.keyByteCount)
    let admissionVersion = try reader.number64()
    let labelByteCount = try reader.byte()
    let labelBytes = try reader.array(count: Int(labelByteCount))
    let label = try Label(bytes: labelBytes)
    self.init(
      signingKey: signingKey, agreementKey: agreementKey, admissionVersion: admissionVersion,
      label: label)
  }
}
