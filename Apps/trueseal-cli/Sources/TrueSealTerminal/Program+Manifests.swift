/// The command that shows how the list of members came to be.
extension Program {
  func manifestLog() async throws(Refusal) {
    let log = try await with(reception(try learn())) { reception throws(Refusal) in
      try await LogPage.wholeLog { place throws(Refusal) in
        guard case .manifestLog(let page) = try await reception.ask(.manifestLog(from: place))
        else { throw .unfitting }
        return page
      }
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
}
