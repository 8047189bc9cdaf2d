/// One thing that happens in a schedule; what cannot happen when its turn comes is left out.
package struct Step: Hashable, Sendable {
  /// What happens; `side` is 0 or 1, `place` counts in a queue, modulo its length.
  package enum Kind: Hashable, Sendable {
    /// The owner starts a reset.
    case start(Int)
    /// The owner takes it back.
    case cancel(Int)
    /// The owner answers a question: 1 for yes.
    case answer(Int, Int)
    /// The owner says something.
    case say(Int)
    /// What a device has in its outbox goes on its way.
    case carry(Int)
    /// A device takes a message that is on its way to it.
    case take(Int, Int)
    /// A message on its way to a device is lost.
    case drop(Int, Int)
    /// A message on its way to a device is copied.
    case copy(Int, Int)
    /// One bit of a message on its way to a device is turned.
    case spoil(Int, Int)
    /// A message that was ever on its way to a device is so again.
    case replay(Int, Int)
    /// So many milliseconds pass.
    case rest(Int)
    /// A device is backed up.
    case backup(Int)
    /// A device is put back to its backup.
    case restore(Int)
    /// A device's clock is set back by so many milliseconds.
    case setBack(Int, Int)
  }

  /// What goes wrong in a device's operation.
  package enum Mishap: Hashable, Sendable {
    case none
    /// It ends after so many writes, which are undone.
    case before(Int)
    /// It ends when all is committed; the message it took comes again.
    case after
  }

  package let kind: Kind
  package var mishap: Mishap

  package init(_ kind: Kind, _ mishap: Mishap = .none) {
    self.kind = kind
    self.mishap = mishap
  }
}

extension Step: CustomStringConvertible {
  /// The step in words that `init(_:)` reads.
  package var description: String {
    switch mishap {
    case .none: words
    case .before(let count): "\(words) !\(count)"
    case .after: words + " !after"
    }
  }

  private var words: String {
    switch kind {
    case .start(let side): "start \(side)"
    case .cancel(let side): "cancel \(side)"
    case .answer(let side, let yes): "answer \(side) \(yes)"
    case .say(let side): "say \(side)"
    case .carry(let side): "carry \(side)"
    case .take(let side, let place): "take \(side) \(place)"
    case .drop(let side, let place): "drop \(side) \(place)"
    case .copy(let side, let place): "copy \(side) \(place)"
    case .spoil(let side, let place): "spoil \(side) \(place)"
    case .replay(let side, let place): "replay \(side) \(place)"
    case .rest(let time): "rest \(time)"
    case .backup(let side): "backup \(side)"
    case .restore(let side): "restore \(side)"
    case .setBack(let side, let time): "setback \(side) \(time)"
    }
  }

  /// Reads what `description` writes; nil for anything else.
  package init?(_ text: Substring) {
    var words = text.split(separator: " ").map(String.init)
    var mishap = Mishap.none
    if let last = words.last, last.hasPrefix("!") {
      words.removeLast()
      if last == "!after" {
        mishap = .after
      } else if let count = Int(last.dropFirst()), count >= 0 {
        mishap = .before(count)
      } else {
        return nil
      }
    }
    let numbers = words.dropFirst().compactMap(Int.init)
    guard let verb = words.first, numbers.count == words.count - 1,
      numbers.allSatisfy({ $0 >= 0 }), let kind = Kind(verb, numbers)
    else { return nil }
    self.init(kind, mishap)
  }
}

extension Step.Kind {
  fileprivate init?(_ verb: String, _ numbers: [Int]) {
    guard let first = numbers.first, verb == "rest" || first < 2 else { return nil }
    switch (verb, numbers.count) {
    case ("start", 1): self = .start(first)
    case ("cancel", 1): self = .cancel(first)
    case ("answer", 2): self = .answer(first, numbers[1])
    case ("say", 1): self = .say(first)
    case ("carry", 1): self = .carry(first)
    case ("take", 2): self = .take(first, numbers[1])
    case ("drop", 2): self = .drop(first, numbers[1])
    case ("copy", 2): self = .copy(first, numbers[1])
    case ("spoil", 2): self = .spoil(first, numbers[1])
    case ("replay", 2): self = .replay(first, numbers[1])
    case ("rest", 1): self = .rest(first)
    case ("backup", 1): self = .backup(first)
    case ("restore", 1): self = .restore(first)
    case ("setback", 2): self = .setBack(first, numbers[1])
    default: return nil
    }
  }
}
