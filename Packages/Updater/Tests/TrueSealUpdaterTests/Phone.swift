@testable import TrueSealUpdater

/// A phone with the given state and a store in which everything is sound, unless a test says otherwise.
struct Phone {
  var machine: Activation
  /// What an examination shows; everything else is sound, with its seq as number and 0 as floor.
  var findings: [Subject: Finding] = [:]
  /// Whether writes succeed.
  var canSave = true
  /// Every state that was written.
  var saved: [Activation.State] = []
  private var loads: UInt64 = 0

  init(
    current: UInt64? = nil, previous: UInt64? = nil, pending: UInt64? = nil, trial: UInt64? = nil,
    trialFails: UInt64 = 0, serving: UInt64? = nil, bad: [UInt64] = [], floor: UInt64 = 0,
    builtIn: BuiltIn? = nil, isStored: Bool = true
  ) {
    let state = Activation.State(
      installID: Phone.id, port: 23_817, current: current, previous: previous, pending: pending,
      trial: trial, trialFails: trialFails, serving: serving, bad: bad, floor: floor)
    machine = Activation(state, isStored: isStored, builtIn: builtIn)
  }

  /// In the rollout of 43 from 9 percent on.
  static let id = InstallID("00000000-0000-4000-8000-000000000000") ?? InstallID.none

  /// For everybody.
  static func pointer(_ seq: UInt64) -> Pointer {
    guard let pointer = try? Pointer(seq: seq) else { preconditionFailure("a seq in bounds") }
    return pointer
  }

  var state: Activation.State { machine.state }

  /// Sends one event and returns what is left to do.
  mutating func send(_ event: Activation.Event) -> [Activation.Effect] {
    var written: [Activation.State] = []
    let canSave = canSave
    let effects = machine.advance(by: event) { state in
      if canSave { written.append(state) }
      return canSave
    }
    saved += written
    return effects
  }

  /// Starts the UI, examining whatever the machine asks for.
  mutating func startUI() -> [Activation.Effect] {
    var start = UIStart(load: nextLoad())
    for _ in 0..<8 {
      let effects = send(.uiStarted(start))
      guard case .inspect(let subject)? = effects.first else { return effects }
      start = start.adding(finding(subject), on: subject)
    }
    return []
  }

  mutating func nextLoad() -> LoadToken {
    loads += 1
    return LoadToken(loads)
  }

  /// The load handed out last.
  var load: LoadToken { LoadToken(loads) }

  /// A new process reads what was written.
  mutating func restart(builtIn: BuiltIn? = nil) {
    let shipped = builtIn ?? machine.builtIn.map { BuiltIn(seq: $0.seq, floor: $0.floor) }
    machine = Activation(state, isStored: true, builtIn: shipped)
  }

  func finding(_ subject: Subject) -> Finding {
    if let finding = findings[subject] { return finding }
    return switch subject {
    case .builtIn: .sound(machine.builtIn ?? BundleFacts(seq: 1, floor: 0))
    case .kept(let seq), .candidate(let seq): .sound(BundleFacts(seq: seq, floor: 0))
    }
  }
}

extension InstallID {
  /// Of sixteen zero bytes.
  static var none: InstallID {
    guard let id = InstallID(randomBytes: [UInt8](repeating: 0, count: 16)) else {
      preconditionFailure("sixteen bytes make an id")
    }
    return id
  }
}

extension [Activation.Effect] {
  /// The bundle to be shown, if any.
  var served: Served? {
    for case .serve(let served) in self { return served }
    return nil
  }

  var servedSeq: UInt64? {
    guard case .stored(let seq)? = served?.source else { return nil }
    return seq
  }

  /// Without what is only for the log.
  var deeds: [Activation.Effect] {
    filter { effect in
      if case .log = effect { return false }
      return true
    }
  }

  var notes: [Note] {
    compactMap { effect in
      guard case .log(let note) = effect else { return nil }
      return note
    }
  }
}
