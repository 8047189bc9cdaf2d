internal import TrueSealManifest

extension ManifestChecks {
  /// A hash of 256 bits that is fast and mixes well, and signatures that are always right.
  ///
  /// Nobody forges anything here, so all that is asked of the hash is that it decides ties anew in
  /// every schedule: the salt sees to that.
  static func cheap(salt: UInt64) -> ManifestChecks {
    ManifestChecks(
      hash: { digest(of: $0, salt: salt) },
      verify: { _, _, _ in true },
      acceptsSigningKey: { _ in true },
      acceptsAgreementKey: { _ in true })
  }

  private static func digest(of bytes: [UInt8], salt: UInt64) -> [UInt8] {
    var state = Dice.mix(salt ^ UInt64(bytes.count))
    var word: UInt64 = 0
    for (place, byte) in bytes.enumerated() {
      word = word << 8 | UInt64(byte)
      if place & 7 == 7 {
        state = Dice.mix(state &+ word)
        word = 0
      }
    }
    state = Dice.mix(state &+ word)
    var dice = Dice(seed: state)
    return dice.key()
  }
}

/// A signature that nobody looks at.
let blankSignature = [UInt8](repeating: 0, count: ManifestLimits.signatureByteCount)
