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
}
