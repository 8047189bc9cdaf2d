internal import CZlib

/// Every zlib call, and every pointer handed to it.
enum Deflate {
  /// The version of the library that is linked.
  static var version: String { unsafe String(cString: zlibVersion()) }

  /// One deflate state, kept and reset.
  @safe struct Writer: ~Copyable {
    /// zlib's state points back at its stream, so the stream must not move.
    private let stream: UnsafeMutablePointer<z_stream>

    init() {
      unsafe stream = .allocate(capacity: 1)
      unsafe stream.initialize(to: z_stream())
      let code = unsafe trueseal_deflate_init(
        stream, Int32(TransportLimits.Chosen.deflateLevel),
        Int32(TransportLimits.deflateWindowBitsMax),
        Int32(TransportLimits.Chosen.deflateMemoryLevel))
      precondition(code == Z_OK, "zlib could not allocate a deflate state")
    }

    deinit {
      _ = unsafe deflateEnd(stream)
      unsafe stream.deallocate()
    }

    /// Writes one whole zlib stream, or says nil when it does not fit.
    mutating func deflate(_ input: Span<UInt8>, into output: inout MutableSpan<UInt8>) -> Int? {
      let code = unsafe deflateReset(stream)
      precondition(code == Z_OK, "a state that was initialised can be reset")
      return unsafe input.withUnsafeBufferPointer { input in
        unsafe output.withUnsafeMutableBufferPointer { output in
          guard unsafe stream.pointee.lend(input, output) else { return nil }
          guard unsafe CZlib.deflate(stream, Z_FINISH) == Z_STREAM_END else { return nil }
          return unsafe output.count - Int(stream.pointee.avail_out)
        }
      }
    }
  }

  /// One inflate state, kept and reset.
  @safe struct Reader: ~Copyable {
    private let stream: UnsafeMutablePointer<z_stream>

    init() {
      unsafe stream = .allocate(capacity: 1)
      unsafe stream.initialize(to: z_stream())
      let code = unsafe trueseal_inflate_init(stream, Int32(TransportLimits.deflateWindowBitsMax))
      precondition(code == Z_OK, "zlib could not allocate an inflate state")
    }

    deinit {
      _ = unsafe inflateEnd(stream)
      unsafe stream.deallocate()
    }

    /// Reads one whole zlib stream; true only when it fills `output` exactly and nothing follows.
    ///
    /// zlib stops when the output is full, so what a bomb would inflate to is never made. A stream
    /// that asks for a preset dictionary ends with Z_NEED_DICT, which is not Z_STREAM_END.
    mutating func inflate(_ input: Span<UInt8>, into output: inout MutableSpan<UInt8>) -> Bool {
      let code = unsafe inflateReset(stream)
      precondition(code == Z_OK, "a state that was initialised can be reset")
      return unsafe input.withUnsafeBufferPointer { input in
        unsafe output.withUnsafeMutableBufferPointer { output in
          guard unsafe stream.pointee.lend(input, output) else { return false }
          guard unsafe CZlib.inflate(stream, Z_FINISH) == Z_STREAM_END else { return false }
          return unsafe stream.pointee.avail_in == 0 && stream.pointee.avail_out == 0
        }
      }
    }
  }
}

extension z_stream {
  /// Points the stream at borrowed memory; false for lengths zlib cannot count or an empty output.
  fileprivate mutating func lend(
    _ input: UnsafeBufferPointer<UInt8>, _ output: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    guard let outputStart = output.baseAddress, let inputCount = UInt32(exactly: input.count),
      let outputCount = UInt32(exactly: output.count)
    else { return false }
    unsafe next_in = input.baseAddress
    unsafe avail_in = inputCount
    unsafe next_out = outputStart
    unsafe avail_out = outputCount
    return true
  }
}
