/// Why a run ended; every run that does not end in a pending bundle has one (UR-59).
public enum StopReason: Hashable, Sendable {
  /// The pointer names what is current, or less.
  case upToDate
  /// The pointer names a release that failed on this phone.
  case bad
  /// The pointer names what is pending.
  case alreadyPending
  /// The pointer names what is on trial, or less.
  case trialRunning
  /// The rollout does not include this installation.
  case notInRollout
  /// The pointer could not be decoded.
  case pointer(UpdaterError)
  /// A signed pointer is demanded, and this one is not signed, badly signed or outdated (UX-04).
  case pointerUntrusted(UpdaterError)
  /// A check was not passed.
  case check(Check.Failure)
  /// A seq that failed a check is not fetched again yet (UR-13).
  case refusedBefore(UInt64)
  /// What is missing is more than the app allows.
  case overCap
  /// A file was not what the manifest names.
  case file(ContentHash)
  /// Data that the release needs could not be synced.
  case dataUnsynced(Requirements.Pair)
  /// The channel could not be reached, or not in time.
  case offline
  /// Something could not be written.
  case io
  /// Another run is under way.
  case busy
  /// The state changed while the release was downloaded, and it is wanted no more.
  case superseded
}
