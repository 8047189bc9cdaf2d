/// Why a manifest, a message of manifests or a wish to issue one is refused.
public struct ManifestError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of refusal; more may be added.
  public struct Code: Hashable, Sendable {
    let name: String

    /// The bytes or values are not a canonical manifest, message or label, or break with the parent.
    public static let malformed = Code(name: "malformed")
    /// The signature is not the issuer's over these bytes.
    public static let badSignature = Code(name: "badSignature")
    /// The issuer, or the author who brought the manifest, has no say here.
    public static let unauthorized = Code(name: "unauthorized")
    /// The list is full.
    public static let groupFull = Code(name: "groupFull")
    /// A key of the device to be admitted is, or was, listed already.
    public static let alreadyListed = Code(name: "alreadyListed")
    /// The device that wants to issue is not listed by the current manifest.
    public static let notMember = Code(name: "notMember")
    /// The device to be removed is not listed by the current manifest, or is the one that asks.
    public static let unknownMember = Code(name: "unknownMember")
    /// No version is left above the current one.
    public static let versionsExhausted = Code(name: "versionsExhausted")
    /// So many manifests are held that this device issues no further change.
    public static let ledgerFull = Code(name: "ledgerFull")
    /// The manifests do not fit one message, or there are none.
    public static let wrongMessageSize = Code(name: "wrongMessageSize")
  }

  /// The kind of refusal.
  public let code: Code
  /// A sentence for the log, without keys or names.
  public let detail: String

  package init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// Compares the codes only.
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code
  }

  /// The code and the sentence.
  public var description: String {
    "ManifestError.\(code.name): \(detail)"
  }
}

extension ManifestError.Code: CustomStringConvertible {
  /// The code's name.
  public var description: String { name }
}
