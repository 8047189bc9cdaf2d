/// SQLite's primary result codes, by the numbers its file format promises never to change.
///
/// Source: https://www.sqlite.org/rescode.html
enum ResultCode: Int32, CaseIterable {
  case ok = 0
  case error, internalError, permission, abort, busy, locked, noMemory, readOnly, interrupt
  case inputOutput, corrupt, notFound, full, cannotOpen, lockProtocol, empty, schema, tooBig
  case constraint, mismatch, misuse, noLargeFiles, authorization, format, range, notADatabase
  case notice, warning
  case row = 100
  case done = 101

  /// The primary code is the low byte of an extended one.
  init?(extended code: Int32) { self.init(rawValue: code & 0xFF) }
}

extension StoreError.Code {
  /// The class of a result code, or nil for the codes that report no failure.
  ///
  /// What SQLite reports as a failed call is sorted by the error number the system gave, where
  /// it gave one: a quota that is used up is a full disk to the caller, however it was noticed.
  init?(result code: Int32, systemError: Int32) {
    guard let primary = ResultCode(extended: code) else {
      self = .io
      return
    }
    switch primary {
    case .ok, .row, .done, .notice, .warning: return nil
    case .full, .noLargeFiles: self = .full
    case .permission, .readOnly: self = .unreadable
    case .cannotOpen: self = POSIX.code(for: systemError) ?? .unreadable
    case .inputOutput: self = Self.inputOutput(code, systemError: systemError)
    case .busy, .lockProtocol: self = .inUse
    case .locked: self = code >> 8 == 1 ? .inUse : .misuse  // SQLITE_LOCKED_SHAREDCACHE
    case .corrupt, .notADatabase: self = .damaged
    case .constraint: self = .constraint
    case .internalError, .noMemory, .abort, .interrupt, .empty, .format: self = .io
    case .error, .notFound, .schema, .tooBig, .mismatch, .misuse, .authorization, .range:
      self = .misuse
    }
  }

  private static func inputOutput(_ code: Int32, systemError: Int32) -> Self {
    switch code >> 8 {
    case 32, 33: .damaged  // SQLITE_IOERR_DATA, SQLITE_IOERR_CORRUPTFS
    default: POSIX.code(for: systemError) ?? .io
    }
  }
}
