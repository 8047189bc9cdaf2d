internal import CWebServer
internal import Dispatch
internal import Synchronization
internal import TrueSealTerminal

/// A web server on loopback: every call into libmicrohttpd, and every pointer handed to it.
@safe final class HostServer {
  /// Works out a reply; called on a thread of the connection's own, which waits for it.
  typealias Answer = @Sendable (HostRequest) async -> HostReply

  private let daemon: OpaquePointer
  private let context: Unmanaged<Context>
  /// The port it listens on.
  let port: UInt16

  /// Starts to answer; port 0 picks a free one.
  ///
  /// - Returns: nil if the port cannot be had.
  init?(port: UInt16, answer: @escaping Answer) {
    unsafe context = Unmanaged.passRetained(Context(answer))
    let daemon = unsafe web_start(
      port, Self.callback, context.toOpaque(), UInt32(HostLimits.connectionCountMax),
      UInt32(HostLimits.idleSeconds))
    guard let daemon = unsafe daemon else {
      unsafe context.release()
      return nil
    }
    unsafe self.daemon = daemon
    self.port = unsafe web_port(daemon)
  }

  deinit {
    unsafe MHD_stop_daemon(daemon)
    unsafe context.release()
  }

  private final class Context: Sendable {
    private let answer: Answer

    init(_ answer: @escaping Answer) { self.answer = answer }

    /// Waits for the reply; the thread is the connection's own and holds up nobody else.
    func reply(to request: HostRequest) -> HostReply {
      let done = DispatchSemaphore(value: 0)
      let reply = Parcel()
      Task { [answer] in
        let worked = await answer(request)
        reply.value.withLock { $0 = worked }
        done.signal()
      }
      done.wait()
      return reply.value.withLock { $0 } ?? .plain(500, "no answer")
    }
  }

  /// A reply on its way from a task to the thread that waits for it.
  private final class Parcel: Sendable {
    let value = Mutex<HostReply?>(nil)
  }

  private static let callback: MHD_AccessHandlerCallback = {
    context, connection, path, method, _, _, uploadByteCount, _ in
    guard let context = unsafe context, let path = unsafe path, let method = unsafe method else {
      return .NO
    }
    func header(_ name: String) -> String? {
      let found = unsafe MHD_lookup_connection_value(connection, .HEADER_KIND, name)
      return unsafe found.map { unsafe String(cString: $0) }
    }
    let request = unsafe HostRequest(
      method: String(cString: method), path: String(cString: path), host: header("Host"),
      origin: header("Origin"), page: header("X-Page"))
    // A body is not read; the library closes the connection after the answer.
    if let bytes = unsafe uploadByteCount { unsafe bytes.pointee = 0 }
    let reply = unsafe Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
      .reply(to: request)
    return unsafe send(reply, to: connection)
  }

  private static func send(_ reply: HostReply, to connection: OpaquePointer?) -> MHD_Result {
    var status = reply.status
    var response: OpaquePointer?
    switch reply.body {
    case .bytes(var bytes):
      unsafe response = MHD_create_response_from_buffer(bytes.count, &bytes, .RESPMEM_MUST_COPY)
    case .file(let path, let byteCount):
      unsafe response = web_file(path, byteCount)
      if unsafe response == nil {
        status = 500
        unsafe response = MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
      }
    }
    guard let response = unsafe response else { return .NO }
    defer { unsafe MHD_destroy_response(response) }
    for (name, value) in reply.headers {
      _ = unsafe MHD_add_response_header(response, name, value)
    }
    return unsafe MHD_queue_response(connection, UInt32(status), response)
  }
}

extension HostServer: @unchecked Sendable {}  // The daemon is its own threads; fields never change.
