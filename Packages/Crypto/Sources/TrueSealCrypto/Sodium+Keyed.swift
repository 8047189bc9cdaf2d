extension Sodium {
  /// The key of zeros that an empty salt stands for.
  static let unsalted: Keyed = {
    let nothing: [UInt8] = []
    return Keyed(nothing.span)
  }()

  /// Lends `key` set up, and erases it.
  static func withKey(_ key: Span<UInt8>, _ body: (borrowing Keyed) -> Void) {
    var keyed = Keyed(key)
    body(keyed)
    keyed.erase()
  }

  /// Writes `code` after `feed` returns, and erases everything else.
  static func authenticate(
    key: Span<UInt8>, into code: inout MutableSpan<UInt8>, feed: (inout Code) -> Void
  ) {
    withKey(key) { $0.authenticate(into: &code, feed: feed) }
  }
}
