/// Why something could not be read, written or shown.
public struct UpdaterFilesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; more may be added.
  public struct Code: Hashable, Sendable {
    let name: String
    /// A call to the file system failed.
    public static let io = Code(name: "io")
    /// There is no room left.
    public static let full = Code(name: "full")
    /// There is no such file.
    public static let missing = Code(name: "missing")
    /// Something else than a regular file stands there, such as a link.
    public static let notAFile = Code(name: "notAFile")
    /// The name is taken.
    public static let exists = Code(name: "exists")
    /// The channel's address is not allowed.
    public static let badURL = Code(name: "badURL")
    /// Neither the store nor the app has a bundle that may be shown.
    public static let nothingToServe = Code(name: "nothingToServe")
    /// The bundle has no file of that name.
    public static let noSuchPath = Code(name: "noSuchPath")
    /// The state could not be written, so nothing has changed.
    public static let notStored = Code(name: "notStored")
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence for the log.
  public let detail: String

  package init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// Compares the codes only.
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code
  }

  /// Hashes the code only, as equality looks at nothing else.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
  }

  /// The code and the sentence.
  public var description: String { "UpdaterFilesError.\(code.name): \(detail)" }
}
