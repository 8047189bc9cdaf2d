/// The reset that completed last.
struct CompletedReset: Hashable, Sendable {
  let id: AttemptID
  let origin: Side
  /// The mark of a reset the peer began (SK-31).
  let proof: Proof?
}
