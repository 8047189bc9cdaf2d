/// A request, as far as the host looks at it.
struct HostRequest: Equatable, Sendable {
  var method: String
  /// Without the query, escapes resolved.
  var path: String
  var host: String?
  var origin: String?
  /// The token of the page that calls the bridge.
  var page: String?
}
