import ConversationFixtures
import TrueSealConversation
import TrueSealSessionReset

/// Two devices and what is on its way between them; A has the lower identity key.
final class Duo {
  let a: Device
  let b: Device
  var now: UInt64 = 1_700_000_000_000
  var toA: [[UInt8]] = []
  var toB: [[UInt8]] = []
  /// Everything that was ever sent, by who sent it.
  private(set) var sentByA: [Device.Sent] = []
  private(set) var sentByB: [Device.Sent] = []
  private var reference: UInt64 = 0

  /// Two devices that exist already.
  init(_ a: Device, _ b: Device) { (self.a, self.b) = (a, b) }

  convenience init(policy: ResetPolicy = ResetPolicy(), seed: UInt64 = 1) throws {
    let devices = [
      try Device(seed: seed &* 2, policy: policy), try Device(seed: seed &* 2 + 1, policy: policy),
    ].sorted { $0.identity.lexicographicallyPrecedes($1.identity) }
    self.init(devices[0], devices[1])
  }

  /// Two devices with one session, and nothing on its way.
  static func settled(policy: ResetPolicy = ResetPolicy(), seed: UInt64 = 1) throws -> Duo {
    let duo = try Duo(policy: policy, seed: seed)
    try duo.start(duo.a)
    try duo.deliverAll()
    duo.forget()
    return duo
  }

  /// Forgets what was sent and told so far.
  func forget() {
    sentByA = []
    sentByB = []
    a.forget()
    b.forget()
  }

  func peer(of device: Device) -> Device { device === a ? b : a }

  func start(_ device: Device) throws {
    let (peer, now) = (peer(of: device).identity, now)
    try device.run { [try $0.start(with: peer, at: now, in: $1, enqueue: $2)] }
    try collect()
  }

  /// Sends a text, and returns its reference.
  @discardableResult
  func send(_ text: String, from device: Device, expiry: UInt64? = nil) throws -> UInt64 {
    reference += 1
    let (peer, now, reference) = (peer(of: device).identity, now, reference)
    try device.run {
      [
        try $0.send(
          Array(text.utf8), reference: reference, expiry: expiry, to: peer, at: now, in: $1,
          enqueue: $2)
      ]
    }
    try collect()
    return reference
  }

  @discardableResult
  func receive(_ body: [UInt8], at device: Device) throws -> ConversationOutcome {
    let (peer, now) = (peer(of: device).identity, now)
    let outcomes = try device.run {
      [try $0.receive(body, from: peer, at: now, in: $1, enqueue: $2)]
    }
    try collect()
    return outcomes[0]
  }

  func wait(_ milliseconds: UInt64) throws {
    now += milliseconds
    for device in [a, b] { try look(device) }
  }

  func look(_ device: Device) throws {
    let now = now
    try device.run { try $0.clockReached(at: now, in: $1, enqueue: $2) }
    try collect()
  }

  /// Puts what the devices have sent on its way.
  func collect() throws {
    let (fromA, fromB) = (try a.takeOutbox(), try b.takeOutbox())
    sentByA += fromA
    sentByB += fromB
    toB += fromA.map(\.bytes)
    toA += fromB.map(\.bytes)
  }

  func deliverAll() throws {
    while !toA.isEmpty || !toB.isEmpty {
      if !toB.isEmpty { try receive(toB.removeFirst(), at: b) }
      if !toA.isEmpty { try receive(toA.removeFirst(), at: a) }
    }
  }

  /// Nothing runs, and both are on one session that is the only one they have.
  func isSettled() throws -> Bool {
    let (ofA, ofB) = (try a.status(of: b), try b.status(of: a))
    guard ofA.phase == .none, ofB.phase == .none, ofA.epoch == ofB.epoch, ofA.active != nil,
      ofA.active == ofB.active, try a.verification(with: b) == b.verification(with: a)
    else { return false }
    for device in [a, b] {
      guard try device.count("conversation_session") == 1,
        try device.count("conversation_prekey") == 0, try device.count("conversation_end") == 0,
        try device.count("conversation_waiting") == 0
      else { return false }
    }
    return true
  }
}
