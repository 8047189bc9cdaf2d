/// One thing that happens in a schedule; what cannot happen when its turn comes is left out.
package struct Step: Hashable, Sendable {
  /// What happens.
  package enum Kind: Hashable, Sendable {
    /// A member admits a device that waits to be let in.
    case admit(by: Int, joiner: Int)
    /// A member takes another one off the list.
    case remove(by: Int, target: Int)
    /// A device leaves.
    case leave(Int)
    /// A member's app sends something to all others.
    case say(Int)
    /// The relay stores a device's oldest push and acknowledges it.
    case carry(Int)
    /// A device takes the oldest mail from its inbox.
    case take(Int)
    /// A device does what its clock has made due.
    case wake(Int)
    /// Time passes, in milliseconds; nobody does anything meanwhile.
    case rest(UInt64)
    /// Days pass; everybody who is connected goes on working.
    case days(UInt64)
    /// A device loses its connection.
    case offline(Int)
    /// A device is connected again.
    case online(Int)
    /// A device's connection drops and comes back at once.
    case reconnect(Int)
    /// The relay stores a device's oldest push, and the connection drops before it says so.
    case lose(Int)
    /// The relay has no room for a device's oldest push now.
    case refuse(Int)
    /// A device stops and starts again.
    case crash(Int)
  }

  /// What goes wrong while a device does something.
  package enum Mishap: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none = ""
    /// It stops before anything is stored.
    case before = "!before"
    /// It stops when all is stored and nothing has been acted on.
    case after = "!after"
    /// The store refuses; the device takes its decision back.
    case undo = "!undo"
  }

  package let kind: Kind
  package let mishap: Mishap

  package init(_ kind: Kind, _ mishap: Mishap = .none) {
    self.kind = kind
    self.mishap = mishap
  }
}

extension Step.Kind {
  /// The devices it happens to, beside those that get mail; nil for all.
  var devices: [Int]? {
    switch self {
    case .admit(let by, let joiner): [by, joiner]
    case .remove(let by, _): [by]
    case .leave(let id), .say(let id), .carry(let id), .take(let id), .wake(let id), .lose(let id),
      .refuse(let id), .offline(let id), .online(let id), .reconnect(let id), .crash(let id):
      [id]
    case .rest, .days: nil
    }
  }
}

extension Step: CustomStringConvertible {
  /// The step in words that `init(_:)` reads.
  package var description: String {
    mishap == .none ? words : words + " " + mishap.rawValue
  }

  private var words: String {
    switch kind {
    case .admit(let by, let joiner): "admit \(by) \(joiner)"
    case .remove(let by, let target): "remove \(by) \(target)"
    case .leave(let id): "leave \(id)"
    case .say(let id): "say \(id)"
    case .carry(let id): "carry \(id)"
    case .take(let id): "take \(id)"
    case .wake(let id): "wake \(id)"
    case .rest(let time): "rest \(time)"
    case .days(let count): "days \(count)"
    case .offline(let id): "offline \(id)"
    case .online(let id): "online \(id)"
    case .reconnect(let id): "reconnect \(id)"
    case .lose(let id): "lose \(id)"
    case .refuse(let id): "refuse \(id)"
    case .crash(let id): "crash \(id)"
    }
  }

  /// Reads what `description` writes; nil for anything else.
  package init?(_ text: Substring) {
    var words = text.split(separator: " ").map(String.init)
    var mishap = Mishap.none
    if let last = words.last, last.hasPrefix("!") {
      guard let known = Mishap(rawValue: last) else { return nil }
      mishap = known
      words.removeLast()
    }
    let numbers = words.dropFirst().compactMap(UInt64.init)
    guard let verb = words.first, numbers.count == words.count - 1, let first = numbers.first,
      let kind = Kind(verb, first, numbers.count > 1 ? numbers[1] : nil)
    else { return nil }
    self.init(kind, mishap)
  }
}

extension Step.Kind {
  fileprivate init?(_ verb: String, _ first: UInt64, _ second: UInt64?) {
    let id = Int(first)
    switch (verb, second.map(Int.init)) {
    case ("admit", let joiner?): self = .admit(by: id, joiner: joiner)
    case ("remove", let target?): self = .remove(by: id, target: target)
    case ("leave", nil): self = .leave(id)
    case ("say", nil): self = .say(id)
    case ("carry", nil): self = .carry(id)
    case ("take", nil): self = .take(id)
    case ("wake", nil): self = .wake(id)
    case ("rest", nil): self = .rest(first)
    case ("days", nil): self = .days(first)
    case ("offline", nil): self = .offline(id)
    case ("online", nil): self = .online(id)
    case ("reconnect", nil): self = .reconnect(id)
    case ("lose", nil): self = .lose(id)
    case ("refuse", nil): self = .refuse(id)
    case ("crash", nil): self = .crash(id)
    default: return nil
    }
  }
}
