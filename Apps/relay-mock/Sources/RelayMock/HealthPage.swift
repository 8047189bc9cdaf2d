import TrueSealTransport

/// The answers of the health page.
struct HealthPage: Hashable, Sendable {
  let status: UInt32
  let body: String

  static let path = "/healthz"

  /// Answers one request; the store is asked only for the page itself.
  init(method: String, path: String, isDevelopment: Bool, isReadable: () -> Bool) {
    guard path == Self.path else {
      self.init(404, #"{"error":"not found"}"#)
      return
    }
    guard method == "GET" || method == "HEAD" else {
      self.init(405, #"{"error":"method not allowed"}"#)
      return
    }
    let isReadable = isReadable()
    let version = TransportLimits.transportVersion
    self.init(
      isReadable ? 200 : 503,
      #"{"status":"\#(isReadable ? "ok" : "unavailable")","#
        + #""transport_version":\#(version),"dev_mode":\#(isDevelopment)}"#)
  }

  private init(_ status: UInt32, _ body: String) {
    self.status = status
    self.body = body
  }
}
