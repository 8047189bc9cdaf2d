/// The End-to-End Versions one release speaks: it seals with the newest and opens the one before as well (V-07).
///
/// What was sealed before an upgrade may rest on the relay for as long as a blob is kept.
public struct EndToEndVersions: Hashable, Sendable {
  /// The version envelopes are sealed with, at least 1.
  public let newest: UInt16

  /// The versions of a release that seals with `newest`; 0 is reserved, and an error of the caller.
  public init(newest: UInt16) {
    precondition(newest > 0, "Version 0 is none.")
    self.newest = newest
  }

  /// The versions of this release.
  public static let released = EndToEndVersions(newest: TransportLimits.endToEndVersion)

  /// The lowest version that is opened: the one before the newest, if there is one.
  public var oldest: UInt16 { max(1, newest - 1) }
}
