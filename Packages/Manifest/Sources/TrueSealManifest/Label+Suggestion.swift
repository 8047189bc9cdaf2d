extension Label {
  /// The two words a device names itself by when its owner chose nothing.
  ///
  /// `signingKey` is the device's own Ed25519 public key, 32 bytes: its first byte picks the
  /// adjective, its second the noun. Only that device does this; a reader never derives a label.
  public static func suggested(for signingKey: [UInt8]) -> Label {
    precondition(signingKey.count == ManifestLimits.keyByteCount, "a signing key has 32 bytes")
    let adjective = LabelWords.adjectives[Int(signingKey[0])]
    let noun = LabelWords.nouns[Int(signingKey[1])]
    return Label(words: adjective, noun)
  }
}
