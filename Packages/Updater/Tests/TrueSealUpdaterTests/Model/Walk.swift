@testable import TrueSealUpdater

/// Breadth first through every world that actions and their accidents lead to.
struct Walk {
  /// How an action was disturbed.
  private enum Accident: String {
    case none = ""
    case death = " (the process dies after a write)"
    case fullDisk = " (nothing can be saved)"
  }

  let newest: UInt64
  /// Whether releases go missing in the store.
  let isDamaging: Bool
  /// Whether other things happen while a run is under way.
  let isInterleaving: Bool
  private(set) var worlds: [World] = [World()]
  private(set) var stepCount = 0
  private(set) var deathCount = 0
  private(set) var failedWriteCount = 0
  /// The shortest way to break each law that can be broken.
  private(set) var broken: [String: String] = [:]
  private var seen: Set<WorldKey> = [WorldKey(World())]
  private var origins: [(world: Int, action: World.Action, accident: Accident)] = [
    (0, .kill, .none)
  ]

  init(newest: UInt64, isDamaging: Bool = false, isInterleaving: Bool = false) {
    self.newest = newest
    self.isDamaging = isDamaging
    self.isInterleaving = isInterleaving
  }

  private var actions: [World.Action] {
    let all = (1...newest)
    let damages = isDamaging ? all.map(World.Action.damage) : []
    let runs: [World.Action] = isInterleaving ? [.beginRun, .endRun] : [.run]
    return all.map(World.Action.point) + all.dropFirst().map(World.Action.updateApp) + damages
      + runs + [
        .startUI(newProcess: true), .startUI(newProcess: false), .ready, .staleReady, .reload,
        .timeout, .applyRequested, .retrySave, .kill,
      ]
  }

  mutating func run() {
    let actions = actions
    var at = 0
    while at < worlds.count {
      let world = worlds[at]
      for action in actions {
        guard let outcome = world.after(action) else { continue }
        note(outcome.world, from: at, action, .none)
        for death in outcome.deaths { note(death, from: at, action, .death) }
        guard !outcome.deaths.isEmpty, let failed = world.after(action, canSave: false) else {
          continue
        }
        note(failed.world, from: at, action, .fullDisk)
      }
      at += 1
    }
  }

  private mutating func note(
    _ reached: World, from origin: Int, _ action: World.Action, _ accident: Accident
  ) {
    var next = reached
    next.renumberLoads()
    stepCount += 1
    deathCount += accident == .death ? 1 : 0
    failedWriteCount += accident == .fullDisk ? 1 : 0
    for law in Law.ofSteps where isDue(law.survivesDamage) && !law.holds(worlds[origin], next) {
      report(law.name, from: origin, action, accident)
    }
    if action == .staleReady, next.disk != worlds[origin].disk {
      report(
        "ready from another load than the one on screen commits nothing", from: origin, action,
        accident)
    }
    guard seen.insert(WorldKey(next)).inserted else { return }
    worlds.append(next)
    origins.append((origin, action, accident))
    guard let state = next.process?.state ?? next.disk else { return }
    for law in Law.all where isDue(law.survivesDamage) && !law.holds(state, next) {
      report(law.name, from: origin, action, accident)
    }
  }

  private func isDue(_ survivesDamage: Bool) -> Bool { survivesDamage || !isDamaging }

  private mutating func report(
    _ law: String, from origin: Int, _ action: World.Action, _ accident: Accident
  ) {
    if broken[law] == nil { broken[law] = way(to: origin) + Self.name(action, accident) }
  }

  private func way(to world: Int) -> String {
    var steps: [String] = []
    var at = world
    while at != 0 {
      steps.append(Self.name(origins[at].action, origins[at].accident))
      at = origins[at].world
    }
    return steps.reversed().joined()
  }

  private static func name(_ action: World.Action, _ accident: Accident) -> String {
    " · \(action)\(accident.rawValue)"
  }
}
