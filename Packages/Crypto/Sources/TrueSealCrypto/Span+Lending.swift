extension Span<UInt8> {
  /// Lends the address, which is never null, not even of nothing: C may be compiled to rely on it.
  func lend<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { return unsafe body(start) }
      return unsafe withUnsafePointer(to: 0) { unsafe body($0) }
    }
  }
}

extension MutableSpan<UInt8> {
  mutating func lend<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
    unsafe withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { return unsafe body(start) }
      var nothing: UInt8 = 0
      return unsafe withUnsafeMutablePointer(to: &nothing) { unsafe body($0) }
    }
  }
}

extension Sodium {
  static func lend<Result>(
    _ first: Span<UInt8>, _ second: Span<UInt8>,
    _ body: (UnsafePointer<UInt8>, UnsafePointer<UInt8>) -> Result
  ) -> Result {
    unsafe first.lend { first in unsafe second.lend { second in unsafe body(first, second) } }
  }

  static func lend<Result>(
    _ first: Span<UInt8>, _ second: Span<UInt8>, _ third: Span<UInt8>, _ fourth: Span<UInt8>,
    _ body: (
      UnsafePointer<UInt8>, UnsafePointer<UInt8>, UnsafePointer<UInt8>, UnsafePointer<UInt8>
    ) -> Result
  ) -> Result {
    unsafe lend(first, second) { first, second in
      unsafe lend(third, fourth) { third, fourth in unsafe body(first, second, third, fourth) }
    }
  }
}
