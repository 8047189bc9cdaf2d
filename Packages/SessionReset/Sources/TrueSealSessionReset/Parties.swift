/// The identity keys of the two devices of a conversation (SK-38).
public struct Parties: Hashable, Sendable {
  /// The public identity key of this device, 32 bytes.
  public let own: [UInt8]
  /// The pinned public identity key of the other device, 32 bytes.
  public let peer: [UInt8]

  /// Joins two devices.
  ///
  /// - Throws: `SessionResetError`, code `malformed`, for keys of another length or equal ones.
  public init(own: [UInt8], peer: [UInt8]) throws(SessionResetError) {
    let length = SessionResetLimits.identityByteCount
    guard own.count == length, peer.count == length, own != peer else {
      throw SessionResetError(.malformed, "two different identity keys are needed")
    }
    self.own = own
    self.peer = peer
  }

  /// Whose attempt wins when both have the same epoch: the lower key, byte by byte (SK-07).
  public var lower: Side { own.lexicographicallyPrecedes(peer) ? .own : .peer }
}
