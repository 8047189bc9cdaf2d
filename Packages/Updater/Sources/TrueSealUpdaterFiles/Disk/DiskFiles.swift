#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import CDisk
  internal import Glibc
#endif

/// Every call into the C library, and every pointer handed to it.
package struct DiskFiles: FileSystem {
  /// The updater's folder, without a slash at its end.
  package let root: String

  package init(root: String) { self.root = root }

  package func absolutePath(of name: String) -> String { name.isEmpty ? root : "\(root)/\(name)" }

  /// The second since 1970; `clock_gettime` with `CLOCK_REALTIME`.
  static func unixSeconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(clamping: time.tv_sec)
  }

  // MARK: Names

  package func makeFolder(_ name: String) throws(UpdaterFilesError) {
    let path = absolutePath(of: name)
    if name.isEmpty, let slash = root.lastIndex(of: "/"), slash > root.startIndex {
      // The app's support folder may not be there at its first start.
      _ = unsafe mkdir(String(root[..<slash]), 0o700)
    }
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.failure(path) }
  }

  package func status(of name: String) throws(UpdaterFilesError) -> FileStatus? {
    let path = absolutePath(of: name)
    var found = stat()
    guard unsafe lstat(path, &found) == 0 else {
      if errno == ENOENT { return nil }
      throw Self.failure(path)
    }
    return Self.status(found)
  }

  package func names(in folder: String) throws(UpdaterFilesError) -> [String] {
    let path = absolutePath(of: folder)
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path) }
    guard let stream = unsafe fdopendir(descriptor) else {
      let failure = Self.failure(path)
      _ = Self.closeDescriptor(descriptor)
      throw failure
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    errno = 0
    while true {
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw Self.failure(path) }
    return names
  }

  package func rename(_ name: String, to newName: String) throws(UpdaterFilesError) {
    let path = absolutePath(of: newName)
    #if canImport(Darwin)
      let code = unsafe Darwin.rename(absolutePath(of: name), path)
    #elseif canImport(Musl)
      let code = unsafe Musl.rename(absolutePath(of: name), path)
    #else
      let code = unsafe Glibc.rename(absolutePath(of: name), path)
    #endif
    guard code == 0 else { throw Self.failure(path) }
  }

  package func remove(_ name: String) throws(UpdaterFilesError) {
    let path = absolutePath(of: name)
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw Self.failure(path) }
  }

  package func removeFolder(_ name: String) throws(UpdaterFilesError) {
    let path = absolutePath(of: name)
    guard unsafe rmdir(path) == 0 || errno == ENOENT else { throw Self.failure(path) }
  }

  package func synchronizeFolder(_ name: String) throws(UpdaterFilesError) {
    let path = absolutePath(of: name)
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path) }
    defer { _ = Self.closeDescriptor(descriptor) }
    guard fsync(descriptor) == 0 else { throw Self.failure(path) }
  }

  // MARK: Bytes

  package func read(
    _ name: String, from offset: UInt64, byteCountMax: Int
  ) throws(UpdaterFilesError) -> [UInt8] {
    let path = absolutePath(of: name)
    // Nothing that is not a file may keep the reader waiting.
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path) }
    defer { _ = Self.closeDescriptor(descriptor) }
    var found = stat()
    guard unsafe fstat(descriptor, &found) == 0 else { throw Self.failure(path) }
    let status = Self.status(found)
    guard status.kind == .file else { throw UpdaterFilesError(.notAFile, path) }
    guard status.byteCount > offset, byteCountMax > 0 else { return [] }
    let wanted = min(byteCountMax, Int(clamping: status.byteCount - offset))
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted {
        count = unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), wanted - filled,
          off_t(clamping: offset) + off_t(filled))
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        filled += count
      }
    }
    guard count >= 0 else { throw Self.failure(path) }
    return bytes
  }

  package func create(_ name: String) throws(UpdaterFilesError) -> OpenFile {
    let path = absolutePath(of: name)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_APPEND | O_CLOEXEC
    let descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else { throw Self.failure(path) }
    return OpenFile(number: descriptor)
  }

  package func append(_ bytes: [UInt8], to file: OpenFile) throws(UpdaterFilesError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(
          file.number, buffer.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.failure("a file") }
      written += count
    }
  }

  package func truncate(_ file: OpenFile) throws(UpdaterFilesError) {
    guard ftruncate(file.number, 0) == 0 else { throw Self.failure("a file") }
  }

  package func synchronize(_ file: OpenFile) throws(UpdaterFilesError) {
    guard fsync(file.number) == 0 else { throw Self.failure("a file") }
  }

  package func synchronize(contentsOf names: [String]) throws(UpdaterFilesError) {
    #if canImport(Glibc)
      // One call for the whole volume instead of one for each of up to thousands of files.
      if names.count > 8 {
        let descriptor = unsafe open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(root) }
        defer { _ = Self.closeDescriptor(descriptor) }
        guard syncfs(descriptor) == 0 else { throw Self.failure(root) }
        return
      }
    #endif
    for name in names {
      let path = absolutePath(of: name)
      let descriptor = unsafe open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { throw Self.failure(path) }
      defer { _ = Self.closeDescriptor(descriptor) }
      guard fsync(descriptor) == 0 else { throw Self.failure(path) }
    }
  }

  package func close(_ file: OpenFile) throws(UpdaterFilesError) {
    guard Self.closeDescriptor(file.number) == 0 else { throw Self.failure("a file") }
  }

  // MARK: The lock

  package func lock(_ name: String) throws(UpdaterFilesError) -> OpenFile? {
    let path = absolutePath(of: name)
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let isTaken = errno == EWOULDBLOCK
      let failure = Self.failure(path)
      _ = Self.closeDescriptor(descriptor)
      if isTaken { return nil }
      throw failure
    }
    return OpenFile(number: descriptor)
  }

  package func unlock(_ lock: OpenFile) {
    _ = flock(lock.number, LOCK_UN)
    _ = Self.closeDescriptor(lock.number)
  }

  // MARK: Detail

  private static func closeDescriptor(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.close(descriptor)
    #elseif canImport(Musl)
      Musl.close(descriptor)
    #else
      Glibc.close(descriptor)
    #endif
  }

  private static func status(_ found: stat) -> FileStatus {
    let kind: FileStatus.Kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    return FileStatus(kind: kind, byteCount: UInt64(clamping: found.st_size))
  }

  /// What the last failed call of this thread means.
  private static func failure(_ path: String) -> UpdaterFilesError {
    let number = errno
    let code: UpdaterFilesError.Code =
      switch number {
      case ENOENT: .missing
      case EEXIST: .exists
      case ENOSPC, EDQUOT, EFBIG: .full
      case ELOOP, EISDIR, ENOTDIR, ENXIO: .notAFile
      default: .io
      }
    return UpdaterFilesError(code, "\(path): error \(number)")
  }
}
