/// Why a link could not be opened, or can no longer be used.
public struct LinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong, to switch on; more codes may come.
  public struct Code: Hashable, Sendable {
    let name: String

    /// Makes a code of one's own, for links that fail in ways of their own.
    public init(name: String) { self.name = name }

    /// A deadline passed.
    public static let timedOut = Code(name: "timedOut")
    /// The link was closed on this side, or broke.
    public static let closed = Code(name: "closed")
    /// The calling task was cancelled; the link stays as it was.
    public static let cancelled = Code(name: "cancelled")
    /// Nobody answers at this address.
    public static let unreachable = Code(name: "unreachable")
    /// The relay proved a key other than the expected one (W-12).
    public static let wrongRelayKey = Code(name: "wrongRelayKey")
    /// The relay does not speak our Transport Version; `supported` says which it does (W-11).
    public static let versionUnsupported = Code(name: "versionUnsupported")
    /// The peer sent bytes the protocol does not allow.
    public static let malformed = Code(name: "malformed")
    /// The handshake did not come to its end.
    public static let handshakeFailed = Code(name: "handshakeFailed")
    /// The text is not a Relay Address (W-05).
    public static let invalidAddress = Code(name: "invalidAddress")
  }

  /// What went wrong.
  public let code: Code
  /// A sentence for a log; never holds contents or keys.
  public let detail: String
  /// The Transport Versions the relay says it speaks; only with `versionUnsupported`.
  public let supported: ClosedRange<UInt16>?

  /// Says what went wrong, for every implementation of `Link`.
  public init(_ code: Code, _ detail: String = "", supported: ClosedRange<UInt16>? = nil) {
    self.code = code
    self.detail = detail
    self.supported = supported
  }

  /// Errors are equal when their codes are.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// Feeds the code, which alone decides equality.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// The code and the sentence.
  public var description: String { "LinkError.\(code.name): \(detail)" }
}
