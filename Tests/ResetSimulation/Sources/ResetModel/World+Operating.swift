internal import TrueSealSessionReset
internal import TrueSealSessionResetTesting

extension World {
  typealias Engine = ConversationEngine<Device.Shelf, ToyCipher>

  /// One operation of a device, and all checks on it; false when nothing was committed.
  @discardableResult
  func operate(
    _ side: Int, _ mishap: Step.Mishap = .none, taking message: Device.Message? = nil,
    _ body: (Engine, UInt64, Device.Shelf) throws -> [Outcome]
  ) -> Bool {
    let device = devices[side]
    let before = device.shelf.contents
    if case .before(let count) = mishap { device.shelf.writesLeft = count }
    defer { device.shelf.writesLeft = nil }
    do {
      let outcomes = try device.shelf.transaction { shelf in
        try body(device.engine, time(of: side), shelf)
      }
      if mishap == .after { count(.crashAfterCommit) }
      note(outcomes, of: side)
      try check(
        Change(
          side: side, before: before, after: device.shelf.contents,
          old: device.machine(of: before), new: device.machine(of: device.shelf.contents),
          outcomes: outcomes, message: message))
      return true
    } catch is Device.Shelf.Crash {
      count(.crashBeforeCommit)
      tell("  \(side) ends before it commits")
    } catch let error as SessionResetError where [.tooLate, .nothingHeld].contains(error.code) {
      tell("  \(side): \(error.detail)")
    } catch {
      note(.failed, "\(error)")
    }
    return false
  }

  private func note(_ outcomes: [Outcome], of side: Int) {
    for outcome in outcomes {
      tell("  \(side): \(outcome)")
      switch outcome {
      case .delivered(let bytes): noteText(Self.text(of: bytes), at: side)
      case .notice(let notice): note(notice, of: side)
      case .waits, .dropped: break
      }
    }
  }

  private func noteText(_ text: Int, at side: Int) {
    let isNew = devices[side].delivered.insert(text).inserted
    guard !isNew, !devices[1 - side].tainted.contains(text) else { return }
    note(.deliveredTwice, "text \(text) at \(side)")
  }

  /// One notice that a reset runs, and one that it is over, in turn (I9).
  private func note(_ notice: Notice, of side: Int) {
    switch notice {
    case .resetInProgress:
      if devices[side].isReset { self.note(.wrongNotices, "\(side) is told of a second reset") }
      devices[side].isReset = true
    case .resetDone, .resetCancelled:
      if !devices[side].isReset { self.note(.wrongNotices, "\(side) is told of an end only") }
      devices[side].isReset = false
      count(notice == .resetCancelled ? .cancelled : .completed)
    case .resetStalled: count(.stalled)
    case .desync: count(.outOfStep)
    case .approvalNeeded: count(.asked)
    }
  }
}
