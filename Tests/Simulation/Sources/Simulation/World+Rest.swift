internal import TrueSealManifest
internal import TrueSealOutbox

extension World {
  /// How much may happen before a world counts as one that never comes to rest.
  static let stepLimit = 60_000
  /// How many days the apps go on talking after mail was dropped.
  static let talkDayCount = 4
  /// How often everybody connects anew after a long silence, and after how long: longer than the
  /// silence after which a member is reminded (M-47).
  static let reminderCount = 5
  static let reminderMilliseconds: UInt64 = 8 * dayMilliseconds
  /// How long nothing may be learnt before waiting is over: longer than two rounds of a day (M-47).
  static let calmMilliseconds: UInt64 = 3 * dayMilliseconds

  /// Founds the group and lets its first devices in, one after another.
  mutating func gather(_ count: Int) {
    guard let manifest = try? foundingManifest() else { return }
    let (founder, joiner) = (devices[0], devices[1])
    var ledger = Ledger(groupID: groupID)
    _ = ledger.insert(manifest, from: nil)
    found(0, with: ledger)
    devices[1].phase = .joining
    let wait = JoinWait(
      signingKey: joiner.signingKey, agreementKey: joiner.agreementKey,
      trustedKey: founder.signingKey)
    devices[1].wait = wait
    devices[1].disk.joinWait = wait
    let entry = devices[0].disk.post(
      [manifest], to: joiner.agreementKey, as: .groupManifest, stamp: 0)
    feed(0, .committed([entry], at: devices[0].moment(at: now)))
    settle()
    for id in 2..<max(2, count) {
      perform(Step(.admit(by: 0, joiner: id)))
      settle()
    }
    startedAt = now
    intents = []
    messageCount = 0
    stepCount = 0
    faults = [:]
  }

  private func foundingManifest() throws -> VerifiedManifest {
    let members = try devices.prefix(2).map { device in
      Member(
        signingKey: device.signingKey, agreementKey: device.agreementKey, admissionVersion: 1,
        label: try Label("device \(device.name)"))
    }
    let manifest = try Ledger.founding(groupID: groupID, founder: members[0], joiner: members[1])
    return try signer(manifest)
  }

  /// Connects everybody and lets everything happen that is still to happen, the first by id first.
  mutating func settle() {
    while let step = closingStep() { perform(step) }
  }

  /// Lets everything happen and, where somebody missed something, time pass and the apps talk for some
  /// days: only that shows then who missed what (M-47).
  ///
  /// Mail that the relay dropped is missed, and so is what a device had yet to push when it wiped.
  mutating func conclude() {
    settle()
    guard faults[.lostMail] != nil || isSomebodyUnheard || isSomebodyBehind || isSomebodyOut else {
      return
    }
    for _ in 0..<Self.reminderCount {
      perform(Step(.rest(Self.reminderMilliseconds)))
      for id in devices.indices where devices[id].phase == .inside {
        perform(Step(.offline(id)))
        perform(Step(.online(id)))
      }
      settle()
    }
    for _ in 0..<Self.talkDayCount {
      for id in believers { perform(Step(.say(id))) }
      settle()
      perform(Step(.rest(Self.dayMilliseconds)))
      settle()
    }
  }

  /// Whether a race left somebody out.
  private var isSomebodyOut: Bool { devices.contains { $0.standing == .overtaken } }

  /// Whether two who believe to be inside have not received the same.
  private var isSomebodyBehind: Bool {
    Set(believers.map { devices[$0].membership?.ledger.current?.hash }).count > 1
  }

  /// Whether somebody lists a device that was never let in.
  private var isSomebodyUnheard: Bool {
    believers.contains { id in
      let members = devices[id].membership?.ledger.current?.manifest.members ?? []
      return members.contains { member in
        device(signing: member.signingKey).map { devices[$0].phase == .joining } ?? false
      }
    }
  }

  /// The next step towards rest; nil when there is rest, or no end in sight.
  func closingStep() -> Step? {
    guard stepCount < Self.stepLimit else { return nil }
    if let id = devices.indices.first(where: { devices[$0].isLive && !devices[$0].isOnline }) {
      return Step(.online(id))
    }
    return firstChoice() ?? nextRest()
  }

  /// How long nothing happens; nil when nothing will any more.
  func nextRest() -> Step? {
    guard let next = devices.indices.compactMap(nextWake).min(),
      next <= lastNewsAt + Self.calmMilliseconds || !isCalm
    else { return nil }
    return Step(.rest(max(next, now) - now))
  }

  /// Whether only devices that a race left out still wait for anything: they ask around for ever.
  private var isCalm: Bool {
    devices.indices.allSatisfy { nextWake(of: $0) == nil || devices[$0].standing == .overtaken }
  }

  /// Whether nothing will happen any more.
  package var isAtRest: Bool { closingStep() == nil && stepCount < Self.stepLimit }
}
