/// The public keys compiled into a host, and how many of them must sign.
public struct TrustedKeys: Sendable {
  /// The keys by name.
  let keys: [KeyID: [UInt8]]
  /// How many of them must have signed (UX-05).
  public let required: Int
  let scheme: SignatureScheme

  /// Takes 1 to 4 Ed25519 public keys of 32 bytes.
  ///
  /// - Throws: `UpdaterError`, code `badKey`, for a key that others could sign for, a key that stands
  ///   twice, or a number of signatures that cannot be reached.
  public init(
    _ publicKeys: [[UInt8]], required: Int = 1, scheme: SignatureScheme
  ) throws(UpdaterError) {
    guard (1...UpdaterLimits.keyCountMax).contains(publicKeys.count) else {
      throw UpdaterError(.badKey, "\(publicKeys.count) keys; 1 to 4 are allowed")
    }
    var keys: [KeyID: [UInt8]] = [:]
    for key in publicKeys {
      guard Ed25519Form.isSoundKey(key), let id = KeyID(digest: scheme.digest(key)) else {
        throw UpdaterError(.badKey, "a public key is none, or of small order")
      }
      guard keys.updateValue(key, forKey: id) == nil else {
        throw UpdaterError(.badKey, "a key stands twice")
      }
    }
    guard (1...keys.count).contains(required) else {
      throw UpdaterError(.badKey, "\(required) of \(keys.count) keys cannot sign")
    }
    self.keys = keys
    self.required = required
    self.scheme = scheme
  }

  /// Checks that enough trusted keys signed a message, and that none of their signatures is wrong.
  ///
  /// - Throws: `UpdaterError`: what is wrong with the file, or code `badSignature`.
  public func check(_ signature: [UInt8], over message: [UInt8]) throws(UpdaterError) {
    let file = try SignatureFile(decoding: signature)
    var count = 0
    for entry in file.entries {
      // Keys this host does not know may sign for other hosts.
      guard let key = keys[entry.keyID] else { continue }
      guard scheme.accepts(entry.signature, message, key) else {
        throw UpdaterError(.badSignature, "a trusted key's signature is wrong")
      }
      count += 1
    }
    guard count >= required else {
      throw UpdaterError(.badSignature, "\(count) trusted signatures; \(required) are needed")
    }
  }
}
