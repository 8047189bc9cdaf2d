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
  private var signingKeys: Set<[UInt8]> = []
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
  /// reported, as the last effect. The cost does not grow with what is held (M-11 to M-17, M-22).
  public mutating func insert(
    contentsOf manifests: [VerifiedManifest], from author: [UInt8]?
  ) -> [Effect] {
    let believed = current?.hash
    var effects: [Effect] = []
    for manifest in Self.judgingOrder(manifests) { effects += take(manifest, from: author) }
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
    nodes.values.map(\.manifest).sorted { $0.rank < $1.rank }
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
    signingKeys.contains(signingKey)
  }

  /// Whether any held manifest lists a device with this X25519 key.
  public func everListed(agreementKey: [UInt8]) -> Bool {
    agreementKeys.contains(agreementKey)
  }

  /// Enters what only grows: the keys ever listed, and the highest rank.
  mutating func count(_ manifest: VerifiedManifest) {
    for member in manifest.manifest.members {
      signingKeys.insert(member.signingKey)
      agreementKeys.insert(member.agreementKey)
    }
    if current.map({ $0.rank < manifest.rank }) ?? true { current = manifest }
  }
}
