import TrueSealSessionReset
import TrueSealSessionResetTesting

/// One device of a conversation, kept in memory.
final class Device {
  typealias Engine = ConversationEngine<MemoryShelf<ToyCipher>, ToyCipher>
  typealias Message = ConversationMessage<ToyBundle>

  var engine: Engine
  let shelf = MemoryShelf<ToyCipher>()
  private(set) var outcomes: [Outcome] = []

  init(own: UInt8, peer: UInt8, chance: Chance, policy: ResetPolicy = ResetPolicy()) throws {
    let parties = try Parties(
      own: Array(repeating: own, count: 32), peer: Array(repeating: peer, count: 32))
    engine = Engine(
      parties: parties, policy: policy, cipher: ToyCipher(parties: parties, chance: chance),
      shelf: MemoryShelf.door)
  }

  @discardableResult
  func run(_ body: (Engine, MemoryShelf<ToyCipher>) throws -> [Outcome]) throws -> [Outcome] {
    let more = try shelf.transaction { try body(engine, $0) }
    outcomes += more
    return more
  }

  var status: ConversationStatus {
    get throws { try engine.status(in: shelf) }
  }

  var texts: [String] {
    outcomes.compactMap {
      if case .delivered(let text) = $0 { String(decoding: text, as: UTF8.self) } else { nil }
    }
  }

  var notices: [Notice] {
    outcomes.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
  }

  var drops: [Drop] {
    outcomes.compactMap { if case .dropped(let drop) = $0 { drop } else { nil } }
  }
}

/// Two devices and what is on its way between them; A has the lower key.
final class Pair {
  let a: Device
  let b: Device
  var now: UInt64 = 1_700_000_000_000
  /// Messages on their way to each.
  var toA: [Device.Message] = []
  var toB: [Device.Message] = []
  private(set) var sentByA: [Device.Message] = []
  private(set) var sentByB: [Device.Message] = []

  init(policy: ResetPolicy = ResetPolicy(), seed: UInt64 = 1) throws {
    let chance = Chance(seed: seed)
    a = try Device(own: 1, peer: 2, chance: chance, policy: policy)
    b = try Device(own: 2, peer: 1, chance: chance, policy: policy)
  }

  /// Two devices with one session, and nothing on its way.
  static func settled(policy: ResetPolicy = ResetPolicy(), seed: UInt64 = 1) throws -> Pair {
    let pair = try Pair(policy: policy, seed: seed)
    try pair.start(pair.a)
    try pair.deliverAll()
    pair.forget()
    return pair
  }

  /// Forgets what was sent so far.
  func forget() {
    sentByA = []
    sentByB = []
  }

  func start(_ device: Device) throws {
    try device.run { try $0.start(at: now, in: $1) }
    collect()
  }

  func send(_ text: String, from device: Device) throws {
    try device.run { try $0.send(Array(text.utf8), at: now, in: $1) }
    collect()
  }

  @discardableResult
  func receive(_ message: Device.Message, at device: Device) throws -> [Outcome] {
    let outcomes = try device.run { try $0.receive(message, at: now, in: $1) }
    collect()
    return outcomes
  }

  func wait(_ milliseconds: UInt64) throws {
    now += milliseconds
    for device in [a, b] { try device.run { try $0.clockReached(at: now, in: $1) } }
    collect()
  }

  /// Puts what the devices have sent on its way.
  func collect() {
    let fromA = a.shelf.takeOutbox()
    let fromB = b.shelf.takeOutbox()
    sentByA += fromA
    sentByB += fromB
    toB += fromA
    toA += fromB
  }

  func deliverAll() throws {
    while !toA.isEmpty || !toB.isEmpty {
      if !toB.isEmpty { try receive(toB.removeFirst(), at: b) }
      if !toA.isEmpty { try receive(toA.removeFirst(), at: a) }
    }
  }
}
