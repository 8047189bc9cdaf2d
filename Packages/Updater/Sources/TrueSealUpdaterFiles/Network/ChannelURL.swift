/// Where a channel's files are: `https`, or `http` on the phone itself (UR-14).
public struct ChannelURL: Hashable, Sendable, CustomStringConvertible {
  /// The address without a slash at its end.
  public let description: String
  let isLoopback: Bool

  /// Takes `https://host[:port][/path]`; `http` only for `localhost`, `127.0.0.0/8` and `[::1]`.
  ///
  /// - Throws: `UpdaterFilesError`, code `badURL`, for anything else: user names, queries, escapes.
  public init(_ text: String) throws(UpdaterFilesError) {
    let failure = UpdaterFilesError(.badURL, "no address of a channel: \(text.prefix(80))")
    guard text.utf8.count <= 512, let origin = Origin(text) else { throw failure }
    let path = text.dropFirst(origin.scheme.count + 3).drop { $0 != "/" }
    guard path.utf8.allSatisfy(Self.isPathByte), !path.contains("//"),
      !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
    else { throw failure }
    isLoopback = origin.isLoopback
    guard origin.scheme == "https" || isLoopback else { throw failure }
    description = text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// The address of a file below it.
  func address(of path: String) -> String { "\(description)/\(path)" }

  private static func isPathByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

/// Scheme, host and port of an address.
struct Origin: Hashable, Sendable {
  let scheme: String
  let host: String
  let port: UInt16

  /// Reads the part of an address before its path; nil for what is none, or holds a user name.
  init?(_ text: String) {
    guard let scheme = ["http", "https"].first(where: { text.lowercased().hasPrefix("\($0)://") })
    else { return nil }
    self.scheme = scheme
    let authority = text.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
    var host = authority
    var portText = Substring(scheme == "https" ? "443" : "80")
    let hostEnd = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : authority.startIndex
    guard let hostEnd else { return nil }
    if let colon = authority[hostEnd...].firstIndex(of: ":") {
      host = authority[..<colon]
      portText = authority[authority.index(after: colon)...]
    }
    guard !host.isEmpty, host.utf8.allSatisfy(Self.isHostByte),
      portText.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = UInt16(portText), port > 0
    else { return nil }
    self.host = host.lowercased()
    self.port = port
  }

  /// Whether what is sent there stays on the phone.
  var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}
