public import TrueSealUpdater

/// What the updater tells the app, in order.
public enum UpdaterEvent: Sendable {
  /// A run has come further (UX-01).
  case progress(RunProgress)
  /// A run has ended.
  case runEnded(RunOutcome)
  /// Tell the page that this release could be applied: `bundle.updateReady`.
  case updateReady(UInt64)
  /// The trial was not ready in time: load this page in its place at once.
  case reload(Page)
  /// There is nothing to load in the trial's place.
  case reloadNothing
  /// A line for the log.
  case note(Note)
  /// Something failed that is tried again or does no harm; a line for the log.
  case trouble(String)
}

/// Where a run stands.
public enum RunProgress: Hashable, Sendable {
  /// The pointer is being fetched.
  case pointer
  /// The manifest of a release is being fetched and checked.
  case manifest(UInt64)
  /// Files in the store are being compared with the manifest.
  case comparing(UInt64)
  /// This many bytes are there of those that were missing.
  case files(UInt64, byteCount: UInt64, of: UInt64)
  /// A pair of data is being synced.
  case data(UInt64, Requirements.Pair)
}

/// How a run ended.
public enum RunOutcome: Hashable, Sendable {
  /// A release waits for the next start.
  case pending(UInt64)
  /// It stopped before that, and why.
  case stopped(StopReason)
}

/// What became of a page's `ready`.
public enum ReadyOutcome: Hashable, Sendable {
  /// The trial is current now.
  case committed
  /// The page has nothing to confirm.
  case ignored
  /// It was ready, but that could not be written yet and is tried again.
  case unwritten
}

/// What became of a request to apply.
public enum ApplyOutcome: Sendable {
  /// The UI has started again; load this page.
  case restarted(Page)
  /// Nothing has changed.
  case refused(Activation.ApplyRefusal)
}
