/// A stretch of the manifests a device has seen, as much as goes into one letter.
struct LogPage: Codable, Equatable, Sendable {
  let manifests: [LoggedManifest]
  /// How many there are in all.
  let count: Int
  /// Changes when anything in the log does, so that stretches of one log can be told from another's.
  let stamp: Int
}
