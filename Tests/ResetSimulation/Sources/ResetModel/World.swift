internal import TrueSealSessionReset
internal import TrueSealSessionResetTesting

/// Two devices, what is on its way between them, and everything that is noticed about them.
package final class World {
  static let start: UInt64 = 1_700_000_000_000

  let setting: Scenario.Setting
  var devices: [Device]
  /// Messages on their way to each side, in the order in which they were sent.
  var queues: [[Device.Message]] = [[], []]
  /// Every message that was ever on its way to each side.
  var history: [[Device.Message]] = [[], []]
  var now = World.start
  var textCount = 0
  var stepCount = 0
  /// When each attempt began and each session was built, in steps.
  var attemptStarts: [AttemptID: Int] = [:]
  var births: [SessionTag: Int] = [:]
  var takenCount = 0
  /// Whether an owner has refused a reset, which only an owner can mend.
  var hasDeclined = false

  package private(set) var flaws: Set<Flaw> = []
  package private(set) var faults: [Fault: Int] = [:]
  package private(set) var happenings: [Happening: Int] = [:]
  package private(set) var remarks: [String] = []
  /// What happened, line by line, when that was asked for.
  package private(set) var lines: [String] = []
  private let isNarrated: Bool

  init(_ setting: Scenario.Setting, salt: UInt64, isNarrated: Bool) {
    self.setting = setting
    self.isNarrated = isNarrated
    var policy = ResetPolicy()
    policy.automaticResets = setting.isAutomatic
    policy.asksBeforeIdentityOnly = setting.asks
    policy.graceWindow = setting.hasGrace ? 3_600_000 : 0
    let chance = Chance(seed: salt)
    devices = []
    for side in 0..<2 {
      do {
        devices.append(
          try Device(
            own: UInt8(side + 1), peer: UInt8(2 - side), chance: chance, policy: policy))
      } catch {
        note(.failed, "two devices could not be made: \(error)")
      }
    }
    if setting.isSettled {
      perform(Step(.start(0)))
      for _ in 0..<3 {
        for side in 0..<2 { perform(Step(.carry(side))) }
        for side in 0..<2 where !queues[side].isEmpty { perform(Step(.take(side, 0))) }
      }
      for side in 0..<2 { perform(Step(.backup(side))) }
    }
  }

  /// How many messages the devices have taken.
  package var messageCount: Int { takenCount }

  func time(of side: Int) -> UInt64 { now - devices[side].behind }

  func note(_ flaw: Flaw, _ remark: String) {
    flaws.insert(flaw)
    remarks.append("\(flaw.rawValue): \(remark)")
    tell("  !! \(flaw.rawValue): \(remark)")
  }

  func count(_ fault: Fault) { faults[fault, default: 0] += 1 }

  func count(_ happening: Happening) { happenings[happening, default: 0] += 1 }

  func tell(_ line: @autoclosure () -> String) {
    if isNarrated { lines.append(line()) }
  }
}
