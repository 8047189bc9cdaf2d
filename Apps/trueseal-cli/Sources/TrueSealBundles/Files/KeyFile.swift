internal import TrueSealCrypto
internal import TrueSealTerminal

/// A publisher's signing key on disk: a label and 64 hexadecimal digits, readable by its owner alone.
enum KeyFile {
  static let label = "trueseal-bundle-key-1"
  private static let byteCountMax = 256

  /// Makes a key and writes it under a name that nothing has, mode 0600.
  ///
  /// - Returns: The public key, 32 bytes.
  static func generate(
    at path: String, on disk: Disk, from entropy: Entropy = .system
  ) throws(Refusal) -> [UInt8] {
    guard try disk.standing(at: path) == nil else {
      throw Refusal(.keyUnusable, "\(path) is there already; a key is never written over")
    }
    let key = SigningKey.generate(from: entropy)
    let text = "\(label) \(Hex.text(key.seed().exposed()))\n"
    try disk.create(path, mode: 0o600) { file throws(Refusal) in
      try disk.append(Array(text.utf8), to: file)
    }
    try disk.synchronizeFolder(Disk.folder(of: path))
    return key.publicKey
  }

  /// Whether a file looks like a key, which must never be put up.
  static func isKey(_ path: String, on disk: Disk) throws(Refusal) -> Bool {
    try disk.read(path, from: 0, byteCountMax: label.utf8.count) == Array(label.utf8)
  }

  /// Reads a key.
  ///
  /// - Throws: `Refusal`, key unusable, for a file that others may read, and for one that is no key.
  static func read(_ path: String, on disk: Disk) throws(Refusal) -> Signer {
    guard let standing = try disk.standing(at: path) else {
      throw Refusal(.keyUnusable, "there is no key \(path); trueseal bundle init --key makes one")
    }
    guard standing.kind == .file, standing.owner == Disk.user else {
      throw Refusal(.keyUnusable, "\(path) is no file of yours")
    }
    guard standing.mode & 0o077 == 0 else {
      throw Refusal(.keyUnusable, "others may read \(path); run chmod 600 on it")
    }
    let bytes = try disk.read(path, from: 0, byteCountMax: byteCountMax)
    let words = String(decoding: bytes, as: UTF8.self).split(
      separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[0] == label, words[1].hasSuffix("\n"),
      let seed = Hex.bytes(String(words[1].dropLast())), let signer = Signer(seed: seed)
    else { throw Refusal(.keyUnusable, "\(path) holds no signing key") }
    return signer
  }
}
