/// What both devices know alike once a reset is done; a hash of it can be compared (SK-42).
public struct VerificationInput: Hashable, Sendable {
  /// The session in use.
  public let tag: SessionTag
  /// The number of the last completed reset.
  public let epoch: UInt64
  /// The lower and the higher identity key.
  public let identities: [[UInt8]]

  /// Tag (8), epoch (8, big-endian), lower key (32), higher key (32).
  public var bytes: [UInt8] {
    tag.bytes + ByteReader.bytes(of: epoch) + identities.joined()
  }

  init?(of machine: SessionReset) {
    guard machine.state == .none, let active = machine.active else { return nil }
    tag = active
    epoch = machine.epoch
    let parties = machine.parties
    identities =
      parties.lower == .own ? [parties.own, parties.peer] : [parties.peer, parties.own]
  }
}
