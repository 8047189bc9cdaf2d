internal import TrueSealUpdater

/// A run has ended before anything was pending.
struct RunStop: Error, Hashable {
  let reason: StopReason

  init(_ reason: StopReason) { self.reason = reason }
}
