/// A start of the UI, with what was found out about the bundles it may choose from.
///
/// Begin without findings: the machine asks for those it needs, one `Effect.inspect` at a time.
public struct UIStart: Hashable, Sendable {
  /// The load that will show the answer.
  public let load: LoadToken
  /// What has been examined for this start.
  public private(set) var findings: [Subject: Finding] = [:]

  /// Begins a start.
  public init(load: LoadToken) {
    self.load = load
  }

  /// The same start with one more finding.
  public func adding(_ finding: Finding, on subject: Subject) -> UIStart {
    var start = self
    start.findings[subject] = finding
    return start
  }
}

/// A bundle to be examined at a start of the UI.
public enum Subject: Hashable, Sendable {
  /// What came with the app: run its checks and, if they pass, copy it into the store.
  case builtIn
  /// A release in the store that became current or previous by `ready`, or was once built in.
  case kept(UInt64)
  /// A release in the store that was downloaded and is not confirmed.
  case candidate(UInt64)
}

/// What an examination shows: checks 1 to 6 on the stored bytes, and every file there with its size.
public enum Finding: Hashable, Sendable {
  /// All is well.
  case sound(BundleFacts)
  /// Something is missing, unreadable or of another size.
  case damaged
  /// No sufficient signature by the keys that are trusted now.
  case untrusted
  /// The host lacks what it requires.
  case incompatible
  /// What came with the app is sound, but could not be copied into the store.
  case unstored

  /// Reads a failed check of stored bytes.
  public init(_ failure: Check.Failure) {
    self =
      switch failure.check {
      case .signature: .untrusted
      case .compat: .incompatible
      case .size, .encoding, .format, .identity, .file: .damaged
      }
  }
}
