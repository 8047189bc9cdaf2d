internal import TrueSealManifest
internal import TrueSealOutbox

/// Looking at how sending goes.
extension TrueSeal {
  /// How it goes for each device that something is queued for.
  ///
  /// What is counted is not kept over a restart. - Throws: `closed`.
  public func deliveryTries() throws(TrueSealError) -> [DeliveryTry] {
    try checkOpen()
    var names: [[UInt8]: String] = [:]
    for member in ledger?.current?.manifest.members ?? [] {
      names[member.agreementKey] = GroupMember(member).id
    }
    let uptime = parts.clock.now()
    let room = pushing.room
    return room.lanes.filter { $0.count > 0 }.map { lane in
      var ends = [lane.pause.end].compactMap { $0 }
      if case .waiting(let end) = room.state { ends.append(end) }
      let wait = ends.max().map { $0 - uptime } ?? .zero
      return DeliveryTry(
        recipient: names[lane.recipient],
        failureCount: lane.pause.beginningCount + room.reconnect.beginningCount,
        millisecondsToNext: wait > .zero ? wait.wholeMilliseconds : nil)
    }
  }
}

extension Pause {
  /// How often it has begun since it was last reset, as far as its length tells.
  fileprivate var beginningCount: Int {
    var count = 0
    var step = policy.pauseFirst
    while step < length {
      step = policy.longer(than: step)
      count += 1
    }
    return count
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int {
    Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
