extension DiskFault.Operation {
  /// Fails as the system does, with its number left behind; returns what SQLite's own file system then returns.
  ///
  /// Codes: https://www.sqlite.org/rescode.html
  func fail(with number: Int32) -> Int32 {
    RawFile.fail(with: number)
    switch self {
    case .read: return 10 | 1 << 8  // SQLITE_IOERR_READ
    case .write where number == RawFile.number(of: .room): return 13  // SQLITE_FULL
    case .write: return 10 | 3 << 8  // SQLITE_IOERR_WRITE
    case .sync: return 10 | 4 << 8  // SQLITE_IOERR_FSYNC
    case .truncate: return 10 | 6 << 8  // SQLITE_IOERR_TRUNCATE
    case .delete: return 10 | 10 << 8  // SQLITE_IOERR_DELETE
    }
  }
}
