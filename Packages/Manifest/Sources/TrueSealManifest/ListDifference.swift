/// How a manifest's list differs from its parent's, found without reading what both have.
struct ListDifference {
  /// The members that are not on the parent's list, ascending.
  private(set) var admissions: [Member] = []
  /// Where these are on the manifest's list.
  private(set) var admissionPlaces: [Int] = []
  /// Where those are on the parent's list that are no longer listed, ascending.
  private(set) var departures: [Int] = []
  /// The Ed25519 keys of these.
  private(set) var departedKeys: [[UInt8]] = []
  /// Whether a member of both lists has another entry in each (M-16).
  private(set) var hasAltered = false
  /// Whether a new member takes an X25519 key of the parent's list (M-16).
  private(set) var hasTakenKey = false
  /// Where the issuer is on the parent's list; nil when it is not there.
  let issuerPlace: Int?

  /// Whether the parent lists the issuer (M-12).
  var isByMember: Bool { issuerPlace != nil }

  /// Both lists ascend by signing key, so one walk over each is enough.
  init(of manifest: VerifiedManifest, on parent: VerifiedManifest) {
    let (encoded, parentEncoded) = (manifest.encoded, parent.encoded)
    let (bytes, others) = (encoded.span, parentEncoded.span)
    issuerPlace = parent.place(of: bytes, signingKey: manifest.outline.issuer)
    var new = ListCursor(manifest.outline, of: bytes)
    var old = ListCursor(parent.outline, of: others)
    while !old.isAtEnd, !new.isAtEnd {
      // Nearly all entries are the same in both.
      let sameEnd =
        new.member.lowerBound
        + Comparing.commonCount(
          bytes, from: new.member.lowerBound, others, from: old.member.lowerBound)
      while !old.isAtEnd, !new.isAtEnd, new.member.upperBound <= sameEnd {
        new.advance(over: bytes)
        old.advance(over: others)
      }
      guard !old.isAtEnd, !new.isAtEnd else { break }
      let (key, oldKey) = (Outline.signingKey(of: new.member), Outline.signingKey(of: old.member))
      if Comparing.precedes(bytes, key, others, oldKey) {
        admit(new, of: encoded, on: parent)
        new.advance(over: bytes)
      } else if Comparing.precedes(others, oldKey, bytes, key) {
        dismiss(old, of: parentEncoded)
        old.advance(over: others)
      } else {
        hasAltered = true
        new.advance(over: bytes)
        old.advance(over: others)
      }
    }
    while !old.isAtEnd {
      dismiss(old, of: parentEncoded)
      old.advance(over: others)
    }
    while !new.isAtEnd {
      admit(new, of: encoded, on: parent)
      new.advance(over: bytes)
    }
  }

  private mutating func dismiss(_ old: ListCursor, of encoded: [UInt8]) {
    departures.append(old.place)
    departedKeys.append(Array(encoded[Outline.signingKey(of: old.member)]))
  }

  private mutating func admit(
    _ new: ListCursor, of encoded: [UInt8], on parent: VerifiedManifest
  ) {
    let joiner = Outline.read(new.member, of: encoded)
    hasTakenKey = hasTakenKey || parent.lists(agreementKey: joiner.agreementKey)
    admissions.append(joiner)
    admissionPlaces.append(new.place)
  }
}

/// Stands at one member of a list after another.
struct ListCursor {
  /// How many members were passed.
  private(set) var place = 0
  /// The bytes of the member; meaningless at the end.
  private(set) var member: Range<Int>
  private let count: Int

  init(_ outline: Outline, of bytes: borrowing Span<UInt8>) {
    count = outline.memberCount
    let start = outline.membersStart
    member = start..<start
    if count > 0 { member = Outline.member(at: start, of: bytes) }
  }

  /// Whether all members were passed.
  var isAtEnd: Bool { place == count }

  mutating func advance(over bytes: borrowing Span<UInt8>) {
    place += 1
    if place < count { member = Outline.member(at: member.upperBound, of: bytes) }
  }
}
