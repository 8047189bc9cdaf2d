internal import CCurl
internal import Synchronization
internal import TrueSealUpdater

/// Every call into libcurl, and every pointer handed to it: one connection that is used again.
///
/// libcurl's own limits are not relied on: bytes are counted as they arrive, and deadlines go by
/// the caller's clock.
package final class Curl: ExchangeLane {
  private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// A handle with the connections it keeps; touched by one exchange at a time.
  @safe private struct Handle: ~Copyable, @unchecked Sendable {  // Only ever used under the lock.
    let multi: OpaquePointer?

    init() { unsafe multi = OpaquePointer(curl_multi_init()) }

    deinit {
      if let multi = unsafe multi { unsafe curl_multi_cleanup(UnsafeMutableRawPointer(multi)) }
    }
  }

  private let handle = Mutex(Handle())
  private let now: @Sendable () -> Duration
  private let certificates: String?

  /// - Parameters:
  ///   - now: The time since some fixed moment, monotonic.
  ///   - certificates: The path of a PEM file of authorities that replaces the system's.
  package init(now: @escaping @Sendable () -> Duration, certificates: String? = nil) {
    self.now = now
    self.certificates = certificates
  }

  package func perform(
    _ exchange: Exchange, into sink: inout any ExchangeSink
  ) -> Exchange.Ending {
    var address = exchange.address
    for _ in 0...UpdaterLimits.redirectCountMax {
      let answer = Answer(sink, exchange)
      let ending = handle.withLock { handle in
        perform(exchange, at: address, answer, handle)
      }
      sink = answer.sink
      guard case .redirected(let target) = ending else { return ending.ending }
      // An address is never followed to where the channel is not.
      guard target.utf8.count <= UpdaterFilesLimits.urlByteCountMax,
        let origin = Origin(target), origin == Origin(exchange.address)
      else { return .failed(.redirect) }
      address = target
    }
    return .failed(.redirect)
  }

  private enum Step {
    case ended(Exchange.Ending)
    case redirected(String)

    var ending: Exchange.Ending {
      guard case .ended(let ending) = self else { return .failed(.redirect) }
      return ending
    }
  }

  private func perform(
    _ exchange: Exchange, at address: String, _ answer: Answer, _ handle: borrowing Handle
  ) -> Step {
    guard Self.isReady, let multi = unsafe handle.multi.map(UnsafeMutableRawPointer.init),
      let easy = unsafe curl_easy_init()
    else { return .ended(.failed(.transport("libcurl does not start"))) }
    defer { unsafe curl_easy_cleanup(easy) }
    let headers = unsafe Self.headers(of: exchange)
    defer { unsafe curl_slist_free_all(headers) }
    unsafe answer.easy = easy
    let isSet = unsafe configure(easy, address, answer, headers)
    guard isSet, unsafe curl_multi_add_handle(multi, easy) == CURLM_OK else {
      return .ended(.failed(.transport("libcurl takes no request")))
    }
    defer { unsafe curl_multi_remove_handle(multi, easy) }
    let result = unsafe wait(for: multi, exchange, answer)
    return unsafe step(result, easy, answer)
  }

  private static func headers(of exchange: Exchange) -> UnsafeMutablePointer<curl_slist>? {
    var list = unsafe curl_slist_append(nil, "Accept-Encoding: identity")
    unsafe list = curl_slist_append(list, "Cache-Control: no-cache")
    if exchange.offset > 0 {
      unsafe list = curl_slist_append(list, "Range: bytes=\(exchange.offset)-")
    }
    return unsafe list
  }

  private func configure(
    _ easy: UnsafeMutableRawPointer, _ address: String, _ answer: Answer,
    _ headers: UnsafeMutablePointer<curl_slist>?
  ) -> Bool {
    let context = unsafe Unmanaged.passUnretained(answer).toOpaque()
    var codes = unsafe [
      curl_shim_set_text(easy, CURLOPT_URL, address),
      curl_shim_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https"),
      curl_shim_set_long(easy, CURLOPT_FOLLOWLOCATION, 0),
      curl_shim_set_long(easy, CURLOPT_NOSIGNAL, 1),
      curl_shim_set_long(easy, CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue)),
      curl_shim_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
      curl_shim_set_long(easy, CURLOPT_BUFFERSIZE, 131_072),
      curl_shim_set_headers(easy, headers),
      curl_shim_set_receiver(
        easy, CURLOPT_WRITEFUNCTION, Self.receiveBody, CURLOPT_WRITEDATA, context),
      curl_shim_set_receiver(
        easy, CURLOPT_HEADERFUNCTION, Self.receiveHeader, CURLOPT_HEADERDATA, context),
    ]
    if Origin(address)?.isLoopback == true {
      unsafe codes.append(curl_shim_set_text(easy, CURLOPT_NOPROXY, "*"))
    }
    if let certificates {
      unsafe codes.append(curl_shim_set_text(easy, CURLOPT_CAINFO, certificates))
    }
    return codes.allSatisfy { $0 == CURLE_OK }
  }

  /// Drives the transfer and looks at the clock in between; nil if libcurl did not end it.
  private func wait(
    for multi: UnsafeMutableRawPointer, _ exchange: Exchange, _ answer: Answer
  ) -> CURLcode? {
    var speed = SpeedFloor(at: now())
    var running: Int32 = 1
    while true {
      guard unsafe curl_multi_perform(multi, &running) == CURLM_OK else { return nil }
      if running == 0 { break }
      let time = now()
      if exchange.isCancelled() { answer.failure = .cancelled }
      if time >= exchange.deadline { answer.failure = .timedOut }
      if exchange.isSpeedWatched, speed.isBroken(total: answer.count, at: time) {
        answer.failure = .tooSlow
      }
      if answer.failure != nil { return nil }
      let step = Int32(UpdaterFilesLimits.exchangeStep / .milliseconds(1))
      _ = unsafe curl_multi_poll(multi, nil, 0, step, nil)
    }
    let result = unsafe curl_shim_result(multi)
    return result < 0 ? nil : CURLcode(UInt32(result))
  }

  private func step(
    _ result: CURLcode?, _ easy: UnsafeMutableRawPointer, _ answer: Answer
  ) -> Step {
    let status = unsafe curl_shim_status(easy)
    if (300..<400).contains(status), answer.failure == nil {
      guard let target = unsafe curl_shim_redirect(easy) else {
        return .ended(.failed(.status(status)))
      }
      return .redirected(unsafe String(cString: target))
    }
    if let failure = answer.failure { return .ended(.failed(failure)) }
    if answer.isCut { return .ended(.cut) }
    if answer.isDeclined { return .ended(.declined) }
    guard let result else { return .ended(.failed(.transport("libcurl gave up"))) }
    guard result == CURLE_OK else {
      return .ended(.failed(.transport(unsafe String(cString: curl_easy_strerror(result)))))
    }
    guard status == 200 || status == 206 else { return .ended(.failed(.status(status))) }
    // An answer without a body has not begun yet.
    guard answer.begin(status: status) else { return .ended(answer.ending) }
    return .ended(.complete)
  }

  private static let receiveBody: curl_shim_receiver = { bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let answer = unsafe Unmanaged<Answer>.fromOpaque(context).takeUnretainedValue()
    let chunk = unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: size * count))
    guard let easy = unsafe answer.easy else { return 0 }
    return answer.take(chunk, status: unsafe curl_shim_status(easy)) ? chunk.count : 0
  }

  private static let receiveHeader: curl_shim_receiver = { bytes, size, count, context in
    guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
    let answer = unsafe Unmanaged<Answer>.fromOpaque(context).takeUnretainedValue()
    let line = unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: size * count))
    return answer.takeHeader(line) ? line.count : 0
  }

  /// What has arrived of one answer; the callbacks run on the thread that performs.
  @safe private final class Answer {
    var sink: any ExchangeSink
    var easy: UnsafeMutableRawPointer?
    var failure: Exchange.Failure?
    var isCut = false
    var isDeclined = false
    private(set) var count: UInt64 = 0
    private let countMax: UInt64
    private var headerCount = 0
    private var passedOverCount = 0
    private var range: ContentRange?
    private var hasBegun = false

    init(_ sink: any ExchangeSink, _ exchange: Exchange) {
      self.sink = sink
      countMax = exchange.byteCountMax
    }

    var ending: Exchange.Ending { failure.map(Exchange.Ending.failed) ?? .declined }

    func begin(status: Int) -> Bool {
      guard !hasBegun else { return true }
      hasBegun = true
      isDeclined = !sink.begin(Exchange.Head(status: status, range: range))
      return !isDeclined
    }

    func take(_ chunk: [UInt8], status: Int) -> Bool {
      guard status == 200 || status == 206 else {
        // What stands below a redirect is passed over, as libcurl names the target only at its end.
        passedOverCount += chunk.count
        let isRedirect = (300..<400).contains(status)
        if isRedirect, passedOverCount <= UpdaterFilesLimits.headerByteCountMax { return true }
        failure = .status(status)
        return false
      }
      guard begin(status: status) else { return false }
      let room = countMax - count
      let taken = UInt64(chunk.count) <= room ? chunk : Array(chunk.prefix(Int(clamping: room)))
      count += UInt64(taken.count)
      if !taken.isEmpty, !sink.receive(taken) { isDeclined = true }
      isCut = taken.count < chunk.count
      return !isCut && !isDeclined
    }

    func takeHeader(_ line: [UInt8]) -> Bool {
      headerCount += line.count
      guard headerCount <= UpdaterFilesLimits.headerByteCountMax else {
        failure = .header
        return false
      }
      let text = String(decoding: line, as: UTF8.self)
      guard let colon = text.firstIndex(of: ":") else {
        // What follows a status line belongs to another answer than what came before.
        if text.hasPrefix("HTTP/") { range = nil }
        return true
      }
      let value = text[text.index(after: colon)...].split { $0.isWhitespace }.joined(separator: " ")
      switch text[..<colon].lowercased() {
      case "content-range": range = ContentRange(value)
      case "content-encoding" where !["", "identity"].contains(value.lowercased()),
        "transfer-encoding" where !["chunked", "identity"].contains(value.lowercased()):
        failure = .encoding
      default: break
      }
      return failure == nil
    }
  }
}
