import TrueSealTransport

extension RelayAddress {
  /// What stands behind the `@`.
  struct Place {
    let host: String
    let receivePort: UInt16?
    let pushPort: UInt16?

    init(parsing bytes: ArraySlice<UInt8>) throws(LinkError) {
      var rest = bytes
      let query = Self.cut(&rest, at: UInt8(ascii: "?"))
      let port = try Self.cutPort(&rest)
      let pushPort = try query.map { query throws(LinkError) in
        guard query.starts(with: Self.pushItem) else {
          throw LinkError(.invalidAddress, "Only push=port may follow the question mark.")
        }
        return try Self.port(query.dropFirst(Self.pushItem.count))
      }
      let isBracketed = rest.first == UInt8(ascii: "[") && rest.last == UInt8(ascii: "]")
      let name = isBracketed ? rest.dropFirst().dropLast() : rest
      guard let host = RelayAddress.text(name), isBracketed == host.utf8.contains(Self.colon) else {
        throw LinkError(.invalidAddress, "Brackets hold an IPv6 address, and only they do.")
      }
      self.host = host
      self.receivePort = port
      self.pushPort = pushPort
    }

    private static let colon = UInt8(ascii: ":")
    private static let pushItem = Array("push=".utf8)

    /// Takes away the first `separator` and what follows, and returns what follows.
    private static func cut(_ bytes: inout ArraySlice<UInt8>, at separator: UInt8)
      -> ArraySlice<UInt8>?
    {
      guard let index = bytes.firstIndex(of: separator) else { return nil }
      defer { bytes = bytes[..<index] }
      return bytes[(index + 1)...]
    }

    /// Takes the port away; the colons of an IPv6 address stand before its bracket.
    private static func cutPort(_ bytes: inout ArraySlice<UInt8>) throws(LinkError) -> UInt16? {
      let bracket = bytes.lastIndex(of: UInt8(ascii: "]")) ?? bytes.startIndex
      guard let index = bytes[bracket...].firstIndex(of: colon) else { return nil }
      defer { bytes = bytes[..<index] }
      return try port(bytes[(index + 1)...])
    }

    private static func port(_ digits: ArraySlice<UInt8>) throws(LinkError) -> UInt16 {
      guard
        (1...5).contains(digits.count), digits.first != UInt8(ascii: "0"),
        digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let port = RelayAddress.text(digits).flatMap({ UInt16($0) })
      else { throw LinkError(.invalidAddress, "A port is 1 to 65535, without a leading zero.") }
      return port
    }
  }

  /// Whether `host` is a name as written or an IPv6 address.
  static func isHost(_ host: String) -> Bool {
    host.utf8.contains(UInt8(ascii: ":")) ? isIPv6(host) : isName(host)
  }

  private static func isName(_ host: String) -> Bool {
    guard host.utf8.count <= RelayLinkLimits.hostCharacterCountMax else { return false }
    return host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { label in
        (1...RelayLinkLimits.labelCharacterCountMax).contains(label.count)
          && label.allSatisfy(isNameCharacter)
      }
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// RFC 4291 section 2.2, without a zone; the C library reads it the same way everywhere.
  private static func isIPv6(_ host: String) -> Bool {
    host.utf8.allSatisfy { $0 != UInt8(ascii: "%") && $0 != 0 } && Socket.isIPv6(host)
  }
}
