/// What a new attempt of this device needs; thrown away when no attempt comes of it.
public struct Draft: Hashable, Sendable {
  /// The name of the attempt.
  public let id: AttemptID
  /// The keys made for it.
  public let prekey: PrekeyID

  /// Drafts an attempt.
  public init(id: AttemptID, prekey: PrekeyID) {
    self.id = id
    self.prekey = prekey
  }
}
