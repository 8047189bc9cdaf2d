/// The texts that part what the keys of one protocol are derived for.
///
/// Both sides need the same. A state does not hold them, so it is read with those it was made with.
public struct RatchetLabels: Hashable, Sendable {
  let opening: [UInt8]
  let root: [UInt8]
  let message: [UInt8]

  /// Takes the `info` of the three derivations: the secret of an opening, the root chain, and the
  /// key and nonce of a message.
  ///
  /// Messages cost a fifth less where the last has at most 22 bytes: a block of SHA-256 holds it.
  public init(opening: [UInt8], root: [UInt8], message: [UInt8]) {
    self.opening = opening
    self.root = root
    self.message = message
  }

  /// What conversations of this house use.
  public static let trueSeal = RatchetLabels(
    opening: Array("trueseal ratchet opening v1".utf8),
    root: Array("trueseal ratchet root v1".utf8),
    message: Array("trueseal ratchet v1".utf8))

  /// What proofs and session tags begin with, up to a zero byte; the same whatever the rest is.
  static let proof = Array("trueseal ratchet proof v1\0".utf8)
  static let sessionTag = Array("trueseal session tag v1\0".utf8)
}
