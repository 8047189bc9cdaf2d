/// Why the relay could not do what it was asked; devices get refusal codes instead.
public struct RelayError: Error, Equatable, CustomStringConvertible {
  /// What went wrong, open so that new reasons do not break callers.
  public struct Code: Hashable, Sendable {
    let name: String

    /// A setting is outside its limits; the detail names both.
    public static let invalidSetting = Code(name: "invalidSetting")
    /// The text does not describe a fault.
    public static let invalidFault = Code(name: "invalidFault")
    /// A listener could not be opened, most often because another program has the port.
    public static let portUnavailable = Code(name: "portUnavailable")
    /// Another relay has the data directory open.
    public static let storeInUse = Code(name: "storeInUse")
    /// A newer relay wrote the store; it was left as it is.
    public static let storeTooNew = Code(name: "storeTooNew")
    /// The disk has no room.
    public static let storeFull = Code(name: "storeFull")
    /// The store cannot be read or written.
    public static let storeUnusable = Code(name: "storeUnusable")
    /// There is no key in the data directory yet.
    public static let keyMissing = Code(name: "keyMissing")
    /// The key file is not what the relay wrote, or others may read it.
    public static let keyUnusable = Code(name: "keyUnusable")
    /// The relay has stopped.
    public static let stopped = Code(name: "stopped")
  }

  /// What went wrong.
  public let code: Code
  /// A sentence for people; holds no key, payload or address of a device.
  public let detail: String

  /// Makes an error, for shelves that live outside this module.
  public init(_ code: Code, _ detail: String = "") {
    self.code = code
    self.detail = detail
  }

  /// Compares the codes alone.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// The code and the sentence.
  public var description: String {
    detail.isEmpty ? "RelayError.\(code.name)" : "RelayError.\(code.name): \(detail)"
  }
}
