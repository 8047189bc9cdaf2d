internal import TrueSealManifest
internal import TrueSealOutbox

/// A group of devices, the relay between them, and the clock they share.
///
/// A value: copying it forks the world. Nothing in it happens by itself; `perform(_:)` does it.
package struct World: Sendable {
  /// An envelope that rests at the relay.
  struct Letter: Sendable {
    let author: Int
    /// Empty for a message of the app.
    let manifests: [VerifiedManifest]
    /// The hash of the author's current manifest when it was sealed.
    let view: [UInt8]
    let arrivedAt: UInt64
  }

  /// A change somebody asked for, and got as far as storing it.
  struct Intent: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case admission
      case removal
      case leave
    }

    let kind: Kind
    let target: Int
    let by: Int
  }

  static let drainMilliseconds: UInt64 = 1_000
  static let dayMilliseconds: UInt64 = 86_400_000
  static let keepingMilliseconds: UInt64 = 30 * dayMilliseconds

  var now: UInt64
  /// When the group was complete.
  var startedAt: UInt64
  var devices: [Device]
  /// The relay's inboxes, by device, in order of arrival.
  var inboxes: [[Letter]]
  var checks: ManifestChecks
  let groupID: [UInt8]
  var intents: [Intent] = []
  /// Every manifest anybody has stored.
  var manifests: [[UInt8]: VerifiedManifest] = [:]
  /// How often each fault happened.
  var faults: [Fault: Int] = [:]
  package var faultCounts: [Fault: Int] { faults }
  /// Messages with manifests that the relay has stored.
  var messageCount = 0
  var stepCount = 0
  /// When anybody last learnt something.
  var lastNewsAt: UInt64
  /// What must never happen and did, such as a restart that changes what is believed.
  var breaches: [String] = []
  /// What happened, for people; nil when nobody reads it.
  package var journal: Journal?

  /// Devices that have yet to meet.
  init(deviceCount: Int, joinerCount: Int, dice: inout Dice) {
    now = 1_700_000_000_000
    startedAt = now
    lastNewsAt = now
    groupID = dice.key()
    devices = (0..<deviceCount + joinerCount).map { [now] in Device(id: $0, dice: &dice, at: now) }
    inboxes = Array(repeating: [], count: deviceCount + joinerCount)
    checks = .cheap(salt: dice.next())
  }

  /// Whether a schedule can go on without time passing.
  var isBusy: Bool {
    devices.indices.contains { canCarry($0) || canTake($0) }
  }

  /// Lets the devices' clocks differ by a millisecond each, so that no two of them wake at once.
  mutating func spreadClocks() {
    for id in devices.indices {
      devices[id].lag = UInt64(id)
      devices[id].noteNextWake()
    }
  }

  func canCarry(_ id: Int) -> Bool {
    devices[id].isOnline && !devices[id].inFlight.isEmpty && devices[id].isLive
  }

  func canTake(_ id: Int) -> Bool {
    devices[id].isOnline && !inboxes[id].isEmpty && devices[id].isLive
  }

  func isDue(_ id: Int) -> Bool {
    nextWake(of: id).map { $0 <= now } ?? false
  }

  /// Whether a device can do anything without time passing.
  func hasWork(_ id: Int) -> Bool { canCarry(id) || canTake(id) || isDue(id) }

  /// Whether the next thing that is due is to find the inbox empty.
  func isDrainDue(_ id: Int) -> Bool {
    if let due = devices[id].roomWake, due <= now { return false }
    guard inboxes[id].isEmpty, let due = devices[id].drainWake else { return false }
    return due <= now
  }

  /// Whether a device has mail to take that brings it nothing it does not hold, and nothing is due.
  func isHeadKnown(_ id: Int) -> Bool {
    guard canTake(id), !isDue(id), let letter = inboxes[id].first else { return false }
    return isKnown(letter.manifests, view: letter.view, to: id)
  }

  /// Whether all mail on its way brings nothing to those who get it, and nothing is due: nobody will
  /// learn or issue anything before time passes.
  var isSettled: Bool {
    devices.indices.allSatisfy { id in
      !isDue(id)
        && inboxes[id].allSatisfy { isKnown($0.manifests, view: $0.view, to: id) }
        && devices[id].disk.posts.allSatisfy { post in
          let view = devices[id].membership?.view(for: post.entry.recipient)
          return devices.firstIndex { $0.agreementKey == post.entry.recipient }
            .map { isKnown(post.manifests, view: view, to: $0) } ?? true
        }
    }
  }

  private func isKnown(
    _ manifests: [VerifiedManifest], view: [UInt8]?, to id: Int
  ) -> Bool {
    guard !devices[id].isGone else { return true }
    guard let ledger = devices[id].membership?.ledger else { return false }
    return (view.map(ledger.contains) ?? true)
      && manifests.allSatisfy { ledger.contains($0.hash) }
  }

  /// When time alone makes a device do something.
  func nextWake(of id: Int) -> UInt64? {
    let device = devices[id]
    guard device.isLive else { return nil }
    let drain = inboxes[id].isEmpty ? device.drainWake : nil
    return [device.nextWake, device.roomWake, drain].compactMap(\.self).min()
  }

  /// The devices that hold a current manifest which lists them.
  var believers: [Int] {
    devices.indices.filter { devices[$0].standing == .member }
  }

  /// The device with this Ed25519 key.
  func device(signing key: [UInt8]) -> Int? {
    devices.firstIndex { $0.signingKey == key }
  }

  /// The devices that some device's current manifest lists.
  func list(of id: Int) -> [Int] {
    guard let current = devices[id].membership?.ledger.current else { return [] }
    return current.manifest.members.compactMap { device(signing: $0.signingKey) }
  }

  mutating func count(_ fault: Fault) { faults[fault, default: 0] += 1 }

  func tell(_ line: @autoclosure () -> String) {
    guard let journal else { return }
    let seconds = (now - 1_700_000_000_000) / 1_000
    journal.add("\(seconds / 86_400)d \(seconds % 86_400)s  \(line())")
  }
}
