/// Points on the way to an open store that tests stop at.
package enum OpeningStep: Sendable {
  /// The new version is committed, and the file does not go with a log yet.
  case versionCommitted
}
