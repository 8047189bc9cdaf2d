import Foundation

/// A folder of a test's own, gone when the test is.
final class Scratch: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("trueseal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The bytes of every file in the folder and below.
  func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    let paths = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    for name in paths {
      let url = URL(fileURLWithPath: path + "/" + name)
      guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        continue
      }
      contents[name] = [UInt8](try Data(contentsOf: url))
    }
    return contents
  }
}

extension [UInt8] {
  func contains(_ other: [UInt8]) -> Bool {
    Data(self).range(of: Data(other)) != nil
  }
}

extension Scratch {
  /// The permission bits of a file or folder.
  func mode(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }
}
