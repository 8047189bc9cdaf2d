/// The command that shows how the list of members came to be.
extension Program {
  func manifestLog() async throws(Refusal) {
    let log = try await with(reception(try learn())) { reception throws(Refusal) in
      try await Self.manifests(through: reception)
    }
    guard !log.isEmpty else {
      throw Refusal(.notMember, "this device is in no group yet; run trueseal pair or join")
    }
    if command.isJSON {
      for manifest in log { output.object(manifest) }
      return
    }
    let ancestry = Ancestry(log)
    switch command.picture {
    case .dot: output.result(ancestry.dot)
    case .svg: output.result(ancestry.svg)
    case .text:
      for line in ancestry.text {
        let text = output.toned(line.text, line.tone)
        output.result(text.isEmpty ? line.lanes : "\(line.lanes) \(text)")
      }
    }
  }

  /// All of the log, page by page; begun anew where it has changed meanwhile.
  private static func manifests(
    through reception: Reception
  ) async throws(Refusal) -> [LoggedManifest] {
    var log: [LoggedManifest] = []
    var stamp: Int?
    var triesLeft = TerminalLimits.logTriesMax
    while true {
      guard case .manifestLog(let page) = try await reception.ask(.manifestLog(from: log.count))
      else { throw .unfitting }
      if let stamp, stamp != page.stamp, triesLeft > 0 {
        triesLeft -= 1
        log = []
      } else {
        log += page.manifests
        if log.count >= page.count || page.manifests.isEmpty { return log }
      }
      stamp = log.isEmpty ? nil : page.stamp
    }
  }
}
