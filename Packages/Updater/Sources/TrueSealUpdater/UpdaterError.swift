/// Why bytes or values are refused as a pointer, a manifest, a signature or a state.
public struct UpdaterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of refusal; more may be added.
  public struct Code: Hashable, Sendable {
    let name: String

    /// More bytes than the limit allows, or none.
    public static let wrongLength = Code(name: "wrongLength")
    /// The bytes are not UTF-8, or hold a byte order mark or a NUL.
    public static let notUTF8 = Code(name: "notUTF8")
    /// The bytes are not strict JSON.
    public static let notJSON = Code(name: "notJSON")
    /// Nested deeper than the limit allows.
    public static let tooDeep = Code(name: "tooDeep")
    /// An object names a key twice.
    public static let duplicateKey = Code(name: "duplicateKey")
    /// An object has a key that its format does not know.
    public static let unknownKey = Code(name: "unknownKey")
    /// An object lacks a key.
    public static let missingKey = Code(name: "missingKey")
    /// A value is of another type than its field.
    public static let wrongType = Code(name: "wrongType")
    /// A number, a string or a list is outside its bounds.
    public static let outOfRange = Code(name: "outOfRange")
    /// The format is one this host does not know.
    public static let unknownFormat = Code(name: "unknownFormat")
    /// A text is not of the form its field demands.
    public static let badText = Code(name: "badText")
    /// A path could mean something else than one file of the bundle.
    public static let badPath = Code(name: "badPath")
    /// Two entries exclude each other, or stand in the wrong order.
    public static let conflict = Code(name: "conflict")
    /// A key or a set of keys cannot be trusted, whatever it signs.
    public static let badKey = Code(name: "badKey")
    /// No sufficient signature by trusted keys.
    public static let badSignature = Code(name: "badSignature")
    /// Meant for another app, or not the release that was asked for.
    public static let wrongIdentity = Code(name: "wrongIdentity")
    /// Not above what this phone holds, known to be bad, or below its floor.
    public static let refusedSeq = Code(name: "refusedSeq")
    /// Needs something this host does not have.
    public static let incompatible = Code(name: "incompatible")
    /// A file is not the one its manifest names.
    public static let wrongContent = Code(name: "wrongContent")
    /// The signed pointer's date has passed.
    public static let outdated = Code(name: "outdated")
  }

  /// The kind of refusal.
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
  public var description: String {
    "UpdaterError.\(code.name): \(detail)"
  }
}

extension UpdaterError.Code: CustomStringConvertible {
  /// The code's name.
  public var description: String { name }
}
