import Foundation
import Synchronization
import UpdaterFixtures

/// A web server on the loopback that answers as a test says, honestly or not.
///
/// One thread a connection; a connection is kept until an answer says otherwise.
final class WebServer: Sendable {
  struct Request: Hashable, Sendable {
    let path: String
    /// By lower-case name.
    let headers: [String: String]

    var range: Int? {
      headers["range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
    }
  }

  /// Bytes to be sent as they are, and what follows.
  struct Reply: Sendable {
    var bytes: [UInt8]
    /// Sent again and again once `bytes` is out, until the peer goes away.
    var forever: [UInt8] = []
    /// Nothing more is sent, and the connection stays open until the peer or the test ends it.
    var hangs = false
    /// The connection is ended when the bytes are out.
    var closes = false

    static func ok(
      _ body: [UInt8], status: String = "200 OK", headers: [String] = []
    ) -> Reply {
      let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + headers
      return Reply(bytes: Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }

    static func status(_ status: String) -> Reply { ok([], status: status) }

    static func head(_ lines: String...) -> [UInt8] {
      Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
  }

  private struct State {
    var site: [String: [UInt8]] = [:]
    var answer: (@Sendable (Request, Reply) -> Reply)?
    var requests: [Request] = []
    var connections: Set<Int32> = []
    var openAtOnce = 0
    var openAtOnceMax = 0
    var isClosed = false
  }

  let port: UInt16
  private let listener: Int32
  private let state = Mutex(State())

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var yes: Int32 = 1
    unsafe setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard code else { throw POSIXError(.EADDRINUSE) }
    port = UInt16(bigEndian: address.sin_port)
    // The thread alone closes what it listens on: the number may be another socket's right after.
    Thread.detachNewThread { [weak self] in
      defer { close(listener) }
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        guard let self, self.keeps(connection) else {
          close(connection)
          return
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  var url: String { "http://127.0.0.1:\(port)" }

  /// Ends every connection; nothing is answered any more.
  func stop() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
      shutdown(listener, Int32(SHUT_RDWR))
    }
  }

  deinit { stop() }

  // MARK: What it holds

  func put(_ path: String, _ bytes: [UInt8]?) { state.withLock { $0.site[path] = bytes } }

  func put(_ release: Release) {
    state.withLock { $0.site.merge(release.site) { _, new in new } }
  }

  func point(to seq: UInt64, rollout: UInt64 = 100) {
    put("channels/stable.json", Array(#"{"format":1,"seq":\#(seq),"rollout":\#(rollout)}"#.utf8))
  }

  /// Every answer goes through here; nil stands for honesty.
  func answer(_ answer: (@Sendable (Request, Reply) -> Reply)?) {
    state.withLock { $0.answer = answer }
  }

  var requests: [Request] { state.withLock { $0.requests } }

  var paths: [String] { requests.map(\.path) }

  func forgetRequests() { state.withLock { $0.requests = [] } }

  /// The most connections that waited for an answer at one time.
  var openAtOnceMax: Int { state.withLock { $0.openAtOnceMax } }

  // MARK: Connections

  private func keeps(_ connection: Int32) -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.connections.insert(connection)
      return true
    }
  }

  private func serve(_ connection: Int32) {
    defer {
      state.withLock { state in
        state.connections.remove(connection)
        close(connection)
      }
    }
    var received: [UInt8] = []
    while let request = read(connection, &received) {
      let reply = reply(to: request)
      guard send(reply.bytes, connection) else { break }
      if !reply.forever.isEmpty { while send(reply.forever, connection) {} }
      if reply.hangs { while read(connection, &received) != nil {} }
      state.withLock { $0.openAtOnce -= 1 }
      if reply.closes || reply.hangs { return }
    }
  }

  private func reply(to request: Request) -> Reply {
    let (bytes, answer) = state.withLock { state in
      state.requests.append(request)
      state.openAtOnce += 1
      state.openAtOnceMax = max(state.openAtOnceMax, state.openAtOnce)
      return (state.site[request.path], state.answer)
    }
    let honest = honest(request, bytes)
    return answer?(request, honest) ?? honest
  }

  private func honest(_ request: Request, _ bytes: [UInt8]?) -> Reply {
    guard let bytes else { return .status("404 Not Found") }
    guard let from = request.range else { return .ok(bytes) }
    guard from < bytes.count else { return .status("416 Range Not Satisfiable") }
    return .ok(
      Array(bytes[from...]), status: "206 Partial Content",
      headers: ["Content-Range: bytes \(from)-\(bytes.count - 1)/\(bytes.count)"])
  }

  private func read(_ connection: Int32, _ received: inout [UInt8]) -> Request? {
    while true {
      if let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
        let text = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        received.removeSubrange(..<end.upperBound)
        return parse(text)
      }
      var chunk = [UInt8](repeating: 0, count: 4_096)
      let count = unsafe recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      received += chunk[..<count]
    }
  }

  private func parse(_ text: String) -> Request? {
    let lines = text.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { continue }
      headers[halves[0].lowercased()] = halves[1].trimmingCharacters(in: .whitespaces)
    }
    return Request(path: String(words[1].dropFirst()), headers: headers)
  }

  private func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Foundation.send(
          connection, buffer.baseAddress?.advanced(by: sent), bytes.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
