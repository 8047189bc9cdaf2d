import Foundation
import Testing
import TrueSealStoreFixtures

@testable import TrueSealStore

@Suite struct `A backup` {
  @Test func `S-12 knows what to leave out by a property list of its name`() throws {
    let list = try unsafe PropertyListSerialization.propertyList(
      from: Data(BackupMark.value), format: nil)
    #expect(list as? String == "com.apple.backupd")
    #expect(BackupMark.value.count == 61)
  }

  #if canImport(Darwin)
    @Test func `S-12 leaves out the store and its log`() throws {
      let scratch = try Scratch()
      let database = try scratch.open()
      for path in [scratch.main, scratch.main + "-wal"] {
        let values = try URL(fileURLWithPath: path).resourceValues(forKeys: [
          .isExcludedFromBackupKey
        ])
        #expect(values.isExcludedFromBackup == true, "\(path)")
      }
      database.close()
    }
  #endif
}
