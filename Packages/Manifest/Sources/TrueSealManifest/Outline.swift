/// Where the parts of a manifest's bytes are, found in one walk that copies nothing (W-50).
///
/// Thousands of manifests are read back at a start, and of most of them little is asked.
struct Outline: Sendable {
  /// What the version says.
  let version: UInt64
  /// Whether a parent is named.
  let hasParent: Bool
  /// How many carriers are named.
  let carrierCount: Int
  /// How many members are listed.
  let memberCount: Int

  private static let versionStart = 1 + ManifestLimits.groupIDByteCount
  private static let parentStart = versionStart + 8 + 1
  /// The bytes of a member before its label: two keys, a version and the label's length.
  private static let memberByteCount = 2 * ManifestLimits.keyByteCount + 8 + 1

  /// The bytes of the group id.
  static let groupID = 1..<versionStart

  /// The outline of a manifest's own bytes.
  init(of manifest: Manifest) {
    version = manifest.version
    hasParent = manifest.parent != nil
    carrierCount = manifest.onBehalf.count
    memberCount = manifest.members.count
  }

  /// Finds the outline of stored bytes; values are not judged, as they were before.
  ///
  /// - Throws: `ManifestError`, code `malformed`, unless the parts fill the bytes exactly.
  init(walking bytes: [UInt8]) throws(ManifestError) {
    var cursor = Cursor(bytes)
    guard cursor.byte() == ManifestLimits.format else {
      throw ManifestError(.malformed, "the format is unknown")
    }
    cursor.skip(ManifestLimits.groupIDByteCount)
    version = cursor.number64()
    let flag = cursor.byte()
    guard flag <= 1 else {
      throw ManifestError(.malformed, "the parent flag is neither 0 nor 1")
    }
    hasParent = flag == 1
    if hasParent { cursor.skip(ManifestLimits.hashByteCount) }
    cursor.skip(ManifestLimits.keyByteCount)
    carrierCount = Int(cursor.byte())
    cursor.skip(carrierCount * ManifestLimits.hashByteCount)
    memberCount = Int(cursor.byte())
    for _ in 0..<memberCount {
      cursor.skip(Self.memberByteCount - 1)
      cursor.skip(Int(cursor.byte()))
    }
    cursor.skip(ManifestLimits.signatureByteCount)
    guard cursor.isAtEnd else {
      throw ManifestError(.malformed, "the parts do not fill the bytes")
    }
  }

  /// The bytes of the parent's hash, when one is named.
  var parent: Range<Int>? {
    hasParent ? Self.parentStart..<Self.parentStart + ManifestLimits.hashByteCount : nil
  }

  /// The bytes of the issuer's key.
  var issuer: Range<Int> {
    let start = Self.parentStart + (hasParent ? ManifestLimits.hashByteCount : 0)
    return start..<start + ManifestLimits.keyByteCount
  }

  /// The bytes of one carrier.
  func carrier(_ position: Int) -> Range<Int> {
    let start = issuer.upperBound + 1 + position * ManifestLimits.hashByteCount
    return start..<start + ManifestLimits.hashByteCount
  }

  /// Where the first member begins.
  var membersStart: Int { carrier(carrierCount).lowerBound + 1 }

  /// The bytes of the member that begins here.
  static func member(at start: Int, of bytes: borrowing Span<UInt8>) -> Range<Int> {
    start..<start + memberByteCount + Int(bytes[start + memberByteCount - 1])
  }

  /// The bytes of a member's Ed25519 key.
  static func signingKey(of member: Range<Int>) -> Range<Int> {
    member.lowerBound..<member.lowerBound + ManifestLimits.keyByteCount
  }

  /// The bytes of a member's X25519 key.
  static func agreementKey(of member: Range<Int>) -> Range<Int> {
    let start = member.lowerBound + ManifestLimits.keyByteCount
    return start..<start + ManifestLimits.keyByteCount
  }

  /// Copies out the member that takes these bytes.
  static func read(_ member: Range<Int>, of bytes: [UInt8]) -> Member {
    let version = agreementKey(of: member).upperBound
    return Member(
      signingKey: Array(bytes[signingKey(of: member)]),
      agreementKey: Array(bytes[agreementKey(of: member)]),
      admissionVersion: bytes[version..<version + 8].reduce(0) { $0 << 8 | UInt64($1) },
      label: Label(checked: Array(bytes[member.lowerBound + memberByteCount..<member.upperBound])))
  }

  /// Copies out everything.
  func manifest(of bytes: [UInt8]) -> Manifest {
    var members: [Member] = []
    members.reserveCapacity(memberCount)
    var cursor = ListCursor(self, of: bytes.span)
    while !cursor.isAtEnd {
      members.append(Self.read(cursor.member, of: bytes))
      cursor.advance(over: bytes.span)
    }
    return Manifest(
      checkedGroupID: Array(bytes[Self.groupID]), version: version,
      parent: parent.map { Array(bytes[$0]) }, issuer: Array(bytes[issuer]),
      onBehalf: (0..<carrierCount).map { Array(bytes[carrier($0)]) }, members: members)
  }
}

/// Walks over bytes; once it was to walk past their end it stands nowhere and reads zeros.
private struct Cursor {
  private let bytes: [UInt8]
  private var position: Int? = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ count: Int) {
    guard let start = position, count <= bytes.count - start else {
      position = nil
      return
    }
    position = start + count
  }

  mutating func byte() -> UInt8 {
    guard let start = position, start < bytes.count else {
      position = nil
      return 0
    }
    position = start + 1
    return bytes[start]
  }

  /// Big-endian, as all numbers on the wire.
  mutating func number64() -> UInt64 {
    (0..<8).reduce(0) { number, _ in number << 8 | UInt64(byte()) }
  }
}
