internal import Dispatch

/// A connection to another program of this kind: letters behind their length in four bytes, highest first.
///
/// One blocked thread reads for each, so there are few of them; see `TerminalLimits.callersMax`.
final class Line: Sendable {
  /// The letters that arrive; ends with the connection, or at a letter that is too long.
  let letters: AsyncStream<[UInt8]>
  private let socket: Descriptor
  private let writing = DispatchQueue(label: "trueseal.line.writing")

  /// Takes over a connected socket; `ended` is called once when the other end is gone.
  init(_ socket: Descriptor, ended: @escaping @Sendable () -> Void = {}) {
    self.socket = socket
    let (letters, arrivals) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingOldest(2))
    self.letters = letters
    DispatchQueue(label: "trueseal.line.reading").async {
      while let letter = Self.letter(from: socket) {
        guard case .enqueued = arrivals.yield(letter) else { break }
      }
      System.hangUp(socket)
      arrivals.finish()
      ended()
    }
  }

  /// Sends a letter; false when the other end is gone.
  func send(_ letter: [UInt8]) async -> Bool {
    let length = UInt32(letter.count)
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) } + letter
    return await withCheckedContinuation { continuation in
      writing.async { [socket] in
        continuation.resume(returning: socket.lend { System.write(bytes, to: $0) })
      }
    }
  }

  /// Ends the connection; letters that have not been read are lost.
  func close() { System.hangUp(socket) }

  private static func letter(from socket: Descriptor) -> [UInt8]? {
    guard let head = bytes(4, from: socket) else { return nil }
    let length = head.reduce(0) { $0 << 8 | Int($1) }
    guard length <= TerminalLimits.letterByteCountMax else { return nil }
    return bytes(length, from: socket)
  }

  private static func bytes(_ count: Int, from socket: Descriptor) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      // A stated length is not believed: room grows with what comes.
      let limit = min(count - bytes.count, 65_536)
      guard let more = socket.lend({ System.read(from: $0, atMost: limit) }), !more.isEmpty else {
        return nil
      }
      bytes += more
    }
    return bytes
  }
}
