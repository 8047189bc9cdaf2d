@testable import TrueSealUpdater

/// A phone, its store, its app and its channel, as the model knows them.
struct World: Hashable {
  /// What is on screen, and by which load.
  struct Screen: Hashable {
    var seq: UInt64
    var load: UInt64
    var isTrial: Bool
  }

  /// The state file; nil before the first write.
  var disk: Activation.State?
  /// The process that holds the lock; nil when none lives.
  var process: Activation?
  /// What the process shows; nil before its UI start.
  var screen: Screen?
  /// Releases whose manifest and files are all in the store.
  var store: Set<UInt64> = []
  /// The release the channel points at.
  var channel: UInt64 = 1
  /// What the installed app brings.
  var builtIn: UInt64 = 1
  /// A release that was fetched and verified and whose files are in the store, but is not pending yet.
  var inFlight: UInt64?
  /// History: showings that were recorded on disk, by release, since it was last confirmed.
  var showings: [UInt64: Int] = [:]
  /// History: how many of those have ended without being confirmed, by a death or a timeout.
  var endings: [UInt64: Int] = [:]

  /// Release 3 is urgent; each release forbids going back further than two below it.
  static func facts(_ seq: UInt64) -> BundleFacts {
    BundleFacts(seq: seq, floor: seq > 2 ? seq - 2 : 0, isUrgent: seq == 3)
  }

  /// What a new process would read.
  var restored: (state: Activation.State, isStored: Bool) {
    guard let disk else { return (Activation.State(installID: Phone.id), false) }
    var state = disk
    let repairs = state.repair()
    return (state, repairs.isEmpty)
  }

  func finding(_ subject: Subject) -> Finding {
    switch subject {
    case .builtIn: .sound(Self.facts(builtIn))
    case .kept(let seq), .candidate(let seq):
      store.contains(seq) ? .sound(Self.facts(seq)) : .damaged
    }
  }

  /// The same world with the load on screen numbered 1: numbers are only ever compared.
  mutating func renumberLoads() {
    guard screen?.load == 2 else { return }
    screen?.load = 1
    if let load = process?.showing?.load { process?.showing?.load = LoadToken(3 - load.number) }
  }

  // MARK: History

  mutating func die() {
    endShowing()
    process = nil
    screen = nil
    inFlight = nil
  }

  mutating func endShowing() {
    guard let seq = disk?.serving, let begun = showings[seq] else { return }
    endings[seq] = begun
  }

  /// A state reaches the disk; a showing begins with the write that records it.
  mutating func record(_ state: Activation.State) {
    if let serving = state.serving,
      serving != disk?.serving || state.trialFails > disk?.trialFails ?? 0
    {
      showings[serving, default: 0] += 1
    }
    // What is confirmed, or let go because it was damaged, begins anew.
    let isDropped = state.trial != disk?.trial && disk?.trial.map(state.bad.contains) == false
    for seq in [state.current, isDropped ? disk?.trial : nil].compactMap(\.self) {
      showings[seq] = nil
      endings[seq] = nil
    }
    disk = state
  }
}
