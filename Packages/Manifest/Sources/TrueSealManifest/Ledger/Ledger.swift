/// Every valid manifest a device has seen of its group, and which one it believes.
///
/// Whatever is asked here is a function of the set held, never of the order in which it came, so
/// that devices which have received the same manifests agree (M-22).
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
  /// The manifest this device believes; nil only while nothing is held.
  public private(set) var current: VerifiedManifest?

  var nodes: [[UInt8]: Node] = [:]
  /// Which held manifests make a change.
  var carriers: [Change: [[UInt8]]] = [:]
  /// Roots whose parent is known by hash only, by that hash.
  var rootsByMissingParent: [[UInt8]: [[UInt8]]] = [:]
  var room = WaitingRoom()
  var verdict = Verdict()
  /// The held manifests without a held parent, oldest first.
  var roots: [VerifiedManifest] = []
  /// Where every held manifest stands, lowest first.
  private var ranks: [Rank] = []
  /// The held manifests that current was not built on.
  public private(set) var losers: Set<[UInt8]> = []
  private var entries: [[UInt8]: Member] = [:]
  private var agreementKeys: Set<[UInt8]> = []

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
    let believed = current?.hash
    var effects: [Effect] = []
    for manifest in Self.judgingOrder(manifests) { effects += take(manifest, from: author) }
    effects += makeRoom()
    if current?.hash != believed { effects.append(.currentChanged(current?.hash)) }
    return effects
  }

  /// Parents before children, but roots last: whether a root is wanted shows by who waits for it (M-11).
  static func judgingOrder(_ manifests: [VerifiedManifest]) -> [VerifiedManifest] {
    let ordered = manifests.sorted { $0.rank < $1.rank }
    return ordered.filter { $0.manifest.parent != nil }
      + ordered.filter { $0.manifest.parent == nil }
  }

  /// All manifests held, lowest rank first, so parents before children.
  public var held: [VerifiedManifest] {
    ranks.compactMap { nodes[$0.hash]?.manifest }
  }

  /// How many manifests are held.
  public var heldCount: Int { nodes.count }

  /// All manifests that wait for others, lowest rank first.
  public var waiting: [WaitingManifest] {
    room.entries.values.sorted { $0.manifest.rank < $1.manifest.rank }
  }

  /// Whether the manifest with this hash is held.
  public func contains(_ hash: [UInt8]) -> Bool {
    nodes[hash] != nil
  }

  /// The held manifest with this hash.
  public func manifest(_ hash: [UInt8]) -> VerifiedManifest? {
    nodes[hash]?.manifest
  }

  /// The waiting manifest with this hash.
  public func waitingManifest(_ hash: [UInt8]) -> WaitingManifest? {
    room.entries[hash]
  }

  /// Whether any held manifest lists a device with this Ed25519 key.
  public func everListed(signingKey: [UInt8]) -> Bool {
    entries[signingKey] != nil
  }

  /// The latest entry of a device that any held manifest lists or listed.
  public func entry(of signingKey: [UInt8]) -> Member? {
    entries[signingKey]
  }

  /// The Ed25519 keys of all devices that any held manifest lists or listed, in no order.
  public var everListed: some Collection<[UInt8]> { entries.keys }

  /// Whether any held manifest lists a device with this X25519 key.
  public func everListed(agreementKey: [UInt8]) -> Bool {
    agreementKeys.contains(agreementKey)
  }

  /// Enters what needs no judging: the keys ever listed, and the place in the order.
  mutating func count(_ manifest: VerifiedManifest) {
    for member in manifest.manifest.members {
      let known = entries[member.signingKey]
      if known.map({ $0.admissionVersion < member.admissionVersion }) ?? true {
        entries[member.signingKey] = member
      }
      agreementKeys.insert(member.agreementKey)
    }
    ranks.insert(manifest.rank, at: place(of: manifest.rank))
    losers.insert(manifest.hash)
  }

  /// Takes a manifest out of the order; the keys it listed stay known.
  mutating func uncount(_ rank: Rank) {
    let place = place(of: rank)
    if place < ranks.count, ranks[place] == rank { ranks.remove(at: place) }
    losers.remove(rank.hash)
  }

  /// Takes a manifest for the group's present state, and sorts winners from losers.
  mutating func believe(_ manifest: VerifiedManifest?) {
    var left = current?.hash
    var joined = manifest?.hash
    current = manifest
    // Only what is between the two and where their ways part changes sides.
    while left != joined {
      let leftVersion = left.flatMap { nodes[$0]?.version } ?? 0
      let joinedVersion = joined.flatMap { nodes[$0]?.version } ?? 0
      if let old = left, leftVersion >= joinedVersion {
        losers.insert(old)
        left = nodes[old]?.parent
      } else if let new = joined {
        losers.remove(new)
        joined = nodes[new]?.parent
      } else {
        return
      }
    }
  }

  /// Sorts all that is held into winners and losers.
  mutating func sortLosers() {
    losers = Set(nodes.keys)
    var step = current?.hash
    while let winner = step {
      losers.remove(winner)
      step = nodes[winner]?.parent
    }
  }

  /// Believes the highest of what is not void (M-22).
  mutating func believeHighest() {
    let highest = ranks.last { !verdict.void.contains($0.hash) }
    believe(highest.flatMap { nodes[$0.hash]?.manifest })
  }

  /// The place of the first rank that is not lower.
  private func place(of rank: Rank) -> Int {
    var low = 0
    var high = ranks.count
    while low < high {
      let middle = (low + high) / 2
      if ranks[middle] < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
