/// The stretches of work that rules fall due with.
package enum Milestone {
  package static let all = ["walk", "membership", "updater", "reset", "state", "relay"]

  /// Rules owned by one of these must be proven by a test.
  package static let closed: Set<String> = ["walk", "membership", "updater", "reset"]
}
