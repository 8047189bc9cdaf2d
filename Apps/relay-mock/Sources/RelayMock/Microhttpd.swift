import CMicrohttpd

/// A small page on loopback: every call into libmicrohttpd, and every pointer handed to it.
///
/// One thread of the library serves it. The page never learns who asks.
@safe final class Microhttpd {
  private let daemon: OpaquePointer
  private let context: Unmanaged<Context>
  /// The port it listens on.
  let port: UInt16

  /// Starts to answer; port 0 picks a free one.
  ///
  /// - Throws: `RelayError`, code `portUnavailable`.
  init(
    port: UInt16, answer: @escaping @Sendable (_ method: String, _ path: String) -> HealthPage
  ) throws(RelayError) {
    unsafe context = Unmanaged.passRetained(Context(answer))
    let daemon = unsafe relay_http_start(
      port, Self.callback, context.toOpaque(),
      UInt32(RelayLimits.Chosen.healthConnectionCountMax),
      UInt32(RelayLimits.Chosen.healthIdleSeconds))
    guard let daemon = unsafe daemon else {
      unsafe context.release()
      throw RelayError(.portUnavailable, "health port \(port) cannot be opened on loopback")
    }
    unsafe self.daemon = daemon
    self.port = unsafe relay_http_port(daemon)
  }

  deinit {
    unsafe MHD_stop_daemon(daemon)
    unsafe context.release()
  }

  private final class Context: Sendable {
    let answer: @Sendable (String, String) -> HealthPage
    init(_ answer: @escaping @Sendable (String, String) -> HealthPage) { self.answer = answer }
  }

  private static let callback: MHD_AccessHandlerCallback = {
    context, connection, path, method, _, _, uploadByteCount, _ in
    guard let context = unsafe context, let path = unsafe path, let method = unsafe method else {
      return .NO
    }
    let page = unsafe Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
      .answer(String(cString: method), String(cString: path))
    // A body is not read; the library closes the connection after the answer.
    if let bytes = unsafe uploadByteCount { unsafe bytes.pointee = 0 }
    var body = Array(page.body.utf8)
    let response = unsafe MHD_create_response_from_buffer(
      body.count, &body, .RESPMEM_MUST_COPY)
    guard let response = unsafe response else { return .NO }
    defer { unsafe MHD_destroy_response(response) }
    _ = unsafe MHD_add_response_header(response, "Content-Type", "application/json")
    _ = unsafe MHD_add_response_header(response, "Cache-Control", "no-store")
    return unsafe MHD_queue_response(connection, page.status, response)
  }
}

extension Microhttpd: @unchecked Sendable {}  // The daemon is its own thread; fields never change.
