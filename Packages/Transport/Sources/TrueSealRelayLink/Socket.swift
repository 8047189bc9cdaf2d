import CSocket

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a socket connects to or listens: what the C library calls a `sockaddr`.
package struct SocketAddress: Sendable {
  fileprivate var storage = sockaddr_storage()
  fileprivate var byteCount = socklen_t(MemoryLayout<sockaddr_storage>.size)

  fileprivate func withPointer(_ body: (UnsafePointer<sockaddr>) -> Int32) -> Int32 {
    unsafe withUnsafePointer(to: storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0) }
    }
  }

  /// The port, which stands at the same place in an IPv4 and an IPv6 address.
  fileprivate var port: UInt16 {
    unsafe withUnsafeBytes(of: storage) { bytes in
      unsafe UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    }
  }

  fileprivate mutating func withMutablePointer(
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Int32 {
    unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, &byteCount)
      }
    }
  }
}

/// Every call into the operating system's sockets, and every pointer handed to them.
///
/// Descriptors are nonblocking and closed on exec; no call here waits, but for `resolve` on names.
enum Socket {
  /// The addresses of a host, in the order the system prefers; empty when there are none.
  ///
  /// Blocks for as long as the resolver likes, unless only numeric addresses are asked for.
  static func resolve(host: String, port: UInt16, numericOnly: Bool) -> [SocketAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = csocket_stream
    unsafe hints.ai_flags = AI_NUMERICSERV | (numericOnly ? AI_NUMERICHOST : 0)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
    defer { unsafe freeaddrinfo(list) }

    var addresses: [SocketAddress] = []
    var next = unsafe list
    while let entry = unsafe next?.pointee {
      unsafe next = entry.ai_next
      var address = SocketAddress()
      guard let source = unsafe entry.ai_addr, unsafe entry.ai_addrlen <= address.byteCount
      else { continue }
      unsafe memcpy(&address.storage, source, Int(entry.ai_addrlen))
      address.byteCount = unsafe entry.ai_addrlen
      addresses.append(address)
    }
    return addresses
  }

  /// Whether the text is an IPv6 address, as RFC 4291 section 2.2 writes them.
  static func isIPv6(_ text: String) -> Bool {
    var address = in6_addr()
    return unsafe inet_pton(AF_INET6, text, &address) == 1
  }

  /// Starts a connection; the poller's next word on writing, then `isConnected`, tell the end.
  static func dial(_ address: SocketAddress) -> Int32? {
    guard let descriptor = open(address) else { return nil }
    let code = unsafe address.withPointer { unsafe connect(descriptor, $0, address.byteCount) }
    if code == 0 || errno == EINPROGRESS || errno == EINTR { return descriptor }
    release(descriptor)
    return nil
  }

  /// Whether the connection that was being made stands.
  static func isConnected(_ descriptor: Int32) -> Bool {
    var failure: Int32 = 0
    var byteCount = socklen_t(MemoryLayout<Int32>.size)
    return unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &byteCount) == 0
      && failure == 0
  }

  /// A listening socket and the port it was given.
  static func listener(on address: SocketAddress) -> (descriptor: Int32, port: UInt16)? {
    guard let descriptor = open(address) else { return nil }
    set(SO_REUSEADDR, of: SOL_SOCKET, on: descriptor)
    var bound = SocketAddress()
    guard
      unsafe address.withPointer({ unsafe bind(descriptor, $0, address.byteCount) }) == 0,
      listen(descriptor, SOMAXCONN) == 0,
      unsafe bound.withMutablePointer({ unsafe getsockname(descriptor, $0, $1) }) == 0
    else {
      release(descriptor)
      return nil
    }
    return (descriptor, bound.port)
  }

  /// Takes one connection from a listening socket.
  static func take(from descriptor: Int32) -> Acceptance {
    while true {
      #if os(Linux)
        let accepted = accept4(descriptor, nil, nil, csocket_open_flags)
      #else
        let accepted = accept(descriptor, nil, nil)
      #endif
      if accepted >= 0 {
        prepare(accepted)
        return .accepted(accepted)
      }
      switch errno {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EAGAIN: return .blocked
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
      default: return .failed
      }
    }
  }

  /// Reads into `buffer` from index `start` to its end.
  static func read(_ descriptor: Int32, into buffer: inout [UInt8], from start: Int) -> Transfer {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        let free = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
        return unsafe recv(descriptor, free.baseAddress, free.count, 0)
      }
      if count > 0 { return .moved(count) }
      if count == 0 { return .ended }
      if errno != EINTR { return errno == EAGAIN ? .blocked : .failed }
    }
  }

  /// Writes what it can of `buffer` from index `start`; never raises SIGPIPE.
  static func write(_ descriptor: Int32, _ buffer: [UInt8], from start: Int) -> Transfer {
    while true {
      let count = unsafe buffer.withUnsafeBytes { bytes in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
        return unsafe send(descriptor, rest.baseAddress, rest.count, csocket_send_flags)
      }
      if count >= 0 { return .moved(count) }
      if errno != EINTR { return errno == EAGAIN ? .blocked : .failed }
    }
  }

  /// Tells the peer that nothing more will be sent; reading goes on.
  static func endWriting(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Gives the descriptor back to the system.
  static func release(_ descriptor: Int32) {
    _ = close(descriptor)
  }

  private static func open(_ address: SocketAddress) -> Int32? {
    let descriptor = socket(
      Int32(address.storage.ss_family), csocket_stream | csocket_open_flags, 0)
    guard descriptor >= 0 else { return nil }
    prepare(descriptor)
    return descriptor
  }

  /// What a socket needs beyond being open: small writes leave at once, and no signal is raised.
  private static func prepare(_ descriptor: Int32) {
    set(TCP_NODELAY, of: Int32(IPPROTO_TCP), on: descriptor)
    #if !os(Linux)
      set(SO_NOSIGPIPE, of: SOL_SOCKET, on: descriptor)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #endif
  }

  private static func set(_ option: Int32, of level: Int32, on descriptor: Int32) {
    var on: Int32 = 1
    _ = unsafe setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }
}

