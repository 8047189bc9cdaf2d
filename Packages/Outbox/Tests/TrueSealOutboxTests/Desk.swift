import Testing
import TrueSealOutbox

let alice: [UInt8] = [0xA1]
let bob: [UInt8] = [0xB0]
let carol: [UInt8] = [0xC4]

func sync(_ sequence: UInt64, to recipient: [UInt8] = alice, expiry: UInt64? = nil) -> Entry {
  Entry(recipient: recipient, sequence: sequence, kind: .sync, timestamp: 7, expiry: expiry)
}

func manifests(_ sequence: UInt64, _ partCount: Int = 1, to recipient: [UInt8] = alice) -> Entry {
  Entry(recipient: recipient, sequence: sequence, kind: .groupManifest, partCount: partCount)
}

/// The client's part in a conversation with a mail room: keeps the rows, carries out effects and
/// holds every push against the rules.
struct Desk {
  var room: MailRoom
  /// The rows of the outbox, by recipient and rising number.
  var rows: [[UInt8]: [Entry]] = [:]
  /// What the present session owes an answer for, oldest first.
  var wire: [Entry] = []
  /// Recipients the present session has refused for now.
  var refused: Set<[UInt8]> = []
  var uptime = Duration.zero
  var wallClock: UInt64 = 1_000_000
  var jitter = Jitter.none
  /// All pushes, in order.
  var pushes: [Entry.ID] = []
  var reports: [Report] = []
  /// Sessions asked for and not yet opened or lost.
  var openings = 0
  var sessionCount = 0
  var closings: [MailRoom.Closing] = []
  var wakes: [Duration] = []
  var loads = 0
  var heldMax = 0

  struct Report: Equatable {
    let entry: Entry.ID
    let failure: Delivery.Failure
  }

  init(room: MailRoom = MailRoom()) {
    self.room = room
  }

  var now: Moment { Moment(uptime: uptime, wallClock: wallClock) }
  var rowCount: Int { rows.values.reduce(0) { $0 + $1.count } }
  func sequences(to recipient: [UInt8]) -> [UInt64] {
    pushes.filter { $0.recipient == recipient }.map(\.sequence)
  }

  /// Commits entries and tells the room.
  mutating func add(_ entries: [Entry], sayingWhich: Bool = false) {
    for entry in entries { rows[entry.recipient, default: []].append(entry) }
    tell(sayingWhich ? .committed(entries, at: now) : .added(entries.map(\.recipient), at: now))
  }

  /// Says that the session asked for is there.
  mutating func open() {
    openings -= 1
    wire = []
    refused = []
    tell(.opened(at: now))
  }

  mutating func lose() {
    openings = 0
    wire = []
    tell(.lost(at: now, jitter: jitter))
  }

  mutating func accept() { answer(.accepted) }
  mutating func refuse(_ refusal: Refusal) { answer(.refused(refusal)) }

  mutating func answer(_ answer: MailRoom.Answer) {
    if !wire.isEmpty {
      let entry = wire.removeFirst()
      if case .refused(let refusal) = answer, !refusal.isPermanent {
        refused.insert(entry.recipient)
      }
    }
    tell(.answered(answer, at: now, jitter: jitter))
  }

  /// Lets time pass, and says so.
  mutating func wait(_ duration: Duration) {
    uptime += duration
    wallClock += UInt64(duration.components.seconds) * 1_000
    tell(.clockReached(now))
  }

  mutating func tell(_ event: MailRoom.Event) {
    var effects = room.handle(event)
    while !effects.isEmpty {
      var next: [MailRoom.Effect] = []
      for effect in effects {
        if let event = carryOut(effect) { next += room.handle(event) }
      }
      effects = next
    }
    heldMax = max(heldMax, room.lanes.reduce(0) { $0 + $1.count })
  }

  private mutating func carryOut(_ effect: MailRoom.Effect) -> MailRoom.Event? {
    switch effect {
    case .cut(let entry):
      let place = rows[entry.recipient]?.firstIndex { $0.id == entry.id }
      if let place { rows[entry.recipient]?[place] = entry }
    case .delete(let entry):
      rows[entry.recipient]?.removeAll { $0.id == entry.id }
    case .report(let entry, let failure):
      reports.append(Report(entry: entry.id, failure: failure))
    case .push(let entry):
      check(entry)
      wire.append(entry)
      pushes.append(entry.id)
    case .closeSession(let closing):
      closings.append(closing)
      wire = []
    case .openSession:
      #expect(openings == 0, "one session at a time")
      openings += 1
      sessionCount += 1
    case .wake(let uptime):
      wakes.append(uptime)
    case .load(let recipient, let sequence, let limit, let skippingSync):
      loads += 1
      let found = (rows[recipient] ?? []).filter {
        $0.sequence > sequence && !(skippingSync && $0.kind == .sync)
      }
      return .loaded(Array(found.prefix(limit)), for: recipient, at: now)
    }
    return nil
  }

  /// What holds for every push, whatever happened before.
  private func check(_ entry: Entry) {
    #expect(openings == 0, "pushed without a session")
    #expect(wire.count < room.unansweredMax, "pushed beyond the window")
    #expect(!wire.contains { $0.id == entry.id }, "pushed twice")
    #expect(!refused.contains(entry.recipient), "pushed where the session has refused")
    #expect(
      !wire.contains { $0.recipient == entry.recipient && $0.kind == .groupManifest },
      "pushed behind an unanswered Group Manifest")
    #expect(rows[entry.recipient]?.contains { $0 == entry } == true, "pushed without a row")
  }
}
