#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import TrueSealCrypto

/// The relay's key on disk: 32 bytes in `relay.key`, readable by its owner alone.
///
/// Written to a file of another name, synced and then linked into place, so that a crash leaves
/// the whole key or none and a key that is there is never replaced.
enum KeyFile {
  static let name = "relay.key"
  private static let byteCount = 32

  /// The key in a directory.
  ///
  /// - Throws: `RelayError`, codes `keyMissing`, `keyUnusable`.
  static func key(in directory: String) throws(RelayError) -> AgreementKey {
    let path = directory + "/" + name
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw RelayError(.keyMissing, "no \(name) in \(directory)") }
      throw RelayError(.keyUnusable, "\(path): \(reason())")
    }
    defer { close(descriptor) }
    try check(descriptor, path)
    var bytes = [UInt8](repeating: 0, count: byteCount)
    defer { for place in bytes.indices { bytes[place] = 0 } }
    guard unsafe read(descriptor, &bytes, byteCount) == byteCount else {
      throw RelayError(.keyUnusable, "\(path): \(reason())")
    }
    do throws(CryptoError) {
      return try AgreementKey(secret: SecretBytes(bytes))
    } catch {
      throw RelayError(.keyUnusable, "\(path) holds no key")
    }
  }

  /// The key in a directory, made first when there is none.
  ///
  /// - Throws: `RelayError`, code `keyUnusable`.
  static func keyMadeIfMissing(
    in directory: String, entropy: Entropy
  ) throws(RelayError) -> AgreementKey {
    do throws(RelayError) {
      return try key(in: directory)
    } catch {
      guard error == RelayError(.keyMissing) else { throw error }
    }
    let fresh = AgreementKey.generate(from: entropy)
    try save(fresh.secret(), in: directory)
    return try key(in: directory)
  }

  private static func save(
    _ secret: borrowing SecretBytes, in directory: String
  ) throws(RelayError) {
    let path = directory + "/" + name
    let draft = path + ".new"
    // A draft left by a crash was never linked, so nobody has seen its key.
    _ = unsafe unlink(draft)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe open(draft, flags, 0o600)
    guard descriptor >= 0 else { throw RelayError(.keyUnusable, "\(draft): \(reason())") }
    defer { _ = unsafe unlink(draft) }
    var bytes = secret.exposed()
    let written = unsafe write(descriptor, bytes, byteCount)
    for place in bytes.indices { bytes[place] = 0 }
    let isSynced = written == byteCount && fchmod(descriptor, 0o600) == 0 && fsync(descriptor) == 0
    let sentence = reason()
    close(descriptor)
    guard isSynced else { throw RelayError(.keyUnusable, "\(draft): \(sentence)") }
    guard unsafe link(draft, path) == 0 || errno == EEXIST else {
      throw RelayError(.keyUnusable, "\(path): \(reason())")
    }
    try sync(directory)
  }

  private static func check(_ descriptor: Int32, _ path: String) throws(RelayError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw RelayError(.keyUnusable, "\(path) is no regular file")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw RelayError(.keyUnusable, "\(path) can be read by others; its mode must be 0600")
    }
    guard status.st_size == off_t(byteCount) else {
      throw RelayError(.keyUnusable, "\(path) has \(status.st_size) bytes instead of \(byteCount)")
    }
  }

  private static func sync(_ directory: String) throws(RelayError) {
    let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw RelayError(.keyUnusable, "\(directory): \(reason())") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw RelayError(.keyUnusable, "\(directory): \(reason())")
    }
  }

  private static func reason() -> String {
    unsafe String(cString: strerror(errno))
  }
}
