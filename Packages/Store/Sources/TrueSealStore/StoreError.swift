/// Why the store could not do what was asked.
public struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The class of a failure; new ones may be added, so a switch needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private let name: String

    private init(_ name: String) { self.name = name }

    /// The disk, a quota or a file size limit has no room left; nothing was lost, try again later.
    public static let full = Code("full")
    /// The file or its directory cannot be reached with the rights this process has.
    public static let unreadable = Code("unreadable")
    /// Another process, or another object of this one, holds the store.
    public static let inUse = Code("inUse")
    /// The bytes are not those of a store, or are no longer.
    public static let damaged = Code("damaged")
    /// The store is sealed with another key, with one where none was given, or not at all.
    public static let wrongKey = Code("wrongKey")
    /// The device failed to read or write.
    public static let io = Code("io")
    /// A later release wrote the store; it was not touched.
    public static let tooNew = Code("tooNew")
    /// The store has no version, or one below the floor, and is not begun anew; nothing was lost.
    public static let tooOld = Code("tooOld")
    /// The database was closed.
    public static let closed = Code("closed")
    /// The statement is wrong, or does not belong where it was run.
    public static let misuse = Code("misuse")
    /// A row breaks a rule of its table, such as a key that is already there.
    public static let constraint = Code("constraint")
    /// A migration gave up with an error that is not of this module.
    public static let migrationFailed = Code("migrationFailed")

    /// The name of the code.
    public var description: String { name }
  }

  /// What kind of failure it is.
  public let code: Code
  /// A sentence for a log; it never holds the contents of a row.
  public let detail: String

  /// An error of this kind; whoever reads rows says `damaged` for one that does not decode.
  public init(_ code: Code, _ detail: String = "") {
    self.code = code
    self.detail = detail
  }

  /// Two errors are equal when their codes are.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// The code and the detail.
  public var description: String { "StoreError.\(code): \(detail)" }
}
