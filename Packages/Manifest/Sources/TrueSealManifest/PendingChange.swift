/// A change this device has issued and stands for until the wipe.
///
/// Whether it is done is a question to the ledger, asked again whenever current changes: the
/// manifest that satisfies it can itself lose. Source: M-30, M-31.
public struct PendingChange: Hashable, Sendable {
  /// What is to change.
  public enum Kind: Hashable, Sendable {
    /// This device joins the list.
    case admission(Member)
    /// The device with this signing key, another than the issuer, is taken off the list.
    case removal(signingKey: [UInt8])
    /// The issuer itself, with this signing key, is taken off the list.
    case leave(signingKey: [UInt8])
  }

  /// How far it has come, in view of what is held.
  public enum State: Hashable, Sendable {
    /// Current does not reflect it and was not built on a manifest that makes it.
    case open
    /// Current reflects it.
    case satisfied
    /// Current was built on a manifest that makes it, and no longer reflects it: someone meant that.
    case undone
  }

  /// What is to change.
  public let kind: Kind
  /// Hashes of the manifests by which this device made the change, oldest first; none while it cannot
  /// be made yet (M-52).
  public private(set) var carriers: [[UInt8]]

  /// Whether it no longer fitted when it was to be made again, and is given up for good (M-04).
  public private(set) var isDropped: Bool

  /// Notes a change together with the first manifests that carry it.
  public init(_ kind: Kind, carriers: [[UInt8]], isDropped: Bool = false) {
    self.kind = kind
    self.carriers = carriers
    self.isDropped = isDropped
  }

  /// Gives the change up for good.
  public mutating func drop() { isDropped = true }

  /// Notes that this device made the change once more; a hash already noted changes nothing.
  public mutating func carry(by hash: [UInt8]) {
    if !carriers.contains(hash) { carriers.append(hash) }
  }

  /// How far the change has come in this ledger.
  public func state(in ledger: Ledger) -> State {
    guard let current = ledger.current else { return .open }
    guard !isReflected(by: current.manifest) else { return .satisfied }
    return ledger.isBuiltOnCarrier(of: change, or: carriers) ? .undone : .open
  }

  private func isReflected(by manifest: Manifest) -> Bool {
    switch kind {
    case .admission(let member):
      manifest.member(member.signingKey)?.agreementKey == member.agreementKey
    case .removal(let signingKey), .leave(let signingKey):
      manifest.member(signingKey) == nil
    }
  }

  var change: Change {
    switch kind {
    case .admission(let member): .admission(of: member)
    case .removal(let signingKey), .leave(let signingKey): .departure(signingKey: signingKey)
    }
  }
}
