import TrueSealTransport

/// What became of one push.
enum Verdict: Hashable, Sendable {
  /// Stored and synced to disk.
  case held
  /// Not stored.
  case refused(RefusalCode)

  var frame: Frame {
    switch self {
    case .held: .ack
    case .refused(let code): .error(code)
    }
  }
}

/// The answers one Push Session owes, given in the order the pushes came (W-20).
///
/// Verdicts may come in any order; only the settled front of the line is handed out.
struct AnswerLine: Hashable, Sendable {
  /// A push that may be answered now.
  struct Answer: Hashable, Sendable {
    let verdict: Verdict
    /// Empty for a push too short to name one.
    let recipient: [UInt8]
    /// What the push had taken of the session's room.
    let cost: Int
  }

  private struct Place: Hashable {
    let recipient: [UInt8]
    let cost: Int
    var verdict: Verdict?
  }

  private var places: [Place] = []
  private var firstTicket = 0

  /// True when every push that came has been answered.
  var isEmpty: Bool { places.isEmpty }

  /// Takes a place at the end of the line.
  mutating func join(cost: Int, recipient: [UInt8]) -> Int {
    places.append(Place(recipient: recipient, cost: cost))
    return firstTicket + places.count - 1
  }

  /// Notes what became of the push with this ticket; a ticket is settled once.
  mutating func settle(_ ticket: Int, as verdict: Verdict) {
    let place = ticket - firstTicket
    precondition(places.indices.contains(place), "no such push, or answered already")
    precondition(places[place].verdict == nil, "settled twice")
    places[place].verdict = verdict
  }

  /// Takes the answers that may be given now, in order.
  mutating func takeReady() -> [Answer] {
    var ready: [Answer] = []
    for place in places {
      guard let verdict = place.verdict else { break }
      ready.append(Answer(verdict: verdict, recipient: place.recipient, cost: place.cost))
    }
    places.removeFirst(ready.count)
    firstTicket += ready.count
    return ready
  }
}
