/// What a request asks for, once it has shown that it may ask.
enum HostRoute: Equatable, Sendable {
  /// The page around the bundle, which shows the state.
  case frame
  /// A file of the bundle, asked for by the page with this token.
  case file(page: String, path: String)
  case state
  case call(HostCall)
  /// Refused, and why.
  case refused(Int, String)

  /// Reads a request.
  ///
  /// Only who names this very server and knows this launch's nonce is answered: a page elsewhere that
  /// makes a browser come here knows neither. What changes anything is a POST of the server's own pages.
  init(_ request: HostRequest, nonce: String, port: UInt16) {
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = request.host, hosts.contains(host.lowercased()) else {
      self = .refused(403, "another host is meant")
      return
    }
    guard request.origin.map({ $0 == "http://\(host)" }) ?? true else {
      self = .refused(403, "another page asks")
      return
    }
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count >= 3, parts[0].isEmpty, Self.isSame(parts[1], nonce) else {
      self = .refused(404, "nothing is here")
      return
    }
    let isReading = request.method == "GET" || request.method == "HEAD"
    if parts[2] == "bridge" {
      self = Self.bridge(Array(parts.dropFirst(3)), request.method, isReading)
    } else if !isReading {
      self = .refused(405, "files are only read")
    } else if parts.count == 3 {
      self = parts[2].isEmpty ? .frame : .refused(404, "nothing is here")
    } else {
      self = .file(page: parts[2], path: parts.dropFirst(3).joined(separator: "/"))
    }
  }

  private static func bridge(
    _ parts: [String], _ method: String, _ isReading: Bool
  ) -> HostRoute {
    guard let name = parts.first, parts.count == 1 else { return .refused(404, "no such call") }
    if name == "state" { return isReading ? .state : .refused(405, "the state is only read") }
    guard let call = HostCall(rawValue: name) else { return .refused(404, "no such call") }
    return method == "POST" ? .call(call) : .refused(405, "calls are posted")
  }

  /// Compares without telling by its time how much was right.
  static func isSame(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | $1.0 ^ $1.1 } == 0
  }
}

/// What a page can ask the host to do.
enum HostCall: String, CaseIterable, Sendable {
  case pageStarted, ready, applyUpdate, check
}
