/// Facts about a client and its store, for a report.
public struct ClientReport: Hashable, Sendable {
  /// The release of this library.
  public let libraryVersion: String
  /// The Store Version of the file (V-01).
  public let storeVersion: Int
  /// Messages times recipients that the relay has not taken yet.
  public let queuedEntryCount: Int
  /// Manifests of the group this device holds.
  public let heldManifestCount: Int

  /// The release of this library.
  public static let currentLibraryVersion = "0.6.0"
}
