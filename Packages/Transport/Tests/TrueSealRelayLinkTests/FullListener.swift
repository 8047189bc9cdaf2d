#if canImport(Glibc)
  import Glibc
  import TrueSealTransport

  /// A socket that listens, with its queue full: whoever connects gets no answer.
  struct FullListener: ~Copyable {
    let port: UInt16
    private var descriptors: [Int32] = []

    init() throws(LinkError) {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      descriptors.append(listener)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let size = length
      let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          unsafe bind(listener, pointer, size) == 0 && listen(listener, 0) == 0
            && getsockname(listener, pointer, &length) == 0
        }
      }
      guard isListening else { throw LinkError(.unreachable, "The test cannot listen.") }
      port = UInt16(bigEndian: address.sin_port)
      // One connection fills a queue of length 0; the others make sure.
      for _ in 0..<4 {
        let filler = socket(
          AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        descriptors.append(filler)
        unsafe withUnsafePointer(to: address) { pointer in
          unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
            _ = unsafe connect(filler, pointer, size)
          }
        }
      }
    }

    deinit {
      for descriptor in descriptors { close(descriptor) }
    }
  }
#endif
