/// What an End of the peer says, once its signature was verified.
public struct ResetProposal: Hashable, Sendable {
  /// The name of the attempt.
  public let id: AttemptID
  /// Its number; the conversation's epoch when it completes (SK-06).
  public let epoch: UInt64
  /// The peer's keys the bundle in the End is made of.
  public let prekey: PrekeyID
  /// What the End was proven with beside the signature (SK-31).
  public let proof: Proof

  /// Says what an End says.
  public init(id: AttemptID, epoch: UInt64, prekey: PrekeyID, proof: Proof) {
    self.id = id
    self.epoch = epoch
    self.prekey = prekey
    self.proof = proof
  }
}
