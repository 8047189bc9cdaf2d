/// Every valid manifest a device has seen of its group, and which one it believes.
///
/// Whatever is asked here is a function of the set held, never of the order in which it came, so
/// that devices which have received the same manifests agree (M-22).
///
/// Inside, manifests and devices go by their places in two lists, since hashes and keys are slow to
/// look up; outside, by hash and by Ed25519 key.
public struct Ledger: Sendable {
  /// What an insertion led to, in order.
  public enum Effect: Hashable, Sendable {
    /// The manifest with this hash is held for good.
    case held([UInt8])
    /// The manifest with this hash waits for one it names.
    case waiting([UInt8])
    /// The manifest with this hash is dropped, and waits no longer if it did.
    case refused([UInt8], ManifestError.Code)
    /// This manifest, the oldest that lost, made room and is held no longer (M-64).
    case forgotten(VerifiedManifest)
    /// Another manifest is believed now; its hash.
    case currentChanged([UInt8]?)
  }

  /// The group all of this is about, 32 bytes.
  public let groupID: [UInt8]

  var nodes: [Node] = []
  /// Where each held manifest is, by hash.
  var places = ByteMap<Int>()
  /// The held manifests, lowest rank first.
  var ranked: [Int] = []
  /// The one believed; nil only while nothing is held.
  var currentPlace: Int?
  /// The held manifests that current was not built on.
  var losing: Set<Int> = []
  /// The held manifests without a held parent, lowest rank first.
  var roots: [Int] = []
  /// Which held manifests make a change.
  var carriers: [Change: [Int]] = [:]
  /// Roots whose parent is known by hash only, by that hash.
  var rootsByMissingParent: [[UInt8]: [Int]] = [:]
  var room = WaitingRoom()
  var verdict = Verdict()
  var devices = DeviceIndex()

  /// Opens an empty ledger.
  public init(groupID: [UInt8]) {
    precondition(groupID.count == ManifestLimits.groupIDByteCount, "a group id has 32 bytes")
    self.groupID = groupID
  }

  /// Takes one manifest; `insert(contentsOf:from:)` says how.
  public mutating func insert(_ manifest: VerifiedManifest, from author: [UInt8]?) -> [Effect] {
    insert(contentsOf: [manifest], from: author)
  }

  /// Takes the manifests of one message, parents before children, and says what became of each.
  ///
  /// `author` is the Ed25519 key of the envelope's author, or nil for a manifest this device
  /// issued. Manifests already held or waiting have no effect. At most one change of current is
  /// reported, as the last effect. Beside races the cost does not grow with what is held (M-11 to
  /// M-24).
  public mutating func insert(
    contentsOf manifests: [VerifiedManifest], from author: [UInt8]?
  ) -> [Effect] {
    let believed = currentPlace
    var effects: [Effect] = []
    for manifest in Self.judgingOrder(manifests) { effects += take(manifest, from: author) }
    effects += makeRoom()
    if currentPlace != believed { effects.append(.currentChanged(current?.hash)) }
    return effects
  }

  /// Parents before children, but roots last: whether a root is wanted shows by who waits for it (M-11).
  static func judgingOrder(_ manifests: [VerifiedManifest]) -> [VerifiedManifest] {
    let ordered = manifests.sorted { $0.rank < $1.rank }
    return ordered.filter(\.outline.hasParent) + ordered.filter { !$0.outline.hasParent }
  }

  /// The manifest this device believes; nil only while nothing is held (M-22).
  public var current: VerifiedManifest? { currentPlace.map { nodes[$0].manifest } }

  /// The highest manifest that is not void in the first tree, when current is in another one, to
  /// which no way is held (M-14); nil while current can be traced back to the beginning.
  var traced: VerifiedManifest? {
    guard let currentPlace, let first = roots.first, roots.count > 1,
      root(of: currentPlace) != first
    else { return nil }
    let traced = ranked.last { root(of: $0) == first && !verdict.void.contains($0) } ?? first
    return nodes[traced].manifest
  }

  /// All manifests held, lowest rank first, so parents before children.
  public var held: [VerifiedManifest] { ranked.map { nodes[$0].manifest } }

  /// How many manifests are held.
  public var heldCount: Int { ranked.count }

  /// The hashes of the held manifests that current was not built on.
  public var losers: Set<[UInt8]> { Set(losing.map { nodes[$0].manifest.hash }) }

  /// All manifests that wait for others, lowest rank first.
  public var waiting: [WaitingManifest] {
    room.entries.values.sorted { $0.manifest.rank < $1.manifest.rank }
  }

  /// Whether the manifest with this hash is held.
  public func contains(_ hash: [UInt8]) -> Bool { places[hash] != nil }

  /// The held manifest with this hash.
  public func manifest(_ hash: [UInt8]) -> VerifiedManifest? {
    places[hash].map { nodes[$0].manifest }
  }

  /// The waiting manifest with this hash.
  public func waitingManifest(_ hash: [UInt8]) -> WaitingManifest? { room.entries[hash] }

  /// Whether any held manifest lists a device with this Ed25519 key.
  public func everListed(signingKey: [UInt8]) -> Bool { entry(of: signingKey) != nil }

  /// Whether any held manifest lists a device with this X25519 key.
  public func everListed(agreementKey: [UInt8]) -> Bool {
    devices.agreementKeys.contains(agreementKey)
  }

  /// The latest entry of a device that any held manifest lists or listed.
  public func entry(of signingKey: [UInt8]) -> Member? { devices.entry(of: signingKey) }

  /// The Ed25519 keys of all devices that any held manifest lists or listed, in no order.
  public var everListed: [[UInt8]] { devices.entries.compactMap { $0?.signingKey } }

  /// Takes a manifest for the group's present state, and sorts winners from losers.
  mutating func believe(_ place: Int?) {
    var left = currentPlace
    var joined = place
    currentPlace = place
    if let place { nodes[place].manifest.read() }
    // Only what is between the two and where their ways part changes sides.
    while left != joined {
      let leftVersion = left.map { nodes[$0].version } ?? 0
      let joinedVersion = joined.map { nodes[$0].version } ?? 0
      if let old = left, leftVersion >= joinedVersion {
        losing.insert(old)
        left = nodes[old].parent
      } else if let new = joined {
        losing.remove(new)
        joined = nodes[new].parent
      } else {
        return
      }
    }
  }

  /// Believes the highest of what is not void (M-22).
  mutating func believeHighest() {
    believe(ranked.last { !verdict.void.contains($0) })
  }

  /// Sorts all that is held into winners and losers.
  mutating func sortLosers() {
    var isWinning = [Bool](repeating: false, count: nodes.count)
    var step = currentPlace
    while let winner = step {
      isWinning[winner] = true
      step = nodes[winner].parent
    }
    losing = Set(ranked.lazy.filter { !isWinning[$0] })
  }

  /// Where a rank belongs in the order: before the first that is not lower.
  func position(of rank: Rank) -> Int {
    guard let highest = ranked.last, rank < nodes[highest].rank else { return ranked.count }
    var low = 0
    var high = ranked.count
    while low < high {
      let middle = (low + high) / 2
      if nodes[ranked[middle]].rank < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
