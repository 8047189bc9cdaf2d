#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Every call into the C library, and every pointer handed to it.
enum POSIX {
  /// What stands under a path.
  enum Kind: Hashable {
    case nothing, file, directory, link, other
  }

  /// What is known of a file without reading it.
  struct Status: Hashable {
    let kind: Kind
    let byteCount: Int
    let permissions: UInt32
    let owner: UInt32
    let device: UInt64
    let number: UInt64
  }

  /// The numbers of the two lock commands, which not every header shows.
  private enum Command {
    #if canImport(Darwin)
      static let set: Int32 = 90  // F_OFD_SETLK
      static let get: Int32 = 92  // F_OFD_GETLK
    #else
      static let set: Int32 = 37  // F_OFD_SETLK
      static let get: Int32 = 36  // F_OFD_GETLK
    #endif
  }

  /// The class of an error number, or nil where the number says nothing of the cause.
  static func code(for number: Int32) -> StoreError.Code? {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: .full
    case EACCES, EPERM, ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EROFS, ETXTBSY: .unreadable
    case EIO, EMFILE, ENFILE, ENOMEM, ENXIO, ENODEV, ESTALE, EINVAL: .io
    default: nil
    }
  }

  /// The number of the last failed call of this thread, if it was for want of room.
  static var lastShortage: Int32? {
    let number = errno
    return code(for: number) == .full ? number : nil
  }

  static var processID: Int { Int(getpid()) }

  static var userID: UInt32 { geteuid() }

  // MARK: Backups

  /// Marks a file as one that backups leave out, where the system knows such a mark.
  ///
  /// Nobody hears of it when the disk takes no marks: a store works without.
  static func excludeFromBackups(_ path: String) {
    #if canImport(Darwin)
      unsafe setxattr(
        path, BackupMark.name, BackupMark.value, BackupMark.value.count, 0, XATTR_NOFOLLOW)
    #endif
  }

  // MARK: Paths

  /// What stands under `path`, itself and not what a link leads to.
  static func status(of path: String) throws(StoreError) -> Status? {
    var found = stat()
    guard unsafe lstat(path, &found) == 0 else {
      if errno == ENOENT { return nil }
      throw failure("look at", path)
    }
    return status(found)
  }

  static func makeDirectory(_ path: String) throws(StoreError) {
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("make", path) }
  }

  static func changePermissions(of path: String, to mode: UInt32) throws(StoreError) {
    guard unsafe chmod(path, mode_t(mode)) == 0 else { throw failure("protect", path) }
  }

  static func remove(_ path: String) throws(StoreError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure("remove", path) }
  }

  /// The path without links and dots.
  static func resolved(_ path: String) throws(StoreError) -> String {
    guard let real = unsafe realpath(path, nil) else { throw failure("resolve", path) }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Whether a directory holds nothing.
  static func isEmptyDirectory(_ path: String) throws(StoreError) -> Bool {
    guard let stream = unsafe opendir(path) else { throw failure("list", path) }
    defer { unsafe closedir(stream) }
    var count = 0
    while unsafe readdir(stream) != nil {
      count += 1
      if count > 2 { return false }  // More than itself and its parent.
    }
    return true
  }

  /// Makes a directory's list of names durable.
  static func synchronizeDirectory(_ path: String) throws(StoreError) {
    let descriptor = try open(path + "/.", O_RDONLY | O_DIRECTORY, "open")
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("sync", path) }
  }

  // MARK: Files

  /// Opens a file to read and write, making it with mode 0600 where `creates` says so.
  ///
  /// Nil when there is none and none is made.
  static func openFile(_ path: String, creates: Bool) throws(StoreError) -> Int32? {
    do {
      return try open(path, O_RDWR | (creates ? O_CREAT : 0), "open")
    } catch {
      if !creates, try status(of: path) == nil { return nil }
      throw error
    }
  }

  /// The first bytes of a regular file and its length, or nil when there is no such file.
  static func start(
    of path: String, byteCount: Int
  ) throws(StoreError) -> (bytes: [UInt8], fileByteCount: Int)? {
    guard try status(of: path) != nil else { return nil }
    let descriptor = try open(path, O_RDONLY, "open")
    defer { close(descriptor) }
    let status = try status(of: descriptor)
    guard status.kind == .file else {
      throw StoreError(.unreadable, "\(path) is not a regular file")
    }
    return (try read(descriptor, byteCount: byteCount), status.byteCount)
  }

  static func status(of descriptor: Int32) throws(StoreError) -> Status {
    var found = stat()
    guard unsafe fstat(descriptor, &found) == 0 else { throw failure("look at", "a file") }
    return status(found)
  }

  static func read(_ descriptor: Int32, byteCount: Int) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    var filled = 0
    while filled < byteCount {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), byteCount - filled, off_t(filled))
      }
      if count == 0 { break }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure("read", "a file") }
      filled += count
    }
    return Array(bytes.prefix(filled))
  }

  /// Makes `bytes` the whole contents of a small file.
  static func replaceContents(_ descriptor: Int32, with bytes: [UInt8]) throws(StoreError) {
    guard ftruncate(descriptor, 0) == 0,
      unsafe pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
    else { throw failure("write", "the lock file") }
  }

  static func closeFile(_ descriptor: Int32) {
    close(descriptor)
  }

  // MARK: Locks

  /// Takes the exclusive lock that belongs to this opening of the file, without waiting.
  ///
  /// It ends with the last copy of the descriptor, so with the process at the latest.
  static func lock(_ descriptor: Int32) throws(StoreError) -> Bool {
    var wanted = wholeFile(F_WRLCK)
    guard unsafe fcntl(descriptor, Command.set, &wanted) != 0 else { return true }
    if errno == EAGAIN || errno == EACCES { return false }
    throw failure("lock", "the lock file")
  }

  /// Gives the lock back at once, even where a process being started has a copy of the descriptor.
  static func unlock(_ descriptor: Int32) {
    var range = wholeFile(F_UNLCK)
    _ = unsafe fcntl(descriptor, Command.set, &range)
  }

  /// Whether some opening of the file holds the lock; asking takes nothing.
  static func isLocked(_ descriptor: Int32) throws(StoreError) -> Bool {
    var wanted = wholeFile(F_WRLCK)
    guard unsafe fcntl(descriptor, Command.get, &wanted) == 0 else {
      throw failure("ask for the lock of", "the lock file")
    }
    return wanted.l_type != Int16(F_UNLCK)
  }

  private static func wholeFile(_ type: Int32) -> flock {
    var range = flock()
    range.l_type = Int16(type)
    range.l_whence = Int16(SEEK_SET)
    return range
  }

  // MARK: Detail

  private static func open(
    _ path: String, _ flags: Int32, _ verb: String
  ) throws(StoreError) -> Int32 {
    while true {
      let all = flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
      #if canImport(Darwin)
        let descriptor = unsafe Darwin.open(path, all, 0o600)
      #elseif canImport(Musl)
        let descriptor = unsafe Musl.open(path, all, 0o600)
      #else
        let descriptor = unsafe Glibc.open(path, all, 0o600)
      #endif
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR else { throw failure(verb, path) }
    }
  }

  private static func status(_ found: stat) -> Status {
    let kind: Kind
    switch found.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .link
    default: kind = .other
    }
    return Status(
      kind: kind, byteCount: Int(found.st_size), permissions: UInt32(found.st_mode & 0o7777),
      owner: found.st_uid, device: UInt64(truncatingIfNeeded: found.st_dev),
      number: UInt64(found.st_ino))
  }

  private static func failure(_ verb: String, _ path: String) -> StoreError {
    let number = errno
    return StoreError(code(for: number) ?? .io, "cannot \(verb) \(path): error \(number)")
  }
}
