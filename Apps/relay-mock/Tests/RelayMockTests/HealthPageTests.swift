import Foundation
import Testing

@testable import RelayMock

@Suite struct `The health page` {
  @Test func `RL-06 says 200 with the version while the store can be read`() {
    let page = HealthPage(method: "GET", path: "/healthz", isDevelopment: false) { true }
    #expect(page.status == 200)
    #expect(page.body == #"{"status":"ok","transport_version":1,"dev_mode":false}"#)
  }

  @Test func `RL-06 says 503 while it cannot, and whether it is a development relay`() {
    let page = HealthPage(method: "GET", path: "/healthz", isDevelopment: true) { false }
    #expect(page.status == 503)
    #expect(page.body == #"{"status":"unavailable","transport_version":1,"dev_mode":true}"#)
  }

  @Test(arguments: [("GET", "/"), ("GET", "/healthz/"), ("GET", ""), ("POST", "/inspect")])
  func `asks the store for nothing but itself`(method: String, path: String) {
    let page = HealthPage(method: method, path: path, isDevelopment: false) {
      Issue.record("the store was asked")
      return true
    }
    #expect(page.status == 404)
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS"])
  func `is read and not written to`(method: String) {
    let page = HealthPage(method: method, path: "/healthz", isDevelopment: false) { true }
    #expect(page.status == 405)
  }

  /// One request to a running page, and the whole answer.
  private func answer(_ request: String, from port: UInt16?) async throws -> String {
    let client = try RawClient(port: try #require(port))
    client.send(Array((request + "\r\nHost: x\r\nConnection: close\r\n\r\n").utf8))
    return String(decoding: try #require(await client.receiveToEnd()), as: UTF8.self)
  }

  @Test(.timeLimit(.minutes(1)))
  func `RL-06 is served over HTTP and follows the store`() async throws {
    let directory = try TemporaryDirectory()
    let (relay, shelf) = try await RelayMock.gated(in: directory) { $0.healthPort = 0 }
    let well = try await answer("GET /healthz HTTP/1.1", from: relay.healthPort)
    #expect(well.hasPrefix("HTTP/1.1 200 "))
    #expect(well.hasSuffix("\r\n\r\n" + #"{"status":"ok","transport_version":1,"dev_mode":true}"#))
    shelf.fail(with: RelayError(.storeUnusable))
    let ill = try await answer("GET /healthz HTTP/1.1", from: relay.healthPort)
    #expect(ill.hasPrefix("HTTP/1.1 503 "))
    shelf.fail(with: nil)
    let again = try await answer("HEAD /healthz HTTP/1.1", from: relay.healthPort)
    #expect(again.hasPrefix("HTTP/1.1 200 ") && again.hasSuffix("\r\n\r\n"))
    let post = try await answer(
      "POST /healthz HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody", from: relay.healthPort)
    #expect(post.hasPrefix("HTTP/1.1 405 "))
    shelf.open()
    await relay.stop()
    #expect(throws: POSIXError.self) { try RawClient(port: relay.healthPort ?? 1) }
  }
}
