import TrueSealCrypto
import TrueSealOutbox
import TrueSealOutboxStore
import TrueSealStore
import TrueSealStoreTesting

@testable import TrueSealSync

/// What a client's file says while nobody has it open.
struct Facts: Hashable, CustomStringConvertible {
  /// Status, manifests held, changes pending, entries (Sync, list, Pair, Revoke), ids handled, ends not heard of, and
  /// whether it is still the device it was.
  let description: String
  let handled: Set<[UInt8]>
  let signingKey: [UInt8]
  /// What in it is neither here nor there.
  let flaw: String?

  /// Reads the file in a folder, as the next start would find it.
  init(of folder: String, formerly key: [UInt8]) throws {
    let database = try TestDisk().open(directory: folder, name: "default", schema: .client)
    defer { database.close() }
    try database.verify()
    self = try database.read { transaction in try Facts(in: transaction, formerly: key) }
  }

  static func line(
    _ status: Status, held: Int64 = 0, pending: Int64 = 0, _ entries: String = "0/0/0/0",
    handled: Int64 = 0, ended: String = "-", as device: String = "same"
  ) -> String {
    "\(status) held \(held) pending \(pending) entries \(entries) handled \(handled) ended \(ended) \(device)"
  }

  private init(in transaction: borrowing Transaction, formerly key: [UInt8]) throws {
    func count(_ sql: String) throws -> Int64 {
      try transaction.row("SELECT count(*) FROM \(sql)")?.integer(0) ?? 0
    }
    let keys = try IdentityRecord().load(in: transaction)
    signingKey = keys?.publicKeys.signingKey ?? []
    let state = try JoinRecord().load(in: transaction)
    let endings = try EndingRecords().all(in: transaction).map(\.reason.rawValue)
    handled = Set(try transaction.rows("SELECT id FROM handled").map { try $0.blob(0) })
    var entries: [Int64] = []
    for kind: Entry.Kind in [.sync, .groupManifest, .pair, .revoke] {
      entries.append(
        try count(
          "outbox_entry JOIN outbox_message USING(sequence) WHERE kind = \(kind.rawValue)"))
    }
    let held = try count("held_manifest")
    let pending = try count("pending_change")
    description = Self.line(
      state.status, held: held, pending: pending,
      entries.map(String.init).joined(separator: "/"), handled: Int64(handled.count),
      ended: endings.isEmpty ? "-" : endings.joined(separator: ","),
      as: signingKey == key ? "same" : "other")
    flaw =
      keys == nil
      ? "no identity"
      : try Self.flaw(
        of: state.status, isHeld: held > 0, isAsked: entries[2] > 0, says: entries[0] > 0,
        in: transaction)
  }

  /// What contradicts itself in a file of that status.
  private static func flaw(
    of status: Status, isHeld: Bool, isAsked: Bool, says: Bool,
    in transaction: borrowing Transaction
  ) throws -> String? {
    func count(_ sql: String) throws -> Int64 {
      try transaction.row("SELECT count(*) FROM \(sql)")?.integer(0) ?? 0
    }
    let leftovers = try [
      "held_manifest", "waiting_manifest", "pending_change", "sent_manifest", "early_manifest",
      "told", "caught_up", "outbox_entry", "outbox_message", "outbox_body", "handled", "farewell",
      "awaited",
    ].filter { try count($0) > 0 }
    let bodies = try count("outbox_body")
    let messages = try count("outbox_message WHERE waiting > 0")
    let waiting = try transaction.row(
      """
      SELECT coalesce(sum(waiting), 0) = (SELECT count(*) FROM outbox_entry) FROM outbox_message
      """)
    let newest = try transaction.row("SELECT max(sequence) FROM outbox_message")?.optionalInteger(0)
    let last = try SequenceRecord().last(in: transaction)
    switch status {
    case .notJoined where !leftovers.isEmpty: return "left over: \(leftovers)"
    case .pendingJoin where isHeld || says: return "in a group and not"
    case .member, .leaving, .destroying:
      if !isHeld || isAsked { return "no group, or still asking for one" }
    case .notJoined, .pendingJoin: break
    }
    if try bodies != messages || waiting?.integer(0) == 0 {
      return "bodies, messages and entries do not fit together"
    }
    return newest.map { UInt64($0) > last } == true
      ? "an entry has a number that will be used again" : nil
  }
}
