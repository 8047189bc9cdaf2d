/// What a reset of the peer was proven with beside its signature (SK-31).
public enum Proof: UInt8, Hashable, Sendable {
  /// The peer also showed that it holds the session to be replaced.
  case session = 0
  /// Nothing but the identity key; whoever stole that one could have done it.
  case identityOnly = 1
}
