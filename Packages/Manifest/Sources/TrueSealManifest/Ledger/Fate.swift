/// What became of a manifest a device has seen.
public enum Fate: Hashable, Sendable {
  /// It is believed now.
  case current
  /// What is believed now was built on it.
  case ancestor
  /// Its list counts, but a rival ranks higher.
  case lost
  /// It counts for nothing (M-20, M-21, M-24).
  case void(VoidReason)
  /// It cannot be judged before something it names is held (M-13, M-17).
  case waiting
}

/// Why a manifest counts for nothing; each names the hash of the manifest that is to blame.
public enum VoidReason: Hashable, Sendable {
  /// Its issuer was removed beside it.
  case issuerRemoved(by: [UInt8])
  /// Its issuer left beside it.
  case issuerLeft(by: [UInt8])
  /// It was built on a void manifest; the nearest one that is void by itself.
  case builtOn([UInt8])
}
