/// The message that asks the peer for a new session, with all that is needed to build it (SR-10).
///
/// Where it becomes bytes it is signed with the identity key over a label, both identity keys and
/// everything here, and sealed to the peer; it is not encrypted with the session it replaces (SK-30).
public struct ResetEnd<Bundle: Sendable>: Sendable {
  /// The name of the attempt.
  public let id: AttemptID
  /// The attempt's number (SK-06).
  public let epoch: UInt64
  /// The name of the keys in the bundle.
  public let prekey: PrekeyID
  /// The public keys the peer builds the session from.
  public let bundle: Bundle
  /// The session that was active when the sender began; nil when there was none.
  public let basis: SessionTag?
  /// What shows that the sender holds that session, if it could be made (SK-31).
  public var proof: [UInt8]?

  /// Puts an End together.
  public init(
    id: AttemptID, epoch: UInt64, prekey: PrekeyID, bundle: Bundle, basis: SessionTag?,
    proof: [UInt8]?
  ) {
    self.id = id
    self.epoch = epoch
    self.prekey = prekey
    self.bundle = bundle
    self.basis = basis
    self.proof = proof
  }
}

extension ResetEnd: Equatable where Bundle: Equatable {}
