@testable import TrueSealUpdater

extension World {
  /// What can happen to a phone, one thing at a time.
  enum Action: Hashable {
    case point(UInt64)
    /// A whole run at once.
    case run
    /// A run up to its last step, which may come much later.
    case beginRun
    case endRun
    case startUI(newProcess: Bool)
    case startUIWithoutLock
    case ready
    case staleReady
    case reload
    case timeout
    case applyRequested
    case retrySave
    case kill
    case updateApp(UInt64)
    case damage(UInt64)
  }

  /// What became of an action.
  struct Outcome {
    /// The world if all went well, or if the process could not write.
    var world: World
    /// The worlds in which the process died right after one of its writes.
    var deaths: [World] = []
  }

  /// What is written and done, so that a crash can come between any two writes.
  struct Hand {
    var outcome: Outcome
    let canSave: Bool

    var world: World {
      get { outcome.world }
      set { outcome.world = newValue }
    }

    mutating func write(_ change: (inout World) -> Void) {
      change(&outcome.world)
      var dead = outcome.world
      dead.die()
      outcome.deaths.append(dead)
    }

    mutating func send(_ event: Activation.Event) -> [Activation.Effect] {
      guard var process = outcome.world.process else { return [] }
      var hand = self
      let effects = process.advance(by: event) { state in
        guard hand.canSave else { return false }
        hand.write { $0.record(state) }
        return true
      }
      self = hand
      outcome.world.process = process
      return effects
    }
  }

  /// What becomes of an action; nil if it cannot happen here.
  func after(_ action: Action, canSave: Bool = true) -> Outcome? {
    var hand = Hand(outcome: Outcome(world: self), canSave: canSave)
    return Self.perform(action, by: &hand) ? hand.outcome : nil
  }

  private static func perform(_ action: Action, by hand: inout Hand) -> Bool {
    switch action {
    case .point(let seq):
      guard hand.world.channel != seq else { return false }
      hand.world.channel = seq
    case .updateApp(let seq):
      guard hand.world.builtIn < seq else { return false }
      hand.world.die()
      hand.world.builtIn = seq
    case .damage(let seq):
      return hand.outcome.world.store.remove(seq) != nil
    case .kill:
      guard hand.world.process != nil else { return false }
      hand.world.die()
    case .startUI(let isNew):
      return start(isNew: isNew, by: &hand)
    case .run:
      return beginRun(by: &hand) && endRun(by: &hand)
    case .beginRun:
      return beginRun(by: &hand)
    case .endRun:
      return hand.world.inFlight != nil && endRun(by: &hand)
    case .startUIWithoutLock, .ready, .staleReady, .reload, .timeout, .applyRequested, .retrySave:
      return speak(action, by: &hand)
    }
    return true
  }

  private static func start(isNew: Bool, by hand: inout Hand) -> Bool {
    if isNew {
      hand.world.die()
      let restored = hand.world.restored
      hand.world.process = Activation(
        restored.state, isStored: restored.isStored,
        builtIn: BuiltIn(seq: hand.world.builtIn, floor: facts(hand.world.builtIn).floor))
    } else if hand.world.screen == nil {
      return false
    }
    startUI(by: &hand)
    return true
  }

  private static func startUI(by hand: inout Hand) {
    var start = UIStart(load: hand.world.nextLoad)
    for _ in 0..<8 {
      let effects = hand.send(.uiStarted(start))
      guard case .inspect(let subject)? = effects.first else { return act(effects, by: &hand) }
      if subject == .builtIn { hand.write { $0.store.insert($0.builtIn) } }
      start = start.adding(hand.world.finding(subject), on: subject)
    }
  }

  private static func beginRun(by hand: inout Hand) -> Bool {
    guard hand.world.screen != nil, hand.world.inFlight == nil,
      let pointer = try? Pointer(seq: hand.world.channel)
    else {
      return false
    }
    for effect in hand.send(.pointed(pointer)) {
      guard case .fetch(let seq) = effect, let state = hand.world.process?.state else { continue }
      // Check `identity`; the others do not depend on the state.
      guard state.wants(seq) else { return true }
      hand.write { $0.store.insert(seq) }
      hand.world.inFlight = seq
    }
    return true
  }

  private static func endRun(by hand: inout Hand) -> Bool {
    guard let seq = hand.world.inFlight else { return true }
    act(hand.send(.downloaded(facts(seq))), by: &hand)
    hand.world.inFlight = nil
    return true
  }

  private static func speak(_ action: Action, by hand: inout Hand) -> Bool {
    guard let screen = hand.world.screen else { return false }
    let event: Activation.Event
    switch action {
    case .ready:
      event = .ready(LoadToken(screen.load))
    case .staleReady: event = .ready(hand.world.nextLoad)
    case .reload: event = .entryLoaded(hand.world.nextLoad)
    case .timeout:
      event = .timedOut(hand.world.nextLoad)
      if screen.isTrial, hand.world.process?.showing?.isConfirmed == false {
        hand.world.endShowing()
      }
    case .applyRequested: event = .applyRequested
    case .retrySave: event = .saveRetried
    case .startUIWithoutLock: event = .uiStartedWithoutLock(hand.world.nextLoad)
    case .point, .run, .beginRun, .endRun, .startUI, .kill, .updateApp, .damage: return false
    }
    if action == .reload, case .entryLoaded(let load) = event {
      hand.world.screen?.load = load.number
    }
    act(hand.send(event), by: &hand)
    return true
  }

  private static func act(_ effects: [Activation.Effect], by hand: inout Hand) {
    for effect in effects {
      switch effect {
      case .serve(let served): hand.world.show(served)
      case .serveNothing: hand.world.screen = Screen(seq: 0, load: 0, isTrial: false)
      case .collectGarbage(let keeping):
        // What a run in flight has verified is kept, too (UR-45).
        let kept = Set(keeping + [hand.world.inFlight].compactMap(\.self))
        for seq in hand.world.store.subtracting(kept).sorted() {
          hand.write { $0.store.remove(seq) }
        }
      case .restartUI: startUI(by: &hand)
      case .log(.committed):
        hand.world.screen?.isTrial = false
      case .save, .inspect, .armTimer, .disarmTimer, .fetch, .stop, .announce, .refuse, .retrySave,
        .log:
        break
      }
    }
  }

  /// Another load than the one on screen.
  var nextLoad: LoadToken { LoadToken(screen?.load == 1 ? 2 : 1) }

  private mutating func show(_ served: Served) {
    let seq: UInt64 =
      switch served.source {
      case .stored(let seq): seq
      case .builtIn: builtIn
      }
    screen = Screen(seq: seq, load: served.load.number, isTrial: served.isTrial)
  }
}
