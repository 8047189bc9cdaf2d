/// Where the files of one store are, and what can be said of them without SQLite.
struct StoreFiles {
  /// The directory as the caller names it, without trailing slashes.
  private let directory: String
  private let name: String

  /// The files of the store `name` in `directory`; names come from the caller's own checks.
  init(directory: String, name: String) {
    precondition(!directory.isEmpty && !directory.utf8.contains(0), "the directory is no path")
    precondition(
      !name.isEmpty && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") },
      "the name is none of a file")
    var directory = directory[...]
    while directory.count > 1, directory.last == "/" { directory.removeLast() }
    self.directory = String(directory)
    self.name = name
  }

  var main: String { "\(directory)/\(name).trueseal" }
  var lock: String { "\(directory)/\(name).lock" }
  var log: String { main + "-wal" }
  var journal: String { main + "-journal" }
  var logIndex: String { main + "-shm" }

  /// Checks that the directory is one of ours to use; false when there is none.
  ///
  /// - Throws: `StoreError`, code `unreadable`, for a link, another's directory or no directory.
  func findDirectory() throws(StoreError) -> Bool {
    guard let status = try POSIX.status(of: directory) else { return false }
    guard status.kind == .directory else {
      throw StoreError(.unreadable, "\(directory) is a link or no directory")
    }
    guard status.owner == POSIX.userID else {
      throw StoreError(.unreadable, "\(directory) belongs to another user")
    }
    return true
  }

  /// Makes the directory and those above it that are missing, each for this user alone.
  func makeDirectory() throws(StoreError) {
    try makeDirectory(directory)
  }

  /// The same files under the path that has no links in it, which SQLite insists on.
  func resolved() throws(StoreError) -> StoreFiles {
    StoreFiles(directory: try POSIX.resolved(directory), name: name)
  }

  /// The header of the store, or nil when there is no store or an empty file.
  ///
  /// Only call this while holding the lock, or where there is no lock file: closing a file takes
  /// away the locks that SQLite in this process may have on it.
  func header() throws(StoreError) -> FileHeader? {
    guard let start = try POSIX.start(of: main, byteCount: FileHeader.byteCount),
      start.fileByteCount > 0
    else { return nil }
    return try FileHeader(decoding: start.bytes, fileByteCount: start.fileByteCount)
  }

  /// Whether a transaction outside the log was cut short; SQLite undoes it when it opens the file.
  ///
  /// A journal that starts with a zero was never needed, since the file was not written to yet.
  func hasHotJournal() throws(StoreError) -> Bool {
    guard let start = try POSIX.start(of: journal, byteCount: 1) else { return false }
    return start.bytes.first.map { $0 != 0 } ?? false
  }

  /// Whether undoing what was cut short leaves a store, and not the nothing there was before it.
  ///
  /// Source: https://www.sqlite.org/fileformat2.html section 3: bytes 16 to 19 count the pages.
  func journalRestoresStore() throws(StoreError) -> Bool {
    guard let start = try POSIX.start(of: journal, byteCount: 20), start.bytes.count == 20 else {
      return false
    }
    return start.bytes[16...].contains { $0 != 0 }
  }

  /// Removes a journal that was never needed; SQLite would leave it, with old rows in it.
  func removeColdJournal() throws(StoreError) {
    if try !hasHotJournal() { try POSIX.remove(journal) }
  }

  /// Whether there is a log with something in it.
  func hasLog() throws(StoreError) -> Bool {
    try POSIX.status(of: log).map { $0.byteCount > 0 } ?? false
  }

  /// Refuses a directory that others may enter and that holds nothing of this store.
  ///
  /// Others may share it for a reason, and it is not ours to close. One that is empty, or holds
  /// the store already, is closed by `protect`.
  ///
  /// - Throws: `StoreError`, code `unreadable`, for such a directory.
  func checkDirectory() throws(StoreError) {
    guard let status = try POSIX.status(of: directory), status.permissions & 0o077 != 0 else {
      return
    }
    if try POSIX.status(of: main) != nil { return }
    guard try POSIX.isEmptyDirectory(directory) else {
      throw StoreError(.unreadable, "\(directory) is open to others and holds other files")
    }
  }

  /// Makes the file if there is none, and takes all rights of others to it and to the directory.
  func protect() throws(StoreError) {
    if let descriptor = try POSIX.openFile(main, creates: true) { POSIX.closeFile(descriptor) }
    for path in [directory, main] {
      if let status = try POSIX.status(of: path), status.permissions & 0o077 != 0 {
        try POSIX.changePermissions(of: path, to: status.permissions & 0o700)
      }
    }
  }

  /// Leaves the store and its log out of backups: a copy put back would say what was said already.
  func excludeFromBackups() {
    for path in [main, log] { POSIX.excludeFromBackups(path) }
  }

  /// Removes the store; the lock file stays.
  func removeStore() throws(StoreError) {
    for path in [log, journal, logIndex, main] { try POSIX.remove(path) }
    try POSIX.synchronizeDirectory(directory)
  }

  private func makeDirectory(_ path: String) throws(StoreError) {
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    if !parent.isEmpty, try POSIX.status(of: parent) == nil { try makeDirectory(parent) }
    try POSIX.makeDirectory(path)
    try POSIX.synchronizeDirectory(parent.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : parent)
  }
}
