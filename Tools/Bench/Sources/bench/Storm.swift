import TrueSealManifest

/// Everybody changes the group at the same moment: how many messages until all agree, and how long.
struct Storm {
  private var machines: [[UInt8]: Membership] = [:]
  private var inboxes: [[UInt8]: [Letter]] = [:]
  private var messageCount = 0
  private var uptime = Duration.zero
  private let crowd: Crowd

  /// One message on its way, with what its author believed when it was sealed (W-31).
  private struct Letter {
    let author: [UInt8]
    let view: [UInt8]
    let manifests: [VerifiedManifest]
  }

  /// What one storm came to.
  private struct End {
    let messageCount: Int
    let quietAfter: Duration
    /// How many members are left, all of one mind.
    let agreed: Int
    /// How many of their list are not there any more: these heard of a removal that turned out void
    /// after they had obeyed (M-60).
    let ghosts: Int
  }

  /// Each member removes the next one; twice the members may cost four times the messages, no more.
  ///
  /// Keys decide who comes first and whose removals stand, so one storm says little: the figure is
  /// that of means, both over the same sets of keys, and fewer where one storm takes seconds.
  static func run(_ tell: (Line) -> Void) throws {
    var half: [End] = []
    for (memberCount, keySetCount) in [(8, 9), (16, 9), (32, 5)] {
      let ends = try (0..<keySetCount).map { try end(memberCount: memberCount, keySet: $0) }
      if !half.isEmpty {
        let before = Array(half.prefix(keySetCount))
        let growth = mean(ends, \.messageCount) / mean(before, \.messageCount)
        tell(
          Line(
            "messages, \(memberCount) members to \(memberCount / 2)", figureName: "ratio",
            figure: Quartiles([growth]), goal: .atMost(4), note: note(ends, before)))
      }
      half = ends
    }
  }

  private static func end(memberCount: Int, keySet: Int) throws -> End {
    var storm = try Storm(memberCount: memberCount, keySet: keySet)
    return try storm.rage()
  }

  private static func mean(_ ends: [End], _ count: (End) -> Int) -> Double {
    Double(ends.reduce(0) { $0 + count($1) }) / Double(ends.count)
  }

  private static func note(_ ends: [End], _ half: [End]) -> String {
    let counts = ends.map(\.messageCount).sorted()
    let seconds = mean(ends) { Int($0.quietAfter.components.seconds) }
    return
      "means over key sets 0..<\(ends.count) of \(tenths(mean(half, \.messageCount))) and "
      + "\(tenths(mean(ends, \.messageCount))) messages (\(counts[0]) to "
      + "\(counts[counts.count - 1])), each removes the next; quiet after \(tenths(seconds)) s, "
      + "\(tenths(mean(ends, \.agreed))) agree, "
      + "\(tenths(mean(ends, \.ghosts))) wiped too early (M-60)"
  }

  private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }

  private init(memberCount: Int, keySet: Int) throws {
    crowd = Crowd(keySet: keySet)
    let line = try crowd.line(memberCount - 1, memberCount: memberCount)
    for member in line[line.count - 1].manifest.members {
      var machine = Membership(
        own: member.signingKey, ledger: try Ledger(groupID: crowd.groupID, restoring: line))
      _ = try machine.drained(absence: 0, at: now, sign: signer(member.signingKey))
      machines[member.signingKey] = machine
    }
  }

  private var now: ClockReading {
    ClockReading(uptime: uptime, wallClock: UInt64(uptime.components.seconds) * 1_000)
  }

  private func signer(_ key: [UInt8]) -> Membership.Signer {
    guard let person = crowd.people[key] else { preconditionFailure("a stranger") }
    return { manifest throws(ManifestError) in try person.sign(manifest) }
  }

  private mutating func rage() throws -> End {
    let keys = machines.keys.sorted { $0.lexicographicallyPrecedes($1) }
    for (place, key) in keys.enumerated() {
      try act(key) { machine, now, sign in
        try machine.remove(keys[(place + 1) % keys.count], at: now, sign: sign)
      }
    }
    while try deliver() || wait() {}
    let listed = machines.filter { $0.value.isListed }
    let views = Set(listed.values.map(\.ledger.current?.hash))
    guard views.count == 1, let view = listed.values.first?.ledger.current else { throw Discord() }
    return End(
      messageCount: messageCount, quietAfter: uptime, agreed: listed.count,
      ghosts: view.manifest.members.count - listed.count)
  }

  /// Members believe different things although nothing is left to say.
  private struct Discord: Error {}

  private mutating func deliver() throws -> Bool {
    var isBusy = false
    for key in inboxes.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      for letter in inboxes.removeValue(forKey: key) ?? [] {
        isBusy = true
        try act(key) { machine, now, sign in
          let effects = try machine.receive(
            letter.manifests, from: letter.author, at: now, sign: sign)
          machine.viewHeard(letter.view, from: letter.author, at: now)
          return effects
        }
      }
    }
    return isBusy
  }

  private mutating func wait() throws -> Bool {
    let wakes = machines.values.compactMap(\.nextWake)
    guard let next = wakes.min(), next < .seconds(3_600) else { return false }
    uptime = max(uptime, next)
    for key in machines.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      try act(key) { machine, now, sign in try machine.clockAdvanced(to: now, sign: sign) }
    }
    return true
  }

  private mutating func act(
    _ key: [UInt8],
    _ step: (inout Membership, ClockReading, Membership.Signer) throws -> [Membership.Effect]
  ) throws {
    guard var machine = machines.removeValue(forKey: key) else { return }
    let effects = try step(&machine, now, signer(key))
    let view = machine.ledger.current?.hash ?? []
    for effect in effects {
      switch effect {
      case .send(let mail):
        messageCount += 1
        inboxes[mail.recipient.signingKey, default: []].append(
          Letter(author: key, view: view, manifests: mail.manifests))
      case .removed:
        return
      default:
        break
      }
    }
    machines[key] = machine
  }
}
