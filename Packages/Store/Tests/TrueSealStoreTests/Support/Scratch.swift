import Foundation
import TrueSealStore
import TrueSealStoreFixtures

/// A directory of one test's own, removed with the object.
final class Scratch: Sendable {
  /// The directory.
  let path: String
  /// A directory in it that does not exist until a store makes it.
  var store: String { path + "/store" }
  var main: String { store + "/box.trueseal" }

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/store-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func open(_ schema: Schema = Fixtures.release1) throws(StoreError) -> Database {
    try Database.open(directory: store, name: "box", schema: schema)
  }

  /// The code `open` fails with, or nil when it does not.
  func refusal(_ schema: Schema = Fixtures.release1) -> StoreError.Code? {
    do throws(StoreError) {
      _ = try open(schema)
      return nil
    } catch {
      return error.code
    }
  }

  /// Makes a store of release one with entries 1 to `count`, and closes it.
  func makeStore(entries count: Int64 = 3, byteCount: Int = 100) throws {
    let database = try open()
    try database.write { transaction in
      for id in 0..<count { try Fixtures.write(id + 1, byteCount: byteCount, in: transaction) }
    }
    database.close()
  }

  /// Every file of the store: its bytes, its mode and when it was last written.
  func snapshot(_ directory: String? = nil) throws -> [String: FileRecord] {
    let directory = directory ?? store
    var records: [String: FileRecord] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      records[name] = try FileRecord(directory + "/" + name)
    }
    return records
  }

  func bytes(_ path: String? = nil) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path ?? main)))
  }

  func overwrite(_ bytes: [UInt8], _ path: String? = nil) throws {
    let path = path ?? main
    guard let file = FileHandle(forWritingAtPath: path) else {
      return try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
    // Unlike Data, a handle does not wait for the disk, which thousands of files would feel.
    try file.write(contentsOf: Data(bytes))
    try file.truncate(atOffset: UInt64(bytes.count))
    try file.close()
  }
}

/// What must not change about a file that is left alone.
struct FileRecord: Equatable {
  let bytes: Data
  let mode: Int
  let modified: Date

  init(_ path: String) throws {
    bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    mode = attributes[.posixPermissions] as? Int ?? 0
    modified = attributes[.modificationDate] as? Date ?? .distantPast
  }
}
