/// Machine: one device's part in keeping the group's list the same everywhere.
///
/// It holds no key, no file and no clock. Calls and events change it and return effects; the caller
/// writes those that concern storage in one transaction, in their order, and only then acts on the
/// rest. If the transaction fails, `undo(to:after:)` takes everything back.
/// Source: membership rules M-30 to M-54.
public struct Membership: Sendable {
  /// Makes a verified manifest of one this device issues; throws what `SignedManifest` throws.
  public typealias Signer = (Manifest) throws(ManifestError) -> VerifiedManifest

  /// What a call or an event leads to.
  public enum Effect: Hashable, Sendable {
    /// The ledger changed; refusals are to be reported.
    case ledger(Ledger.Effect)
    /// This change is to be stored, in place of one of the same kind and device (M-30).
    case remember(PendingChange)
    /// This message is to be queued (M-40, M-41).
    case send(GroupMail)
    /// A device's newest manifest sent is to be noted, by its rank.
    case noteSent(Rank, to: [UInt8])
    /// Something told is to be noted.
    case noteTold(Telling)
    /// Catching up with this device, or by its own key a further root, is to be noted, in Unix
    /// milliseconds (M-14, M-47).
    case noteCaughtUp(with: [UInt8], at: UInt64)
    /// This device is on its way out, to be stored (M-50).
    case leaving
    /// An admission by this device no longer fits and is given up for good; its label (M-04).
    case admissionDropped(Label)
    /// A standing removal names this device: everything is to be wiped (M-52).
    case removed
  }

  /// Where this device stands.
  public enum Standing: Hashable, Sendable {
    /// Current lists this device.
    case member
    /// Current leaves this device out, and no removal that stands says why: it waits (M-53).
    case overtaken
    /// This device is on its way out (M-50).
    case leaving
    /// A removal that stands names this device (M-52).
    case removed
  }

  /// What is remembered over restarts beside the ledger and this device's changes.
  public struct Memory: Hashable, Sendable {
    /// The newest manifest each device was sent, by its Ed25519 key.
    public var sent: [[UInt8]: Rank] = [:]
    /// All that was told.
    public var told: Set<Telling> = []
    /// When this device last caught up with each other one, in Unix milliseconds; by its own key,
    /// when it last took what it cannot trace for a root (M-14).
    public var caughtUp: [[UInt8]: UInt64] = [:]

    /// Remembers nothing yet.
    public init() {}
  }

  /// This device's Ed25519 key.
  public let own: [UInt8]
  /// Everything held, and what is believed of it.
  public internal(set) var ledger: Ledger
  /// The changes this device issued and stands for.
  public internal(set) var pending: [PendingChange]
  /// What is remembered beside these.
  public internal(set) var memory: Memory
  /// Whether this device is on its way out.
  public internal(set) var isLeaving: Bool {
    didSet { duties.owed = nil }
  }

  var duties = Duties()
  var views = Views()

  /// Takes up what was stored, or begins with a ledger this device founded or joined with.
  public init(
    own: [UInt8], ledger: Ledger, pending: [PendingChange] = [], memory: Memory = Memory(),
    isLeaving: Bool = false
  ) {
    self.own = own
    self.ledger = ledger
    self.pending = pending
    self.memory = memory
    self.isLeaving = isLeaving
    for telling in memory.told { duties.count(telling, in: ledger) }
  }

  /// Where this device stands, in view of what is held.
  public var standing: Standing {
    if isLeaving { return .leaving }
    if ledger.isRemoved(own) { return .removed }
    return isListed ? .member : .overtaken
  }

  /// Whether current lists this device.
  public var isListed: Bool {
    ledger.current?.manifest.member(own) != nil
  }

  /// When `clockAdvanced` is next worth calling, as uptime; nil when nothing waits.
  public var nextWake: Duration? {
    let isOvertaken = standing == .overtaken
    return [
      duties.nextWake, views.nextWake(patience: outdatedPatience, isOvertaken: isOvertaken),
    ].compactMap(\.self).min()
  }

  /// This device's place among the current members that are not gone, by key; nil when not listed.
  var turn: Int? {
    guard let members = ledger.current?.manifest.members else { return nil }
    var place = 0
    for member in members {
      if member.signingKey == own { return place }
      if !ledger.isGone(member.signingKey) { place += 1 }
    }
    return nil
  }
}
