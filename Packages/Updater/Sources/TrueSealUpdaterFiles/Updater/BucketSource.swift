public import TrueSealUpdater

/// The app's own data, as far as bundles require it (UR-23).
public protocol BucketSource: Sendable {
  /// Whether a pair has been synced at least once; a durable fact of the app.
  func hasSynced(_ pair: Requirements.Pair) async -> Bool
  /// Syncs a pair.
  func sync(_ pair: Requirements.Pair) async throws
  /// Every pair that is held.
  func syncedPairs() async -> [Requirements.Pair]
  /// Deletes a pair that no kept bundle requires (U-45).
  func delete(_ pair: Requirements.Pair) async throws
}
