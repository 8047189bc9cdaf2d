internal import TrueSealSessionReset
internal import TrueSealSessionResetTesting

extension World {
  func noteHappenings(_ change: Change) {
    if change.isAutomatic { count(.automatic) }
    noteAttempts(change)
    noteAnswers(change)
    let isGlare = devices.allSatisfy { device in
      guard let machine = try? device.machine(of: device.shelf.contents) else { return false }
      return change.isInitiated(machine)
    }
    if isGlare, !change.isInitiated(change.old), change.isInitiated(change.new) { count(.glare) }
  }

  private func noteAttempts(_ change: Change) {
    guard let old = change.old.running, let new = change.new.running, old.id != new.id else {
      return
    }
    switch (old.origin, new.origin) {
    case (.own, .own), (.peer, .own): count(.restarted)
    case (.own, .peer): count(.lost)
    case (.peer, .peer): count(.superseded)
    }
  }

  private func noteAnswers(_ change: Change) {
    for message in change.sent {
      switch message {
      case .end(let end) where end.id == change.old.running?.id: count(.repeated)
      case .rejected: count(.rejected)
      case .end, .opening, .ordinary: break
      }
    }
    let answer = change.sent.first
    switch (change.message, answer) {
    case (.end, .opening) where change.old.running?.id == change.new.running?.id:
      count(.acknowledgedAgain)
    case (.opening, .ordinary) where change.old.state == .none && change.new.state == .none:
      count(.confirmedAgain)
    default: break
    }
    guard let tag = change.message.flatMap(tag(of:)), change.new.archived.contains(tag),
      change.outcomes.contains(where: { if case .delivered = $0 { true } else { false } })
    else { return }
    count(.readOld)
  }

  // MARK: The story

  func tellState(_ change: Change) {
    tell("  \(change.side) is \(words(for: change.new)), at \(time(of: change.side) - Self.start)")
  }

  private func words(for machine: SessionReset) -> String {
    let state =
      switch machine.state {
      case .none: "none"
      case .initiated(let attempt): "initiated \(name(attempt.id)) for \(attempt.epoch)"
      case .received(let attempt): "received \(name(attempt.id)) for \(attempt.epoch)"
      }
    let active = machine.active.map(name) ?? "nothing"
    let old = machine.archived.map(name).joined(separator: ",")
    return "\(state), epoch \(machine.epoch), on \(active)" + (old.isEmpty ? "" : " above \(old)")
  }

  func words(for message: Device.Message) -> String {
    switch message {
    case .end(let end): "End \(name(end.id)) for \(end.epoch)"
    case .rejected(let rejection): "rejection of \(name(rejection.id)), \(rejection.epoch)"
    case .opening(let opening): "opening on \(name(opening.tag)) for \(name(opening.attempt))"
    case .ordinary(let ordinary): "message on \(name(ordinary.tag))"
    }
  }

  private func name(_ id: AttemptID) -> String { "a" + Self.short(id.bytes) }

  private func name(_ tag: SessionTag) -> String { "s" + Self.short(tag.bytes) }

  private static func short(_ bytes: [UInt8]) -> String {
    bytes.prefix(2).map { String($0, radix: 16) }.joined()
  }
}
