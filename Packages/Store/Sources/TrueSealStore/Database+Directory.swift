extension Database {
  /// The process that holds the store open, or nil when none does; asking disturbs nobody.
  ///
  /// Right after an opener took the lock it may still name the holder before it.
  public static func holder(directory: String, name: String) -> Int? {
    let files = StoreFiles(directory: directory, name: name)
    return try? LockFile.holder(at: files.lock)
  }

  /// Deletes a store that nobody has open, whatever it holds; the lock file stays.
  ///
  /// Does nothing where there is no store.
  ///
  /// - Throws: `StoreError`, code `inUse` when it is open, `unreadable` when it is out of reach.
  public static func erase(directory: String, name: String) throws(StoreError) {
    let named = StoreFiles(directory: directory, name: name)
    guard try named.findDirectory() else { return }
    let files = try named.resolved()
    let lock = try LockFile.existing(at: files.lock)
    try files.removeStore()
    _ = consume lock
  }

  /// The version of SQLite in use, for a log.
  public static var engineVersion: String { SQLite.engineVersion }
}
