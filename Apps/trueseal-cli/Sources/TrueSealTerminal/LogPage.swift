/// A stretch of the manifests a device has seen, as much as goes into one letter.
struct LogPage: Codable, Equatable, Sendable {
  let manifests: [LoggedManifest]
  /// How many there are in all.
  let count: Int
  /// Changes when anything in the log does, so that stretches of one log can be told from another's.
  let stamp: Int

  /// Takes the stretch that begins at a place; empty only at the end.
  init(of log: [LoggedManifest], from place: Int, stamp: Int) {
    var weight = 0
    let rest = log.dropFirst(max(0, place))
    let fitting = rest.prefix { manifest in
      weight += manifest.weight
      return weight <= TerminalLimits.logPageWeightMax
    }
    manifests = Array(fitting)
    count = log.count
    self.stamp = stamp
  }

  /// Puts a log together from stretches; begins anew where it has changed meanwhile.
  static func wholeLog(
    _ page: (_ place: Int) async throws(Refusal) -> LogPage
  ) async throws(Refusal) -> [LoggedManifest] {
    var triesLeft = TerminalLimits.logTriesMax
    while true {
      var next = try await page(0)
      let stamp = next.stamp
      var log = next.manifests
      while next.stamp == stamp, log.count < next.count, !next.manifests.isEmpty {
        next = try await page(log.count)
        if next.stamp == stamp { log += next.manifests }
      }
      if next.stamp == stamp { return log }
      triesLeft -= 1
      guard triesLeft > 0 else {
        throw Refusal(.unexpected, "the log changed whenever it was read; try again")
      }
    }
  }
}

extension LoggedManifest {
  /// How much room it takes in a letter: 4, and 1 more for each name or id in its lists.
  fileprivate var weight: Int { 4 + admitted.count + removed.count + onBehalf.count }
}
