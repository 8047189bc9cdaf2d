internal import Foundation

/// What is sent back.
struct HostReply: Equatable, Sendable {
  /// What it consists of.
  enum Body: Equatable, Sendable {
    case bytes([UInt8])
    /// A file of just so many bytes.
    case file(String, byteCount: UInt64)
  }

  var status: Int
  var type: String
  var body: Body
  var location: String?

  /// The reply's own headers and those that all have.
  ///
  /// The address holds the nonce, so it must not leak to where links lead.
  var headers: [(String, String)] {
    [
      ("Content-Type", type), ("Cache-Control", "no-store"),
      ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
      ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "SAMEORIGIN"),
    ] + (location.map { [("Location", $0)] } ?? [])
  }

  static func plain(_ status: Int, _ text: String) -> HostReply {
    HostReply(
      status: status, type: "text/plain; charset=utf-8", body: .bytes(Array((text + "\n").utf8)))
  }

  static func page(_ text: String) -> HostReply {
    HostReply(status: 200, type: "text/html; charset=utf-8", body: .bytes(Array(text.utf8)))
  }

  static func redirect(_ location: String) -> HostReply {
    var reply = plain(302, location)
    reply.location = location
    return reply
  }

  static func object(_ object: some Encodable) -> HostReply {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(object) else { return plain(500, "no words") }
    return HostReply(status: 200, type: "application/json", body: .bytes(Array(bytes) + [0x0A]))
  }

  /// The type of a file by the end of its path.
  static func type(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    let end = name.split(separator: ".").count > 1 ? name.split(separator: ".").last ?? "" : ""
    return types[end.lowercased()] ?? "application/octet-stream"
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "json": "application/json", "txt": "text/plain; charset=utf-8", "svg": "image/svg+xml",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "ico": "image/x-icon", "woff2": "font/woff2", "wasm": "application/wasm",
  ]
}
