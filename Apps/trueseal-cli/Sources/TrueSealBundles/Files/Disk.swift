package import TrueSealTerminal

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The publisher's files: every call into the C library.
///
/// No link is followed at the end of a path. Each call blocks.
package struct Disk: Sendable {
  /// What stands under a name.
  package enum Kind: Hashable, Sendable {
    case file, folder, link, other
  }

  /// A name's own facts, links not followed.
  package struct Standing: Hashable, Sendable {
    package let kind: Kind
    package let byteCount: UInt64
    package let owner: UInt32
    /// The nine permission bits.
    package let mode: UInt32
  }

  /// What is about to be changed; a test may let it fail.
  package enum Step: Hashable, Sendable {
    case makeFolder(String), create(String), append, synchronize, rename(String), link(String)
    case remove(String), synchronizeFolder(String)
  }

  private let before: @Sendable (Step) throws(Refusal) -> Void

  package init(before: @escaping @Sendable (Step) throws(Refusal) -> Void = { _ in }) {
    self.before = before
  }

  // MARK: Looking

  package func standing(at path: String) throws(Refusal) -> Standing? {
    var found = stat()
    guard unsafe lstat(path, &found) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Self.failure(path)
    }
    return Self.standing(found)
  }

  /// What a folder holds, in the order of the names' bytes.
  package func names(in folder: String) throws(Refusal) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw Self.failure(folder) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe [UInt8](bytes.prefix { $0 != 0 })
      }
      guard let name = String(validating: bytes, as: UTF8.self) else {
        throw Refusal(.inputRefused, "a name in \(folder) is not UTF-8")
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Some bytes of a regular file, fewer than asked for only at its end.
  package func read(
    _ path: String, from offset: UInt64, byteCountMax: Int
  ) throws(Refusal) -> [UInt8] {
    // Nothing that is not a file may keep the reader waiting.
    let number = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw Self.failure(path) }
    defer { close(number) }
    var found = stat()
    guard unsafe fstat(number, &found) == 0 else { throw Self.failure(path) }
    guard Self.standing(found).kind == .file else {
      throw Refusal(.storage, "\(path) is no file")
    }
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCountMax) { room, filled in
      while filled < byteCountMax {
        count = unsafe pread(
          number, room.baseAddress?.advanced(by: filled), byteCountMax - filled,
          off_t(clamping: offset) + off_t(filled))
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        filled += count
      }
    }
    guard count >= 0 else { throw Self.failure(path) }
    return bytes
  }

  /// The user this process acts for.
  package static var user: UInt32 { geteuid() }

  /// The second since 1970.
  package static var unixSeconds: UInt64 { UInt64(clamping: time(nil)) }

  /// The path without links and dots; nil where nothing stands.
  package static func resolved(_ path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  // MARK: Changing

  /// Makes a folder that a web server may read; nothing if there is one.
  package func makeFolder(_ path: String) throws(Refusal) {
    try before(.makeFolder(path))
    guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else { throw Self.failure(path) }
  }

  /// Makes a file that was not there and lends it for writing; removes it if the work fails.
  package func create(
    _ path: String, mode: UInt32, _ work: (Int32) throws(Refusal) -> Void
  ) throws(Refusal) {
    try before(.create(path))
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let number = unsafe open(path, flags, mode_t(mode))
    guard number >= 0 else { throw Self.failure(path) }
    do throws(Refusal) {
      try work(number)
      try synchronize(number)
    } catch {
      _ = close(number)
      unsafe unlink(path)
      throw error
    }
    // Where the last bytes could not be kept, closing is what tells.
    guard close(number) == 0 else {
      unsafe unlink(path)
      throw Self.failure(path)
    }
  }

  package func append(_ bytes: [UInt8], to file: Int32) throws(Refusal) {
    try before(.append)
    guard System.write(bytes, to: file) else { throw Self.failure("a file") }
  }

  private func synchronize(_ number: Int32) throws(Refusal) {
    try before(.synchronize)
    guard fsync(number) == 0 else { throw Self.failure("a file") }
  }

  /// Replaces whatever file has the new name.
  package func rename(_ path: String, to newPath: String) throws(Refusal) {
    try before(.rename(newPath))
    #if canImport(Darwin)
      let code = unsafe Darwin.rename(path, newPath)
    #elseif canImport(Musl)
      let code = unsafe Musl.rename(path, newPath)
    #else
      let code = unsafe Glibc.rename(path, newPath)
    #endif
    guard code == 0 else { throw Self.failure(newPath) }
  }

  /// Gives a file a second name that nothing has yet.
  package func link(_ path: String, to newPath: String) throws(Refusal) {
    try before(.link(newPath))
    #if canImport(Darwin)
      let code = unsafe Darwin.link(path, newPath)
    #elseif canImport(Musl)
      let code = unsafe Musl.link(path, newPath)
    #else
      let code = unsafe Glibc.link(path, newPath)
    #endif
    guard code == 0 else { throw Self.failure(newPath) }
  }

  /// Removes a file or a link; nothing if there is none.
  package func remove(_ path: String) throws(Refusal) {
    try before(.remove(path))
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw Self.failure(path) }
  }

  /// Makes the names in a folder durable.
  package func synchronizeFolder(_ path: String) throws(Refusal) {
    try before(.synchronizeFolder(path))
    let number = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw Self.failure(path) }
    defer { _ = close(number) }
    guard fsync(number) == 0 else { throw Self.failure(path) }
  }

  // MARK: One publisher at a time

  /// A folder that this process alone changes, until this is let go.
  package final class Lock: Sendable {
    private let number: Int32

    fileprivate init(_ number: Int32) { self.number = number }

    deinit {
      // Closing alone would leave it to a child that is between its fork and its program.
      _ = flock(number, LOCK_UN)
      _ = close(number)
    }
  }

  /// Takes a folder for this process, without waiting.
  package func lock(_ folder: String) throws(Refusal) -> Lock {
    let number = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw Self.failure(folder) }
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      _ = close(number)
      throw Refusal(.storage, "another trueseal changes \(folder) just now")
    }
    return Lock(number)
  }

  // MARK: Translations

  private static func standing(_ found: stat) -> Standing {
    let kind: Kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    return Standing(
      kind: kind, byteCount: UInt64(clamping: found.st_size), owner: found.st_uid,
      mode: UInt32(found.st_mode) & 0o777)
  }

  private static func failure(_ path: String) -> Refusal {
    unsafe Refusal(.storage, "\(path): \(String(cString: strerror(errno)))")
  }
}
