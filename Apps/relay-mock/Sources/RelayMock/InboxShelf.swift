/// An envelope resting in an inbox.
public struct Blob: Hashable, Sendable {
  /// Rises in arrival order and is never used again, not even after a deletion.
  public let id: UInt64
  /// The bytes as they came, never looked into.
  public let envelope: [UInt8]

  /// Joins the two.
  public init(id: UInt64, envelope: [UInt8]) {
    self.id = id
    self.envelope = envelope
  }
}

/// One thing to write, kept in the order it was asked for.
public enum InboxChange: Hashable, Sendable {
  /// Lay an envelope in the inbox of `recipient`, arrived at `hour` (full hours since 1970).
  case hold(envelope: [UInt8], recipient: [UInt8], hour: Int64)
  /// Take the blob out of that inbox; in any other inbox it stays.
  case acknowledge(blobID: UInt64, inbox: [UInt8])
}

/// Where inboxes rest.
///
/// The relay calls from one place at a time and off the shared thread pool, so every call may
/// block. SQLite is the shelf that comes with the relay; a shared database server can be another.
public protocol InboxShelf: Sendable {
  /// Makes all changes in order, or none, and returns once they are synced to disk.
  ///
  /// - Returns: the blob ids of the held envelopes, in the order of their changes.
  func commit(_ changes: [InboxChange]) throws(RelayError) -> [UInt64]

  /// The oldest blobs of an inbox after `blobID`, in arrival order.
  ///
  /// Returns as many as fit in `byteCountMax`, but always at least one when there is one.
  func blobs(
    in inbox: [UInt8], after blobID: UInt64, byteCountMax: Int
  ) throws(RelayError) -> [Blob]

  /// How many blobs rest in an inbox.
  func blobCount(in inbox: [UInt8]) throws(RelayError) -> Int

  /// A cheap read that fails when the shelf cannot be used.
  func probe() throws(RelayError)

  /// Lets go of the files; later calls fail.
  func close()
}
