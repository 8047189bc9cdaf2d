/// The devices that held manifests speak of, by their places in a list.
struct DeviceIndex: Sendable {
  private var places = ByteMap<Int>()
  /// The latest entry of each device; nil for an issuer that no held manifest lists.
  private(set) var entries: [Member?] = []
  /// The X25519 keys ever listed.
  private(set) var agreementKeys = ByteSet()

  /// Where a device is, when some held manifest speaks of it.
  func place(of signingKey: [UInt8]) -> Int? { places[signingKey] }

  /// The latest entry of a device.
  func entry(of signingKey: [UInt8]) -> Member? {
    places[signingKey].flatMap { entries[$0] }
  }

  /// The Ed25519 key of the device with this X25519 key.
  func signingKey(ofAgreementKey agreementKey: [UInt8]) -> [UInt8]? {
    entries.lazy.compactMap(\.self).first { $0.agreementKey == agreementKey }?.signingKey
  }

  /// The place of a device, a new one for a device that was not known.
  mutating func intern(_ signingKey: [UInt8]) -> Int {
    if let place = places[signingKey] { return place }
    places[signingKey] = entries.count
    entries.append(nil)
    return entries.count - 1
  }

  /// Enters a listed device, and the entry of its latest admission.
  mutating func intern(_ member: Member) -> Int {
    let place = intern(member.signingKey)
    let known = entries[place]
    if known?.agreementKey != member.agreementKey { agreementKeys.insert(member.agreementKey) }
    if known.map({ $0.admissionVersion < member.admissionVersion }) ?? true {
      entries[place] = member
    }
    return place
  }

  /// The places of a list that differs from its parent's in this way, the new devices entered.
  mutating func list(of difference: ListDifference, on parent: [Int]) -> [Int] {
    var list = parent
    list.reserveCapacity(parent.count + difference.admissions.count)
    for place in difference.departures.reversed() { list.remove(at: place) }
    for (place, joiner) in zip(difference.admissionPlaces, difference.admissions) {
      list.insert(intern(joiner), at: place)
    }
    return list
  }
}
