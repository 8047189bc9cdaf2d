internal import TrueSealSessionReset
internal import TrueSealSessionResetTesting

/// One of the two devices, with what its owner has seen of it.
struct Device {
  typealias Shelf = MemoryShelf<ToyCipher>
  typealias Message = ConversationMessage<ToyBundle>

  /// What a backup brings back: the device and what its app has kept.
  struct Backup {
    let contents: Shelf.Contents
    let delivered: Set<Int>
    let isReset: Bool
  }

  let parties: Parties
  let engine: ConversationEngine<Shelf, ToyCipher>
  let shelf = Shelf()
  /// How far its clock is behind.
  var behind: UInt64 = 0
  /// Texts its app has been given.
  var delivered: Set<Int> = []
  /// Whether the owner was last told that a reset runs.
  var isReset = false
  /// The last backup.
  var backup: Backup?
  /// When a reset last started by itself; nil where its memory of that may be gone.
  var automaticAt: UInt64?
  /// Each key it has used, and for what.
  var keys: [[UInt8]: [UInt8]] = [:]
  /// Whether it was put back since it began.
  var wasRestored = false
  /// Texts that were said twice, since the device was put back to before they left.
  var tainted: Set<Int> = []

  init(own: UInt8, peer: UInt8, chance: Chance, policy: ResetPolicy) throws {
    parties = try Parties(
      own: Array(repeating: own, count: 32), peer: Array(repeating: peer, count: 32))
    engine = ConversationEngine(
      parties: parties, policy: policy, cipher: ToyCipher(parties: parties, chance: chance),
      shelf: Shelf.door)
  }

  func machine(of contents: Shelf.Contents) throws -> SessionReset {
    guard let record = contents.record else {
      return SessionReset(parties: parties, policy: engine.policy)
    }
    return try SessionReset(bytes: record, parties: parties, policy: engine.policy)
  }
}
