internal import TrueSealManifest
internal import TrueSealOutbox

/// What a device finds again after a crash.
struct Disk: Sendable {
  /// One message for one recipient, as its row and body stand in the outbox.
  struct Post: Sendable {
    let entry: Entry
    /// Empty for a message of the app.
    let manifests: [VerifiedManifest]
    /// How many steps the world had taken when it was queued.
    let stamp: Int
  }

  var held: [[UInt8]: VerifiedManifest] = [:]
  var waiting: [[UInt8]: WaitingManifest] = [:]
  var pending: [PendingChange] = []
  var memory = Membership.Memory()
  var isLeaving = false
  var joinWait: JoinWait?
  /// By rising number.
  var posts: [Post] = []
  var lastSequence: UInt64 = 0
  /// When this device last had a receiving line whose inbox it knew to be empty.
  var connectedUntil: UInt64 = 0

  /// Stores what concerns storage among these effects, as the client's records do.
  mutating func commit(
    _ effects: [Membership.Effect], of membership: Membership, stamp: Int
  ) -> [Entry] {
    var queued: [Entry] = []
    for effect in effects {
      switch effect {
      case .ledger(let change): commit(change, of: membership.ledger)
      case .remember(let change):
        pending.removeAll { Self.place(of: $0) == Self.place(of: change) }
        pending.append(change)
      case .send(let mail):
        let recipient = mail.recipient.agreementKey
        queued.append(post(mail.manifests, to: recipient, as: .groupManifest, stamp: stamp))
      case .noteSent(let rank, let recipient): memory.sent[recipient] = rank
      case .noteTold(let telling): memory.told.insert(telling)
      case .noteCaughtUp(let peer, let time): memory.caughtUp[peer] = time
      case .leaving:
        isLeaving = true
        posts.removeAll { $0.entry.kind == .sync }
      case .admissionDropped, .removed: break
      }
    }
    return queued
  }

  mutating func post(
    _ manifests: [VerifiedManifest], to recipient: [UInt8], as kind: Entry.Kind, stamp: Int
  ) -> Entry {
    lastSequence += 1
    let entry = Entry(
      recipient: recipient, sequence: lastSequence, kind: kind, partCount: manifests.count)
    posts.append(Post(entry: entry, manifests: manifests, stamp: stamp))
    return entry
  }

  /// A device's machine, made of what is stored; nil while it is no member.
  func membership(of own: [UInt8], groupID: [UInt8]) throws(ManifestError) -> Membership? {
    guard !held.isEmpty else { return nil }
    let ledger = try Ledger(
      groupID: groupID, restoring: Array(held.values), waiting: Array(waiting.values))
    let pending = pending.sorted {
      Self.place(of: $0).lexicographicallyPrecedes(Self.place(of: $1))
    }
    return Membership(
      own: own, ledger: ledger, pending: pending, memory: memory, isLeaving: isLeaving)
  }

  private mutating func commit(_ change: Ledger.Effect, of ledger: Ledger) {
    switch change {
    case .held(let hash):
      held[hash] = ledger.manifest(hash)
      waiting[hash] = nil
    case .waiting(let hash):
      if let entry = ledger.waitingManifest(hash), waiting[hash] == nil { waiting[hash] = entry }
    case .refused(let hash, _): waiting[hash] = nil
    case .forgotten(let manifest): held[manifest.hash] = nil
    case .currentChanged: break
    }
  }

  /// The key of a change's row: its kind, then the device.
  private static func place(of change: PendingChange) -> [UInt8] {
    switch change.kind {
    case .admission(let member): [1] + member.signingKey
    case .removal(let signingKey): [2] + signingKey
    case .leave(let signingKey): [3] + signingKey
    }
  }
}
