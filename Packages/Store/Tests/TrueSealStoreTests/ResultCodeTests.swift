import Foundation
import Testing

@testable import TrueSealStore

/// Numbers from https://www.sqlite.org/rescode.html, classes by hand.
@Suite struct `A result code of SQLite` {
  static let primary: [(name: String, number: Int32, code: StoreError.Code?)] = [
    ("OK", 0, nil), ("ERROR", 1, .misuse), ("INTERNAL", 2, .io), ("PERM", 3, .unreadable),
    ("ABORT", 4, .io), ("BUSY", 5, .inUse), ("LOCKED", 6, .misuse), ("NOMEM", 7, .io),
    ("READONLY", 8, .unreadable), ("INTERRUPT", 9, .io), ("IOERR", 10, .io),
    ("CORRUPT", 11, .damaged), ("NOTFOUND", 12, .misuse), ("FULL", 13, .full),
    ("CANTOPEN", 14, .unreadable), ("PROTOCOL", 15, .inUse), ("EMPTY", 16, .io),
    ("SCHEMA", 17, .misuse), ("TOOBIG", 18, .misuse), ("CONSTRAINT", 19, .constraint),
    ("MISMATCH", 20, .misuse), ("MISUSE", 21, .misuse), ("NOLFS", 22, .full),
    ("AUTH", 23, .misuse), ("FORMAT", 24, .io), ("RANGE", 25, .misuse), ("NOTADB", 26, .damaged),
    ("NOTICE", 27, nil), ("WARNING", 28, nil), ("ROW", 100, nil), ("DONE", 101, nil),
  ]

  /// The extended codes of 3.40: primary number, highest subnumber, and those that differ.
  static let extended: [(primary: Int32, highest: Int32, others: [Int32: StoreError.Code])] = [
    (1, 3, [:]),  // MISSING_COLLSEQ, RETRY, SNAPSHOT
    (4, 2, [:]),  // ROLLBACK
    (5, 3, [:]),  // RECOVERY, SNAPSHOT, TIMEOUT
    (6, 2, [1: .inUse]),  // SHAREDCACHE; VTAB
    (8, 6, [:]),  // RECOVERY, CANTLOCK, ROLLBACK, DBMOVED, CANTINIT, DIRECTORY
    (10, 33, [32: .damaged, 33: .damaged]),  // READ to ROLLBACK_ATOMIC; DATA, CORRUPTFS
    (11, 3, [:]),  // VTAB, SEQUENCE, INDEX
    (14, 6, [:]),  // NOTEMPDIR, ISDIR, FULLPATH, CONVPATH, DIRTYWAL, SYMLINK
    (19, 12, [:]),  // CHECK to DATATYPE
    (23, 1, [:]),  // USER
    (27, 2, [:]),  // RECOVER_WAL, RECOVER_ROLLBACK
    (28, 1, [:]),  // AUTOINDEX
  ]

  @Test func `S-11 has one class, and so does each of its extended codes`() throws {
    for (name, number, code) in Self.primary {
      #expect(StoreError.Code(result: number, systemError: 0) == code, "SQLITE_\(name)")
    }
    #expect(Set(Self.primary.map(\.number)) == Set(ResultCode.allCases.map(\.rawValue)))
    for (primary, highest, others) in Self.extended {
      let usual = try #require(Self.primary.first { $0.number == primary }).code
      for sub in 1...highest {
        let code = StoreError.Code(result: primary | sub << 8, systemError: 0)
        #expect(code == others[sub] ?? usual, "primary \(primary), sub \(sub)")
      }
    }
  }

  @Test func `S-11 that is not known yet has the class of its primary code, else io`() {
    #expect(StoreError.Code(result: 13 | 200 << 8, systemError: 0) == .full)
    #expect(StoreError.Code(result: 77, systemError: 0) == .io)
  }

  static let systemErrors: [(number: Int32, code: StoreError.Code)] = [
    (ENOSPC, .full), (EDQUOT, .full), (EFBIG, .full), (EACCES, .unreadable),
    (EPERM, .unreadable), (EROFS, .unreadable), (ELOOP, .unreadable), (EIO, .io), (EMFILE, .io),
  ]

  @Test func `S-11 of a failed system call is sorted by the system's own number`() {
    for (number, code) in Self.systemErrors {
      for primary: Int32 in [10, 10 | 3 << 8, 14] {  // IOERR, IOERR_WRITE, CANTOPEN
        #expect(StoreError.Code(result: primary, systemError: number) == code, "error \(number)")
      }
      // What has its class already keeps it: an old number may be left over.
      #expect(StoreError.Code(result: 11, systemError: number) == .damaged)
    }
  }

  @Test func `is a string a log can show`() {
    #expect("\(StoreError(.full, "no room"))" == "StoreError.full: no room")
    #expect(StoreError(.full, "no room") == StoreError(.full))
    #expect(StoreError(.full) != StoreError(.io))
  }
}
