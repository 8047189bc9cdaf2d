internal import TrueSealUpdater

/// One request and its answer, with every bound it must keep.
package struct Exchange: Sendable {
  /// What is asked for.
  package let address: String
  /// The first byte wanted; 0 asks for the whole.
  package var offset: UInt64 = 0
  /// The most bytes that are taken; the exchange is cut when there are more.
  package let byteCountMax: UInt64
  /// The uptime at which the whole exchange, redirects included, must be over.
  package let deadline: Duration
  /// Whether it is given up when it is too slow (UR-14).
  package var isSpeedWatched = false
  /// Whether the run it is part of has ended.
  package let isCancelled: @Sendable () -> Bool

  /// What an answer says before its first byte.
  package struct Head: Hashable, Sendable {
    /// 200 or 206.
    package let status: Int
    /// The first byte of a part, and the length of the whole, as the server says.
    package let range: ContentRange?
  }

  /// How it ended.
  package enum Ending: Hashable, Sendable {
    /// The answer is complete.
    case complete
    /// There was more than is taken.
    case cut
    /// Whoever takes the bytes wanted no more.
    case declined
    case failed(Failure)
  }

  /// What went wrong on the way.
  package enum Failure: Hashable, Sendable {
    /// No connection, or it broke; what libcurl says.
    case transport(String)
    case timedOut
    case tooSlow
    case status(Int)
    /// Redirected too often, or to another scheme, host or port.
    case redirect
    /// Another encoding than identity.
    case encoding
    /// More bytes of headers than are taken.
    case header
    case cancelled
  }
}

/// Takes the bytes of an answer as they arrive.
package protocol ExchangeSink: Sendable {
  /// An answer begins; false if it is not wanted.
  mutating func begin(_ head: Exchange.Head) -> Bool
  /// Takes some bytes; false if no more are wanted.
  mutating func receive(_ bytes: [UInt8]) -> Bool
}

/// Carries out one exchange after the other, keeping the connection where it can.
package protocol ExchangeLane: Sendable {
  /// Blocks until the exchange is over, within its deadline.
  func perform(_ exchange: Exchange, into sink: inout any ExchangeSink) -> Exchange.Ending
}

/// What `Content-Range` says of a part.
package struct ContentRange: Hashable, Sendable {
  package let offset: UInt64
  /// Nil where the server does not tell.
  package let byteCount: UInt64?

  package init(offset: UInt64, byteCount: UInt64?) {
    self.offset = offset
    self.byteCount = byteCount
  }

  /// Reads `bytes first-last/length`; nil for anything else.
  ///
  /// Source: RFC 9110, section 14.4.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let bounds = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, let first = UInt64(bounds[0]), let last = UInt64(bounds[1]),
      first <= last
    else { return nil }
    if halves[1] == "*" {
      self.init(offset: first, byteCount: nil)
    } else {
      guard let whole = UInt64(halves[1]), last < whole else { return nil }
      self.init(offset: first, byteCount: whole)
    }
  }
}

/// The least speed of a file: `slowByteCountMin` bytes in each `slowTime` (UR-14).
struct SpeedFloor: Hashable, Sendable {
  private var since: Duration
  private var count: UInt64 = 0

  init(at now: Duration) { since = now }

  /// Whether the stretch that ends now brought too little; `total` is what has come altogether.
  mutating func isBroken(total: UInt64, at now: Duration) -> Bool {
    guard now - since >= UpdaterLimits.slowTime else { return false }
    let isSlow = total &- count < UpdaterLimits.slowByteCountMin
    since = now
    count = total
    return isSlow
  }
}

/// Collects a small answer, at most one byte more than is taken.
struct ShortAnswer: ExchangeSink {
  var bytes: [UInt8] = []

  mutating func begin(_ head: Exchange.Head) -> Bool { head.status == 200 }

  mutating func receive(_ more: [UInt8]) -> Bool {
    bytes += more
    return true
  }
}
