@testable import TrueSealUpdater

/// What must hold of a phone whatever happens to it.
struct Law: Sendable {
  let name: String
  /// Whether it holds even if files go missing in the store.
  var survivesDamage = true
  /// Whether it holds in a world, whose state is that of the process, else that of the disk.
  let holds: @Sendable (_ state: Activation.State, _ world: World) -> Bool

  init(
    _ name: String, survivesDamage: Bool = true,
    _ holds: @escaping @Sendable (Activation.State, World) -> Bool
  ) {
    self.name = name
    self.survivesDamage = survivesDamage
    self.holds = holds
  }

  static let all: [Law] = [
    Law("pending is above current and trial") { state, _ in
      state.pending.map { $0 > max(state.current ?? 0, state.trial ?? 0) } ?? true
    },
    Law("trial is above current") { state, _ in
      state.trial.map { $0 > state.current ?? 0 } ?? true
    },
    Law("previous is below current") { state, _ in
      state.previous.map { $0 < state.current ?? 0 } ?? true
    },
    Law("nothing bad waits, is tried or is current") { state, _ in
      Set(state.bad).isDisjoint(
        with: [state.current, state.pending, state.trial].compactMap(\.self))
    },
    Law("nothing bad is on screen", survivesDamage: false) { state, world in
      world.screen.map { !state.bad.contains($0.seq) } ?? true
    },
    Law("nothing bad is on screen but, for lack of all else, what came with the app") {
      state, world in
      world.screen.map { !state.bad.contains($0.seq) || $0.seq == world.builtIn } ?? true
    },
    Law("without a trial nothing of one is left over") { state, _ in
      state.trial != nil || (state.trialFails == 0 && state.serving == nil)
    },
    Law("a trial is on screen only with this very showing on the disk") { _, world in
      guard let screen = world.screen, screen.isTrial else { return true }
      return world.disk?.serving == screen.seq && world.disk?.trial == screen.seq
        && world.showings[screen.seq] ?? 0 > world.endings[screen.seq] ?? 0
    },
    Law("the floor is not above current", survivesDamage: false) { state, _ in
      state.floor <= state.current ?? 0
    },
    Law("whatever the state names is in the store", survivesDamage: false) { state, world in
      world.store.isSuperset(of: state.named)
    },
    Law("no release begins a third showing unconfirmed") { _, world in
      world.showings.values.allSatisfy { $0 <= Int(UpdaterLimits.trialFailsMax) }
    },
    Law("each showing that ended unconfirmed is one failure, and nothing else is") { _, world in
      countsFailures(world)
    },
    Law("a process that has started its UI shows something") { _, world in
      world.process == nil || world.screen.map { $0.seq != 0 } ?? false
    },
    Law("memory holds what the disk holds") { state, world in
      world.process == nil || world.process?.isStored == false || state == world.disk
    },
  ]

  /// Two more, of a world and the one after it.
  static let ofSteps:
    [(name: String, survivesDamage: Bool, holds: @Sendable (World, World) -> Bool)] = [
      ("current never goes back", false, { ($0.disk?.current ?? 0) <= ($1.disk?.current ?? 0) }),
      ("the floor never falls", true, { ($0.disk?.floor ?? 0) <= ($1.disk?.floor ?? 0) }),
    ]

  /// What the disk has counted, and has yet to count at the next occasion, is what has ended.
  private static func countsFailures(_ world: World) -> Bool {
    guard let state = world.disk, let trial = state.trial else { return true }
    let ended = world.endings[trial] ?? 0
    let isOpen = world.showings[trial] ?? 0 > ended
    let owed = state.serving == trial && !isOpen ? 1 : 0
    return Int(state.trialFails) + owed == ended
  }
}
