/// What a handshake is for: one cipher for each direction.
public struct NoiseSession: ~Copyable, Sendable {
  /// What both ends know and nobody can bring about a second time; binds other protocols to this one.
  public let handshakeHash: [UInt8]
  /// Encrypts what this end sends.
  public var sending: NoiseCipher
  /// Decrypts what the other end sends.
  public var receiving: NoiseCipher

  init(
    handshakeHash: [UInt8], sending: consuming NoiseCipher, receiving: consuming NoiseCipher
  ) {
    self.handshakeHash = handshakeHash
    self.sending = sending
    self.receiving = receiving
  }
}
