@testable import TrueSealUpdater

/// A world packed into two words, so that hundreds of thousands can be told apart quickly.
///
/// Releases go up to 7.
struct WorldKey: Hashable {
  private var words: (UInt64, UInt64) = (1, 1)

  init(_ world: World) {
    add(world.disk)
    add(world.process?.state)
    add(world.process?.showing)
    add(world.process?.isStored)
    add(world.process?.owesFailure)
    add(world.process?.isPendingUrgent)
    add(world.process?.announced.contains(3))
    add(world.screen?.seq, bits: 3)
    add(world.screen?.load, bits: 2)
    add(world.screen?.isTrial)
    add(world.channel, bits: 3)
    add(world.builtIn, bits: 3)
    add(world.inFlight ?? 0, bits: 3)
    for seq in UInt64(1)...5 {
      add(world.store.contains(seq))
      add(UInt64(min(world.showings[seq] ?? 0, 3)), bits: 2)
      add(UInt64(min(world.endings[seq] ?? 0, 3)), bits: 2)
    }
  }

  private mutating func add(_ value: UInt64, bits: UInt64) {
    precondition(value < 1 << bits, "the model's numbers are small")
    precondition(words.0 >> (64 - bits) == 0, "a word is full")
    words.0 = words.0 << bits | value
    if words.0 >> 56 != 0, words.1 == 1 { words = (1, words.0) }
  }

  private mutating func add(_ value: UInt64?, bits: UInt64) {
    add(value == nil ? 0 : 1, bits: 1)
    add(value ?? 0, bits: bits)
  }

  private mutating func add(_ value: Bool?) {
    add(value == nil ? 0 : value == false ? 1 : 2, bits: 2)
  }

  private mutating func add(_ state: Activation.State?) {
    guard let state else { return add(0, bits: 1) }
    add(1, bits: 1)
    for seq in [state.current, state.previous, state.pending, state.trial, state.serving] {
      add(seq ?? 0, bits: 3)
    }
    add(min(state.trialFails, 3), bits: 2)
    add(state.floor, bits: 3)
    for seq in UInt64(1)...5 { add(state.bad.contains(seq) ? 1 : 0, bits: 1) }
  }

  private mutating func add(_ showing: Activation.Showing?) {
    guard let showing else { return add(0, bits: 1) }
    add(1, bits: 1)
    add(showing.facts.seq, bits: 3)
    add(showing.load?.number, bits: 2)
    add(showing.isConfirmed)
  }

  static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
  }
}
