/// What became of one attempt to accept a connection.
enum Acceptance: Equatable {
  case accepted(Int32)
  /// Nobody waits; the poller tells when somebody does.
  case blocked
  /// Descriptors or memory ran out; trying again at once would spin.
  case exhausted
  case failed
}
