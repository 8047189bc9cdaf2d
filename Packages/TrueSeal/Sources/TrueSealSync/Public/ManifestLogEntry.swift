/// One Group Manifest this device has seen, for a picture of how the group came to be.
///
/// Source: rules M-13, M-20 to M-24.
public struct ManifestLogEntry: Hashable, Sendable {
  /// What became of a manifest.
  public enum Fate: Hashable, Sendable {
    /// This device believes it now.
    case current
    /// What this device believes now was built on it.
    case ancestor
    /// A rival ranks higher.
    case lost
    /// It counts for nothing.
    case void(VoidReason)
    /// It cannot be judged before something it names has come.
    case waiting
  }

  /// Why a manifest counts for nothing; each names the manifest that is to blame by its id.
  public enum VoidReason: Hashable, Sendable {
    /// Its issuer was removed beside it.
    case issuerRemoved(by: String)
    /// Its issuer left beside it.
    case issuerLeft(by: String)
    /// It was built on one that is void by itself.
    case builtOn(String)
  }

  /// The manifest's hash, 64 hex digits.
  public let id: String
  /// 1 for the first manifest of the group, then one more than the parent's.
  public let version: UInt64
  /// The id of the manifest it was built on, where the log has it.
  public let parent: String?
  /// The device that issued it.
  public let issuer: GroupMember
  /// Whom it puts on the list of its parent, sorted by id; unknown, and so empty, where the parent is not in the log.
  public let admitted: [GroupMember]
  /// Whom it takes off that list, sorted by id.
  public let removed: [GroupMember]
  /// How many members it lists.
  public let memberCount: Int
  /// The ids of the manifests whose changes it makes again for devices that are gone.
  public let onBehalf: [String]
  /// What became of it.
  public let fate: Fate

  /// Joins the parts.
  public init(
    id: String, version: UInt64, parent: String?, issuer: GroupMember, admitted: [GroupMember],
    removed: [GroupMember], memberCount: Int, onBehalf: [String], fate: Fate
  ) {
    self.id = id
    self.version = version
    self.parent = parent
    self.issuer = issuer
    self.admitted = admitted
    self.removed = removed
    self.memberCount = memberCount
    self.onBehalf = onBehalf
    self.fate = fate
  }

  /// The first 8 digits of the id, for people; several manifests may share them.
  public var shortID: String { String(id.prefix(8)) }
}
