/// The exclusive right to one store, held until the value is dropped or the process ends.
///
/// The file itself is never removed: a second opener could otherwise lock a file that is no
/// longer the one a third opener finds.
struct LockFile: ~Copyable {
  private let descriptor: Int32

  /// Takes the lock of an existing file; nil when there is no file.
  ///
  /// - Throws: `StoreError`, code `inUse`, when it is held.
  static func existing(at path: String) throws(StoreError) -> LockFile? {
    guard let descriptor = try POSIX.openFile(path, creates: false) else { return nil }
    return try LockFile(descriptor, path)
  }

  /// Takes the lock, making the file when there is none.
  ///
  /// - Throws: `StoreError`, code `inUse`, when it is held.
  init(at path: String) throws(StoreError) {
    guard let descriptor = try POSIX.openFile(path, creates: true) else {
      throw StoreError(.io, "no lock file came of it")
    }
    try self.init(descriptor, path)
  }

  private init(_ descriptor: Int32, _ path: String) throws(StoreError) {
    do throws(StoreError) {
      guard try POSIX.status(of: descriptor).kind == .file else {
        throw StoreError(.unreadable, "\(path) is not a regular file")
      }
      guard try POSIX.lock(descriptor) else { throw StoreError(.inUse, "\(path) is locked") }
    } catch {
      POSIX.closeFile(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit {
    POSIX.unlock(descriptor)
    POSIX.closeFile(descriptor)
  }

  /// Writes this process's id into the file, for whoever is refused.
  func sign() throws(StoreError) {
    try POSIX.replaceContents(descriptor, with: Array("\(POSIX.processID)\n".utf8))
  }

  /// The process that holds the lock at `path`, or nil when nobody does or it has not signed yet.
  static func holder(at path: String) throws(StoreError) -> Int? {
    guard let descriptor = try POSIX.openFile(path, creates: false) else { return nil }
    defer { POSIX.closeFile(descriptor) }
    guard try POSIX.isLocked(descriptor) else { return nil }
    let digits = try POSIX.read(descriptor, byteCount: 20).prefix { $0 != UInt8(ascii: "\n") }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
