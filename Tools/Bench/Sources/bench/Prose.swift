/// Text about as compressible as what people write.
enum Prose {
  private static let words =
    """
    the list of members is signed by whoever changed it and nobody else has to be asked about
    every device that was ever named on one keeps seeing what it needs to judge the next {"id":
    4711, "sent": true} 2024-11-30T09:15:00Z café — naïve
    """
    .split { $0.isWhitespace }.map { Array($0.utf8) }

  /// The same `byteCount` bytes at every call.
  static func body(byteCount: Int) -> [UInt8] {
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    var body: [UInt8] = []
    while body.count < byteCount {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      body += words[Int(state >> 33) % words.count] + [UInt8(ascii: " ")]
    }
    return Array(body.prefix(byteCount))
  }
}
