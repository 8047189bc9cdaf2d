/// Which bundle a set of bytes is claimed to be, and what this phone holds against it.
public enum Claim: Hashable, Sendable {
  /// The release a pointer named, seen from the phone's state (U-13).
  case release(seq: UInt64, state: Activation.State)
  /// A release in the store; the machine itself compares it with the state.
  case stored(seq: UInt64)
  /// What came with the app: the seq compiled in, or a copy of it in the store.
  case builtIn(seq: UInt64)

  /// The checks that apply, in order.
  public var checks: [Check] {
    switch self {
    case .release, .stored: Check.release
    case .builtIn: Check.builtIn
    }
  }

  /// The seq the manifest must have.
  public var seq: UInt64 {
    switch self {
    case .release(let seq, _), .stored(let seq), .builtIn(let seq): seq
    }
  }

  /// Check `identity` (UC-5), but for the app's id.
  func check(_ manifest: BundleManifest) throws(UpdaterError) {
    guard manifest.seq == seq else {
      throw UpdaterError(.wrongIdentity, "release \(manifest.seq) in place of \(seq)")
    }
    guard manifest.floor <= manifest.seq else {
      throw UpdaterError(.wrongIdentity, "a floor above the seq")
    }
    guard case .release(_, let state) = self else { return }
    guard seq > state.current ?? 0 else {
      throw UpdaterError(.refusedSeq, "\(seq) is not above what is current")
    }
    guard !state.bad.contains(seq) else { throw UpdaterError(.refusedSeq, "\(seq) is bad") }
    guard seq >= state.floor else { throw UpdaterError(.refusedSeq, "\(seq) is below the floor") }
  }
}
