public import TrueSealCrypto
public import TrueSealManifest

extension Ledger {
  /// Draws the id of a group that is about to be founded, 32 random bytes.
  ///
  /// Source: W-53.
  public static func makeGroupID(from entropy: Entropy) -> [UInt8] {
    entropy.bytes(count: ManifestLimits.groupIDByteCount)
  }
}
