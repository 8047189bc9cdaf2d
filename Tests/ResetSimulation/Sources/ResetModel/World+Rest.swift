internal import TrueSealSessionReset
internal import TrueSealSessionResetTesting

extension World {
  /// Lets everything arrive, in order, and both owners talk, until the two are on one session.
  func conclude() {
    tell("-- now everything arrives")
    for round in 0..<Self.roundMax {
      let texts = exchange()
      guard flaws.isEmpty else { return }
      if isTogether, texts.allSatisfy({ devices[1 - $0 % 2].delivered.contains($0) }) { return }
      if round == Self.ownerRound, !setting.isAutomatic || hasDeclined {
        let isExcused = hasDeclined || devices.contains(where: \.wasRestored)
        if !isExcused { note(.neededOwner, "round \(round)") }
        operate(0) { try $0.start(at: $1, in: $2) }
      }
      tell("-- \(Self.pause(of: round)) ms pass")
      rest(Self.pause(of: round))
      settle()
    }
    note(.apart, "after \(Self.roundMax) rounds")
  }

  private static let roundMax = 40
  private static let ownerRound = 25

  private static func pause(of round: Int) -> UInt64 {
    switch round {
    case ..<5: 70_000
    case ..<8: 360_000
    case ..<16: 3_660_000
    default: 46_800_000
    }
  }

  /// Both say something, and everything arrives; returns the two texts.
  private func exchange() -> [Int] {
    settle()
    var texts: [Int] = []
    for side in 0..<2 {
      texts.append(textCount * 2 + side)
      say(side)
    }
    settle()
    return texts
  }

  /// Carries and takes until nothing is left; questions are answered with yes.
  private func settle() {
    var left = 2_000
    while left > 0 {
      for side in 0..<2 {
        carry(side)
        if isAsked(side) { perform(Step(.answer(side, 1))) }
      }
      guard queues.contains(where: { !$0.isEmpty }) else {
        if devices.allSatisfy(\.shelf.contents.outbox.isEmpty) { return }
        continue
      }
      for side in 0..<2 where !queues[side].isEmpty {
        perform(Step(.take(side, 0)))
        left -= 1
      }
    }
    note(.endless, "2000 messages")
  }

  private func isAsked(_ side: Int) -> Bool {
    (try? devices[side].engine.status(in: devices[side].shelf).awaitsApproval) == true
  }

  /// Whether both are at rest, on one session, and know the same of it.
  private var isTogether: Bool {
    let inputs = devices.map { try? $0.engine.verificationInput(in: $0.shelf) }
    guard let one = inputs[0], let other = inputs[1], one == other else { return false }
    return devices.allSatisfy(\.shelf.contents.waiting.isEmpty)
  }
}
