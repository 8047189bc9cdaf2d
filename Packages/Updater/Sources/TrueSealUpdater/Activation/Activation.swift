/// What this phone shows, what it tries and what it will never try again.
///
///     (nothing) ──downloaded──► pending ──UI start──► trial ──ready──► current ──► previous
///                                 │                   │  ▲
///                    pulled, unfit│      1st failure  └──┘
///                                 ▼                   │ 2nd failure
///                              (nothing)              ▼
///                                                    bad
///
/// The machine decides and does nothing itself: it reads no file, no clock and no network. Its state
/// is what the state file holds; beside it the machine remembers only what this process has shown.
///
/// Whoever runs it decides on a copy, writes the state of `Effect.save`, keeps the copy only if that
/// is durable, and then carries out the rest in order; `advance(by:saving:)` does just that.
public struct Activation: Hashable, Sendable {
  /// What a phone remembers: the contents of the state file.
  public struct State: Hashable, Sendable {
    /// The random name of this installation.
    public let installID: InstallID
    /// The loopback port of the host's server; nil until one is drawn (UR-55).
    public var port: UInt64?
    /// The bundle confirmed last.
    public internal(set) var current: UInt64?
    /// The one before it, always lower.
    public internal(set) var previous: UInt64?
    /// Verified and waiting for the next UI start; above current and trial.
    public internal(set) var pending: UInt64?
    /// Being tried; above current.
    public internal(set) var trial: UInt64?
    /// How often the trial has failed: 0 or 1.
    public internal(set) var trialFails: UInt64
    /// The trial while it is on screen unconfirmed.
    public internal(set) var serving: UInt64?
    /// Releases that failed here, ascending.
    public internal(set) var bad: [UInt64]
    /// The lowest seq this phone may still take.
    public internal(set) var floor: UInt64

    /// A phone that has seen nothing yet.
    ///
    /// - Parameter floor: 0, or what the manifests in the store still vouch for when the state was lost.
    public init(installID: InstallID, port: UInt64? = nil, floor: UInt64 = 0) {
      self.init(
        installID: installID, port: port, current: nil, previous: nil, pending: nil, trial: nil,
        trialFails: 0, serving: nil, bad: [], floor: floor)
    }

    package init(
      installID: InstallID, port: UInt64?, current: UInt64?, previous: UInt64?, pending: UInt64?,
      trial: UInt64?, trialFails: UInt64, serving: UInt64?, bad: [UInt64], floor: UInt64
    ) {
      self.installID = installID
      self.port = port
      self.current = current
      self.previous = previous
      self.pending = pending
      self.trial = trial
      self.trialFails = trialFails
      self.serving = serving
      self.bad = bad
      self.floor = floor
    }
  }

  /// What can happen.
  public indirect enum Event: Hashable, Sendable {
    /// The host's widget is about to load a bundle; nothing else may start the UI (U-28).
    case uiStarted(UIStart)
    /// The same, but another process holds the lock: nothing may change (UR-48).
    case uiStartedWithoutLock(LoadToken)
    /// The page on screen loads its entry once more.
    case entryLoaded(LoadToken)
    /// The page of a load has called `app.ready()`.
    case ready(LoadToken)
    /// The trial on screen has had its time; the load is the one to show in its place.
    case timedOut(LoadToken)
    /// A pointer was fetched and decoded.
    case pointed(Pointer)
    /// A release was verified, with every file of it in the store and its manifest written.
    case downloaded(BundleFacts)
    /// The page asks to apply what is pending.
    case applyRequested
    /// The pause after a failed write is over.
    case saveRetried
    /// The state that this event led to could not be written; only `advance` needs it.
    case saveFailed(Event)
  }

