/// The checks that a bundle must pass, by name; their numbers are their places in the tables below.
public enum Check: String, Hashable, Sendable, CaseIterable {
  /// UC-1: manifest and signature have an allowed length.
  case size
  /// UC-2: the manifest is UTF-8 that no two readers could read differently.
  case encoding
  /// UC-3: enough trusted keys signed the bytes as received.
  case signature
  /// UC-4: the manifest is strict JSON and keeps every structural rule.
  case format
  /// UC-5: it is for this app, is the release asked for, and is one this phone may take.
  case identity
  /// UC-6: the host has what the bundle requires.
  case compat
  /// UC-7: a file has the size and the SHA-256 that the manifest names.
  case file

  /// The order for a release: nothing is parsed before it is authenticated.
  public static let release: [Check] = [.size, .encoding, .signature, .format, .identity, .compat]

  /// The order for what came with the app, which the app's own signature covers.
  public static let builtIn: [Check] = [.size, .encoding, .format, .identity, .compat]

  /// A check that was not passed, always the first of its order.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which check.
    public let check: Check
    /// Why.
    public let reason: UpdaterError

    package init(_ check: Check, _ reason: UpdaterError) {
      self.check = check
      self.reason = reason
    }

    /// The check's name and the reason.
    public var description: String { "check \(check.rawValue): \(reason)" }
  }
}
