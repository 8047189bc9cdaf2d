import Testing

@testable import TrueSealHost

@Suite struct `A request` {
  private static let nonce = "0123456789abcdef"

  private func route(
    _ path: String, method: String = "GET", host: String? = "127.0.0.1:8000",
    origin: String? = nil
  ) -> HostRoute {
    HostRoute(
      HostRequest(method: method, path: path, host: host, origin: origin),
      nonce: Self.nonce, port: 8_000)
  }

  private func refusal(_ route: HostRoute) -> Int? {
    if case .refused(let status, _) = route { status } else { nil }
  }

  @Test func `finds the frame, files, the state and calls`() {
    #expect(route("/\(Self.nonce)/") == .frame)
    #expect(route("/\(Self.nonce)/", host: "LOCALHOST:8000") == .frame)
    #expect(route("/\(Self.nonce)/tok/a/b.js") == .file(page: "tok", path: "a/b.js"))
    #expect(route("/\(Self.nonce)/tok/") == .file(page: "tok", path: ""))
    #expect(route("/\(Self.nonce)/bridge/state") == .state)
    for call in HostCall.allCases {
      #expect(
        route(
          "/\(Self.nonce)/bridge/\(call.rawValue)", method: "POST",
          origin: "http://127.0.0.1:8000") == .call(call))
    }
  }

  @Test(arguments: [
    nil, "", "example.com", "127.0.0.1", "127.0.0.1:8001", "127.0.0.1:8000.example.com",
    "[::1]:8000", "0.0.0.0:8000",
  ])
  func `that means another host is refused, as after a name was rebound`(host: String?) {
    #expect(refusal(route("/\(Self.nonce)/", host: host)) == 403)
  }

  @Test(arguments: ["null", "http://example.com", "https://127.0.0.1:8000", "http://127.0.0.1:9"])
  func `by a page from elsewhere is refused`(origin: String) {
    #expect(
      refusal(route("/\(Self.nonce)/bridge/ready", method: "POST", origin: origin)) == 403)
  }

  @Test(arguments: [
    "", "/", "//", "/x/", "/0123456789abcde/", "/0123456789abcdeF/", "/0123456789abcdef0/",
    "/0123456789abcdef", "0123456789abcdef/", "//0123456789abcdef/", "/0123456789abcdef/x",
    "/0123456789abcdef/bridge", "/0123456789abcdef/bridge/", "/0123456789abcdef/bridge/fly",
    "/0123456789abcdef/bridge/ready/x",
  ])
  func `without the launch's nonce, or for nothing there is, finds nothing`(path: String) {
    #expect(refusal(route(path)) == 404)
  }

  @Test func `changes things by POST only, and reads by GET and HEAD only`() {
    #expect(refusal(route("/\(Self.nonce)/bridge/ready")) == 405)
    #expect(refusal(route("/\(Self.nonce)/bridge/state", method: "POST")) == 405)
    #expect(refusal(route("/\(Self.nonce)/", method: "POST")) == 405)
    #expect(refusal(route("/\(Self.nonce)/tok/a", method: "PUT")) == 405)
    #expect(route("/\(Self.nonce)/tok/a", method: "HEAD") == .file(page: "tok", path: "a"))
  }
}
