/// The library that does the work.
public enum CryptoEngine {
  /// The version of libsodium in use, for a log.
  ///
  /// Source: libsodium `sodium_version_string`.
  public static var version: String { Sodium.version }
}