/// The system's list of sockets to watch: epoll on Linux, kqueue elsewhere.
///
/// Each change is told once (edge-triggered), so a socket is added once and never touched again;
/// giving its descriptor back takes it off the list.
struct Poller: Sendable {
  private static let wakeToken: UInt64 = 0
  private let queue: Int32

  #if os(Linux)
    private let alarm: Int32

    /// Gives the list back to the system.
    func release() {
      Socket.release(queue)
      Socket.release(alarm)
    }

    /// Opens the list; nil when the process has no descriptor left.
    init?() {
      queue = epoll_create1(Int32(EPOLL_CLOEXEC))
      alarm = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
      guard queue >= 0, alarm >= 0, add(alarm, as: Self.wakeToken) else { return nil }
    }

    /// Watches a socket from now on; false when the system has no room.
    func add(_ descriptor: Int32, as token: UInt64) -> Bool {
      var event = unsafe epoll_event()
      unsafe event.events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue
      unsafe event.events |= EPOLLET.rawValue
      unsafe event.data.u64 = token
      return unsafe epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    /// Ends a `wait`, the present one or the next.
    func wake() {
      _ = eventfd_write(alarm, 1)
    }

    /// Blocks until there is news, a wake or the timeout; nil waits without end.
    func wait(milliseconds: Int32?) -> [PollerEvent] {
      let room = RelayLinkLimits.Chosen.eventsMax
      var events = unsafe [epoll_event](repeating: epoll_event(), count: room)
      let count = unsafe epoll_wait(queue, &events, Int32(room), milliseconds ?? -1)
      return unsafe events.prefix(Int(max(count, 0))).compactMap { event in
        let token = unsafe event.data.u64
        let news = unsafe event.events
        return token == Self.wakeToken
          ? nil
          : PollerEvent(
            token: token, isReadable: news & ~EPOLLOUT.rawValue != 0,
            isWritable: news & (EPOLLOUT.rawValue | EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0)
      }
    }
  #else
    /// Gives the list back to the system.
    func release() {
      Socket.release(queue)
    }

    /// Opens the list; nil when the process has no descriptor left.
    init?() {
      queue = kqueue()
      guard queue >= 0, change(UInt(Self.wakeToken), EVFILT_USER, EV_ADD | EV_CLEAR, 0, 0) else {
        return nil
      }
    }

    /// Watches a socket from now on; false when the system has no room.
    func add(_ descriptor: Int32, as token: UInt64) -> Bool {
      change(UInt(descriptor), EVFILT_READ, EV_ADD | EV_CLEAR, 0, token)
        && change(UInt(descriptor), EVFILT_WRITE, EV_ADD | EV_CLEAR, 0, token)
    }

    /// Ends a `wait`, the present one or the next.
    func wake() {
      _ = change(UInt(Self.wakeToken), EVFILT_USER, 0, UInt32(NOTE_TRIGGER), 0)
    }

    /// Blocks until there is news, a wake or the timeout; nil waits without end.
    func wait(milliseconds: Int32?) -> [PollerEvent] {
      var events = unsafe [kevent](repeating: kevent(), count: RelayLinkLimits.Chosen.eventsMax)
      let all = Int32(events.count)
      var time = timespec()
      time.tv_sec = Int(milliseconds ?? 0) / 1_000
      time.tv_nsec = Int(milliseconds ?? 0) % 1_000 * 1_000_000
      let count =
        milliseconds == nil
        ? unsafe kevent(queue, nil, 0, &events, all, nil)
        : unsafe kevent(queue, nil, 0, &events, all, &time)
      return unsafe events.prefix(Int(max(count, 0))).filter { unsafe $0.udata != nil }.map {
        unsafe PollerEvent(
          token: UInt64(UInt(bitPattern: $0.udata)),
          isReadable: $0.filter == EVFILT_READ, isWritable: $0.filter == EVFILT_WRITE)
      }
    }

    private func change(
      _ identity: UInt, _ filter: Int32, _ flags: Int32, _ notes: UInt32, _ token: UInt64
    ) -> Bool {
      var change = unsafe kevent(
        ident: identity, filter: Int16(filter), flags: UInt16(flags), fflags: notes, data: 0,
        udata: UnsafeMutableRawPointer(bitPattern: UInt(token)))
      return unsafe kevent(queue, &change, 1, nil, 0, nil) == 0
    }
  #endif
}
