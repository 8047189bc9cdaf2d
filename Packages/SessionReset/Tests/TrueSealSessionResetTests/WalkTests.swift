import Testing
import TrueSealSessionReset

@Suite("SK-34 laws of every state that a few events lead to")
struct WalkTests {
  /// A machine, and which of the times it is.
  private struct Node: Hashable {
    var machine: SessionReset
    var hour: Int
  }

  private static let times: [UInt64] = [
    0, Desk.minute, 2 * Desk.hour, 26 * Desk.hour, 40 * Desk.day,
  ]

  private func events(in node: Node) -> [SessionReset.Event] {
    let now = Desk.start + Self.times[node.hour]
    var events: [SessionReset.Event] = [
      .cancelled(at: now), .clockReached(at: now), .messageSent(at: now), .declined(at: now),
      .approved(opening: Desk.tag(700), at: now),
      .started(Desk.draft(4), by: .firstContact, at: now),
      .started(Desk.draft(5), by: .automatic(Evidence(number: 5)), at: now),
    ]
    for number in 1...3 as ClosedRange<UInt64> {
      let draft = Desk.draft(number)
      events.append(.started(draft, by: .user, at: now))
      events.append(
        .sessionOpened(
          Desk.tag(500 + number), with: draft.prekey, attempt: draft.id, at: now))
      events.append(.rejected(draft.id, epoch: number + 1, Desk.draft(6), at: now))
      for proof in [Proof.session, .identityOnly] {
        events.append(
          .endReceived(
            Desk.proposal(number, epoch: number, proof: proof),
            opening: Desk.tag(600 + number), at: now))
      }
    }
    for tag in [node.machine.active].compactMap(\.self) + node.machine.archived.prefix(2) {
      for form in [SessionReset.Form.opening, .ordinary] {
        events.append(.messageReceived(on: tag, form: form, at: now))
      }
      events.append(
        .messageRefused(.badMessage, on: tag, evidence: Evidence(number: 1), at: now))
    }
    for refusal in [Refusal.sessionUnknown, .stalePreKey, .sessionDeleted] {
      events.append(
        .messageRefused(refusal, on: nil, evidence: Evidence(number: 2), at: now))
    }
    return events
  }

  @Test(arguments: [(true, false), (false, true)])
  func `SK-34 SR-06 the laws hold in every state reached`(isLower: Bool, asks: Bool) throws {
    var policy = ResetPolicy()
    policy.asksBeforeIdentityOnly = asks
    policy.graceWindow = asks ? Desk.hour : 0
    let start = Node(machine: try Desk.fresh(isLower: isLower, policy: policy), hour: 0)
    var seen: Set<Node> = [start]
    var open = [start]
    var next = 0
    while next < open.count, open.count < 4_000 {
      let node = open[next]
      next += 1
      var followers: [Node] = []
      for event in events(in: node) {
        var machine = node.machine
        let effects = machine.handle(event)
        Laws(old: node.machine, new: machine, effects: effects, event: event).check()
        followers.append(Node(machine: machine, hour: node.hour))
      }
      if node.hour + 1 < Self.times.count {
        followers.append(Node(machine: node.machine, hour: node.hour + 1))
      }
      for follower in followers where seen.insert(follower).inserted { open.append(follower) }
    }
    #expect(open.count >= 4_000)
    for node in open.prefix(2_000) { try expectWayOut(of: node) }
  }

  /// From every state the owner can start, and an answer brings the machine to rest.
  private func expectWayOut(of node: Node) throws {
    var machine = node.machine
    let now = Desk.start + Self.times[node.hour]
    let draft = Desk.draft(99)
    _ = machine.handle(.started(draft, by: .user, at: now))
    guard case .initiated(let attempt) = machine.state, attempt.id == draft.id else {
      throw Desk.Missing()
    }
    let effects = machine.handle(
      .sessionOpened(Desk.tag(99), with: draft.prekey, attempt: draft.id, at: now))
    #expect(machine.state == .none && machine.active == Desk.tag(99))
    #expect(machine.epoch == attempt.epoch && machine.epoch > node.machine.epoch)
    #expect(effects.contains(.deliver))
  }
}

/// What holds of every event in every state.
private struct Laws {
  let old: SessionReset
  let new: SessionReset
  let effects: [SessionReset.Effect]
  let event: SessionReset.Event

  func check() {
    let isLawful =
      isStored && isOrderly && areNoticesRight && areSessionsRight && isEndRight && isQuiet
      && (old.epoch <= new.epoch)
    #expect(isLawful, "\(event) in \(old.state) gave \(effects) and \(new.state)")
  }

  /// The record brings back the machine.
  private var isStored: Bool {
    guard
      var copy = try? SessionReset(bytes: new.bytes, parties: new.parties, policy: new.policy)
    else { return false }
    copy.policy = new.policy
    return copy == new
  }

  private var isOrderly: Bool {
    let tags = new.tags
    guard Set(tags).count == tags.count, new.archived.count <= 40 else { return false }
    switch new.state {
    case .none: return true
    case .initiated: return new.active == nil && new.nextWake != nil
    case .received: return new.active != nil
    }
  }

  /// One notice when the state leaves none, one when it comes back.
  private var areNoticesRight: Bool {
    var (begun, over) = (0, 0)
    for case .notify(let notice) in effects {
      switch notice {
      case .resetInProgress: begun += 1
      case .resetDone, .resetCancelled: over += 1
      case .resetStalled, .desync, .approvalNeeded: break
      }
    }
    let (wasNone, isNone) = (old.state == .none, new.state == .none)
    return begun == (wasNone && !isNone ? 1 : 0) && over == (!wasNone && isNone ? 1 : 0)
  }

  /// What is kept is known, what is erased is known no more, what is sent goes out on the active one.
  private var areSessionsRight: Bool {
    var gone: Set<SessionTag> = []
    for effect in effects {
      switch effect {
      case .keepSession(let tag), .buildSession(let tag, _):
        if !new.tags.contains(tag) { return false }
      case .eraseSession(let tag):
        if new.route(tag) != .deleted || !old.tags.contains(tag) { return false }
        gone.insert(tag)
      case .sendEmpty(_, let tag):
        if tag != new.active { return false }
      default: break
      }
    }
    // No session vanishes without its keys being erased.
    return Set(old.tags).subtracting(new.tags) == gone
  }

  private var isEndRight: Bool {
    var sent = 0
    for effect in effects {
      switch effect {
      case .sendEnd(let attempt):
        sent += 1
        if new.state != .initiated(attempt) { return false }
      case .sendEmpty, .sendRejection: sent += 1
      default: break
      }
    }
    return sent <= 1
  }

  /// A failure or a drop alone changes nothing but what brakes are made of.
  private var isQuiet: Bool {
    let isDrop = effects.allSatisfy { if case .drop = $0 { true } else { false } }
    guard isDrop, !effects.isEmpty else { return true }
    return old.state == new.state && old.active == new.active && old.held == new.held
      && old.archived == new.archived && old.epoch == new.epoch
  }
}
