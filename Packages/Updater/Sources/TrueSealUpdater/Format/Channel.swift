/// The name of a channel, compiled into the host and never taken from the network.
public struct Channel: Hashable, Sendable, CustomStringConvertible {
  /// The name: lower-case letters, digits and dashes, the first no dash.
  public let name: String

  /// Takes 1 to 32 characters; nil if any of them has no place in a name.
  public init?(_ name: String) {
    let bytes = Array(name.utf8)
    guard (1...UpdaterLimits.channelByteCountMax).contains(bytes.count),
      bytes[0] != UInt8(ascii: "-"),
      bytes.allSatisfy({ Text.isLowercase($0) || Text.isDigit($0) || $0 == UInt8(ascii: "-") })
    else { return nil }
    self.name = name
  }

  /// The name.
  public var description: String { name }

  /// Where the pointer stands below the channel's URL.
  public var pointerPath: String { "channels/\(name).json" }
}
