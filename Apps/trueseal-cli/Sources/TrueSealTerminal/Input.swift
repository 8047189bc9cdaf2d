internal import Dispatch

/// What is typed or piped in.
enum Input {
  /// Reads a file to its end.
  ///
  /// - Throws: `Refusal`, when it cannot be read, or is longer than `limit` bytes.
  static func whole(from descriptor: Int32, atMost limit: Int) throws(Refusal) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      guard let more = System.read(from: descriptor, atMost: 65_536) else {
        throw .usage("the input cannot be read: \(System.failure)")
      }
      guard !more.isEmpty else { return bytes }
      bytes += more
      guard bytes.count <= limit else {
        throw Refusal(.payloadTooLarge, "the input is longer than \(limit) bytes")
      }
    }
  }

  /// Hands on each line of standard input, then nil; a line that is too long ends it.
  static func readLines(_ take: @escaping @Sendable (String?) -> Void) {
    DispatchQueue(label: "trueseal.input").async {
      var rest: [UInt8] = []
      while rest.count <= TerminalLimits.inputLineByteCountMax,
        let more = System.read(from: 0, atMost: 1_024), !more.isEmpty
      {
        rest += more
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          take(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeFirst(end + 1)
        }
      }
      if !rest.isEmpty { take(String(decoding: rest, as: UTF8.self)) }
      take(nil)
    }
  }
}