  /// What must now be done.
  public enum Effect: Hashable, Sendable {
    /// Write the state durably; if that fails, nothing that follows may be done.
    case save(State)
    /// Examine a bundle, then say `uiStarted` again with what was found; nothing has changed yet.
    case inspect(Subject)
    /// Load the entry page of this bundle.
    case serve(Served)
    /// There is nothing that may be shown.
    case serveNothing
    /// Watch for `ready`: `UpdaterLimits.readyTime` in the foreground from the next page start on.
    case armTimer
    /// Stop watching.
    case disarmTimer
    /// Remove from the store whatever none of these releases needs (U-44).
    case collectGarbage(keeping: [UInt64])
    /// Fetch and check the manifest of this release.
    case fetch(UInt64)
    /// The run ends here.
    case stop(StopReason)
    /// Tell the page that this release could be applied (`bundle.updateReady`).
    case announce(UInt64)
    /// Start the UI once more in this process.
    case restartUI
    /// Answer the page's request to apply.
    case refuse(ApplyRefusal)
    /// Say `saveRetried` after a pause, longer each time.
    case retrySave
    /// Write to the log.
    case log(Note)
  }

  /// Why a page's request to apply is refused; nothing changes.
  public enum ApplyRefusal: Hashable, Sendable {
    /// Nothing waits.
    case noPending
    /// A trial has not ended.
    case trialRunning
  }

  /// A trial that this process has put on screen.
  struct Showing: Hashable, Sendable {
    let facts: BundleFacts
    /// The load that may become ready; nil while another bundle is on screen.
    var load: LoadToken?
    /// Ready was heard, and the commit is not durable yet.
    var isConfirmed = false
  }

  /// What the state file holds, or should.
  public internal(set) var state: State
  /// What came with the app; nil for a host without.
  public let builtIn: BundleFacts?
  /// Whether the state file holds just this state.
  var isStored: Bool
  /// Set while a trial's showing by this process is neither confirmed nor failed (UR-05).
  var showing: Showing?
  /// Whether what is pending wants to be announced, as far as this process knows.
  var isPendingUrgent = false
  /// Whether a timeout was heard whose failure is not written yet (UR-44).
  var owesFailure = false
  /// Releases this process has announced (UR-24).
  var announced: Set<UInt64> = []

  /// Goes on from what an earlier process stored, or from a new state that is still to be stored.
  ///
  /// - Parameters:
  ///   - state: What was read, after repairs.
  ///   - isStored: Whether the file holds exactly this; otherwise the next UI start writes it.
  ///   - builtIn: What came with the app, as compiled in.
  public init(_ state: State, isStored: Bool, builtIn: BuiltIn?) {
    self.state = state
    self.isStored = isStored
    self.builtIn = builtIn.map { BundleFacts(seq: $0.seq, floor: $0.floor) }
  }

  /// Takes one event, moves to the next state and says what must now be done, in order.
  public mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .uiStarted(let start):
      return startUI(start)

    case .uiStartedWithoutLock(let load):
      return leaveScreen() + serveCurrent(load)

    case .entryLoaded(let load):
      // Only what is on screen can load again: after `leaveScreen` that is no trial.
      if showing?.isConfirmed == false, showing?.load != nil { showing?.load = load }
      return []

    case .ready(let load):
      return becomeReady(load)

    case .timedOut(let load):
      return timeOut(load)

    case .pointed(let pointer):
      return follow(pointer)

    case .downloaded(let facts):
      return makePending(facts)

    case .applyRequested:
      return apply()

    case .saveRetried:
      return settle()

    case .saveFailed(let event):
      return fallBack(from: event)
    }
  }

  /// Decides, has the new state written and only then moves; what is left to do is returned.
  ///
  /// If `save` fails the machine stays where the file is, and the effects say how to go on without.
  ///
  /// - Parameter save: Writes a state durably and says whether that worked. Called at most once.
  public mutating func advance(by event: Event, saving save: (State) -> Bool) -> [Effect] {
    var next = self
    var effects = next.handle(event)
    if case .save(let state) = effects.first {
      guard save(state) else { return handle(.saveFailed(event)) }
      effects.removeFirst()
      next.isStored = true
    }
    self = next
    return effects
  }
}
