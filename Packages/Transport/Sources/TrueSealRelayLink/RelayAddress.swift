public import TrueSealTransport
import TrueSealCrypto

/// Where a relay is and which key it must prove (W-05).
///
///     trueseal://<64 hex digits>@host[:receivePort][?push=pushPort]
///
/// Two texts that differ only in the case of the digits are one address; a port that is written out
/// stays written out, so an address with `:7700` is another than one without.
public struct RelayAddress: Hashable, Sendable, CustomStringConvertible {
  /// The relay's X25519 key, 32 bytes.
  public let relayKey: [UInt8]
  /// A name, an IPv4 address, or an IPv6 address without its brackets.
  public let host: String
  private let statedReceivePort: UInt16?
  private let statedPushPort: UInt16?

  /// Where Receive Sessions are taken.
  public var receivePort: UInt16 { statedReceivePort ?? RelayLinkLimits.receivePort }

  /// Where Push Sessions are taken.
  public var pushPort: UInt16 { statedPushPort ?? RelayLinkLimits.pushPort }

  /// The one spelling of this address.
  public var description: String {
    let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    let port = statedReceivePort.map { ":\($0)" } ?? ""
    let push = statedPushPort.map { "?push=\($0)" } ?? ""
    return "\(Self.scheme)\(Hexadecimal.encode(relayKey))@\(name)\(port)\(push)"
  }

  /// Names a relay; ports that are nil are not written and mean the usual ones.
  ///
  /// - Throws: `LinkError`, code `invalidAddress`, for a key of small order or one that is written
  ///   in another than its shortest form, for a host that is no name, and for port 0.
  public init(
    relayKey: [UInt8], host: String, receivePort: UInt16? = nil, pushPort: UInt16? = nil
  ) throws(LinkError) {
    guard AgreementKey.isValid(publicKey: relayKey) else {
      throw LinkError(.invalidAddress, "The relay's key cannot be used.")
    }
    guard Self.isHost(host) else { throw LinkError(.invalidAddress, "The host is no name.") }
    guard receivePort != 0, pushPort != 0 else {
      throw LinkError(.invalidAddress, "Port 0 cannot be called.")
    }
    self.relayKey = relayKey
    self.host = host
    statedReceivePort = receivePort
    statedPushPort = pushPort
  }

  /// Reads an address.
  ///
  /// - Throws: `LinkError`, code `invalidAddress`, for anything but the form above.
  public init(parsing text: String) throws(LinkError) {
    let bytes = Array(text.utf8)
    let keyEnd = Self.scheme.utf8.count + Self.digitCount
    guard
      bytes.count <= Self.byteCountMax, bytes.count > keyEnd, bytes.starts(with: Self.scheme.utf8),
      bytes[keyEnd] == UInt8(ascii: "@"),
      let digits = Self.text(bytes[Self.scheme.utf8.count..<keyEnd]),
      let key = try? Hexadecimal.decode(digits)
    else { throw LinkError(.invalidAddress, "It does not begin with the scheme and a key.") }
    let place = try Place(parsing: bytes[(keyEnd + 1)...])
    try self.init(
      relayKey: key, host: place.host, receivePort: place.receivePort, pushPort: place.pushPort)
  }

  static let scheme = "trueseal://"
  private static let digitCount = 64
  /// Scheme, key, `@`, the longest host in brackets, `:65535`, `?push=65535`.
  private static let byteCountMax =
    11 + 64 + 1 + RelayLinkLimits.hostCharacterCountMax + 2 + 6 + 11

  static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    String(validating: bytes, as: UTF8.self)
  }
}
