import TrueSealOutbox

/// What goes wrong between a mail room and its relay, drawn from a seed and counted.
struct Weather {
  enum Fault: String, CaseIterable, Hashable {
    case cutBeforeStoring, cutBeforeAnswer, cutAmidAnswers, noSession
    case refusalForNow, unknownRefusal, refusalForGood, refusalOfSize, unaskedAnswer
    case idleClose, restart, unsealable, expiry, longWait, clockSetBack
  }

  var random: SplitMix
  var counts: [Fault: Int] = [:]

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func note(_ fault: Fault) { counts[fault, default: 0] += 1 }

  /// True once in `chances` draws.
  mutating func strikes(_ chances: Int) -> Bool {
    Int.random(in: 0..<chances, using: &random) == 0
  }

  mutating func jitter() -> Jitter { Jitter(draw: .random(in: 0...UInt16.max, using: &random)) }
}

/// A relay as W-20 describes it, apart from when it is down.
struct ToyRelay {
  /// What each inbox has stored, in order of arrival, repeats included.
  var inboxes: [[UInt8]: [UInt64]] = [:]
  /// Refused for now in this session, and with which code.
  var refusing: [[UInt8]: Refusal] = [:]

  /// Answers one push; what can never be stored is a matter of the entry alone.
  mutating func answer(_ entry: Entry, in weather: inout Weather) -> MailRoom.Answer {
    if let code = refusing[entry.recipient] { return .refused(code) }
    if entry.kind == .groupManifest, entry.partCount > 2 {
      weather.note(.refusalOfSize)
      return .refused(.tooLarge)
    }
    if entry.sequence.isMultiple(of: 23) {
      weather.note(.refusalForGood)
      return .refused(entry.sequence.isMultiple(of: 2) ? .malformed : .tooLarge)
    }
    if weather.strikes(12) {
      let code: UInt8 = weather.strikes(3) ? 99 : .random(in: 10...13, using: &weather.random)
      weather.note(code == 99 ? .unknownRefusal : .refusalForNow)
      refusing[entry.recipient] = Refusal(rawValue: code)
      return .refused(Refusal(rawValue: code))
    }
    store(entry)
    return .accepted
  }

  mutating func store(_ entry: Entry) {
    inboxes[entry.recipient, default: []].append(entry.sequence)
  }
}
