import TrueSealOutbox

/// A mail room, its store, its session and its clock, small enough that every state can be visited.
struct SmallWorld: Hashable {
  enum Move: Hashable {
    case add(Entry)
    case commit(Entry)
    case bringLoad
    case open
    case answer(MailRoom.Answer)
    case lose
    case tick
    case reconnect
    case holdSync
    case releaseSync
    case deleteSync
  }

  struct Load: Hashable {
    let recipient: [UInt8]
    /// What the store held when it was asked.
    let entries: [Entry]
  }

  static let retry = RetryPolicy(
    pauseFirst: .seconds(1), pauseMax: .seconds(2), jitterPerMille: 0)

  var room: MailRoom
  var unsent: [Entry]
  var rows: [Entry] = []
  var wire: [Entry] = []
  var loads: [Load] = []
  var isOpening = false
  /// Recipients the session has refused for now; it stores nothing more for them.
  var refused: Set<[UInt8]> = []
  var seconds = 0
  /// Entries the relay has stored, each once, in order of first arrival.
  var stored: [Entry.ID] = []
  var reported: [Entry.ID] = []
  /// What went wrong, if anything.
  var faults: [String] = []

  let all: [Entry]
  let secondMax: Int
  let holds: Bool

  init(sending entries: [Entry], secondMax: Int, loadMax: Int = 2, holds: Bool = false) {
    room = MailRoom(
      retry: Self.retry, reconnect: Self.retry, unansweredMax: 2, loadMax: loadMax)
    all = entries
    unsent = entries
    self.secondMax = secondMax
    self.holds = holds
  }

  var now: Moment {
    Moment(uptime: .seconds(seconds), wallClock: UInt64(seconds) * 1_000)
  }

  /// Everything that may happen next.
  var moves: [Move] {
    var moves: [Move] = unsent.prefix(1).flatMap { [.add($0), .commit($0)] }
    if !loads.isEmpty { moves.append(.bringLoad) }
    if isOpening { moves += [.open, .lose] }
    if isOpen {
      moves.append(.lose)
      if let first = wire.first {
        moves.append(.answer(.refused(Refusal(rawValue: 10))))
        if !refused.contains(first.recipient) {
          let refusal: Refusal = first.kind == .groupManifest ? .tooLarge : .malformed
          moves += [.answer(.accepted), .answer(.refused(refusal))]
        }
      }
    }
    if seconds < secondMax { moves.append(.tick) }
    moves.append(.reconnect)
    if holds { moves += [.holdSync, .releaseSync, .deleteSync] }
    return moves
  }

  var isOpen: Bool { room.state == .open || room.state == .renewing }

  mutating func make(_ move: Move) {
    switch move {
    case .add(let entry):
      unsent.removeFirst()
      rows.append(entry)
      tell(.added([entry.recipient], at: now))
    case .commit(let entry):
      unsent.removeFirst()
      rows.append(entry)
      tell(.committed([entry], at: now))
    case .bringLoad:
      let load = loads.removeFirst()
      tell(.loaded(load.entries, for: load.recipient, at: now))
    case .open:
      isOpening = false
      refused = []
      tell(.opened(at: now))
    case .answer(let answer):
      let entry = wire.removeFirst()
      if answer == .accepted, !stored.contains(entry.id) { stored.append(entry.id) }
      if case .refused(let refusal) = answer, !refusal.isPermanent {
        refused.insert(entry.recipient)
      }
      tell(.answered(answer, at: now, jitter: .none))
    case .lose:
      isOpening = false
      wire = []
      tell(.lost(at: now, jitter: .none))
    case .tick:
      seconds += 1
      tell(.clockReached(now))
    case .reconnect:
      tell(.reconnected(at: now))
    case .holdSync:
      tell(.syncHeld(alice, at: now))
    case .releaseSync:
      tell(.syncReleased(alice, at: now))
    case .deleteSync:
      rows.removeAll { $0.recipient == alice && $0.kind == .sync }
      tell(.withdrawn(.sync, to: alice, at: now))
    }
  }

  private mutating func tell(_ event: MailRoom.Event) {
    for effect in room.handle(event) {
      switch effect {
      case .cut(let entry):
        rows = rows.map { $0.id == entry.id ? entry : $0 }
      case .delete(let entry):
        if !rows.contains(where: { $0.id == entry.id }) { faults.append("deleted twice") }
        rows.removeAll { $0.id == entry.id }
      case .report(let entry, _):
        if reported.contains(entry.id) { faults.append("reported twice") }
        reported.append(entry.id)
      case .push(let entry):
        check(entry)
        wire.append(entry)
      case .closeSession:
        wire = []
      case .openSession:
        if isOpening { faults.append("two sessions") }
        isOpening = true
      case .load(let recipient, let sequence, let limit, let skippingSync):
        if loads.contains(where: { $0.recipient == recipient }) { faults.append("two loads") }
        let found = rows.filter {
          $0.recipient == recipient && $0.sequence > sequence
            && !(skippingSync && $0.kind == .sync)
        }
        loads.append(Load(recipient: recipient, entries: Array(found.prefix(limit))))
      case .wake:
        break
      }
    }
  }

  private mutating func check(_ entry: Entry) {
    if isOpening || !isOpen { faults.append("pushed without a session") }
    if wire.count >= 2 { faults.append("beyond the window") }
    if refused.contains(entry.recipient) { faults.append("pushed where it was refused") }
    if wire.contains(where: { $0.id == entry.id }) { faults.append("pushed twice") }
    if wire.contains(where: { $0.recipient == entry.recipient && $0.kind == .groupManifest }) {
      faults.append("passed a Group Manifest")
    }
    if !rows.contains(entry) { faults.append("pushed without a row") }
  }
}
