import Foundation

/// A folder that goes away with the object.
final class Scratch {
  private let path: String

  /// In memory it costs no time to wait for; where the system has no such place, it is on the disk.
  init(inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let isThere = inMemory && FileManager.default.isWritableFile(atPath: memory)
    path = (isThere ? memory : NSTemporaryDirectory()) + "/bench-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { Self.remove(path) }

  /// Removes what a folder holds on several threads at once, as each may wait long for the disk.
  private static func remove(_ path: String) {
    let names = FileManager.default.subpaths(atPath: path) ?? []
    let threadCount = 16
    let done = DispatchGroup()
    for thread in 0..<threadCount {
      done.enter()
      Thread.detachNewThread {
        for place in stride(from: thread, to: names.count, by: threadCount) {
          _ = unsafe unlink("\(path)/\(names[place])")
        }
        done.leave()
      }
    }
    done.wait()
    try? FileManager.default.removeItem(atPath: path)
  }

  /// A new folder of this name.
  func folder(_ name: String) throws -> String {
    let folder = path + "/" + name
    Self.remove(folder)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder
  }

  /// A new folder of this name that holds the store of another one.
  func copy(of folder: String, as name: String) throws -> String {
    let copy = try self.folder(name)
    try FileManager.default.copyItem(
      atPath: Group.store(in: folder), toPath: Group.store(in: copy))
    return copy
  }

  /// The bytes of all files in a folder.
  static func byteCount(of folder: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, name in
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
      return sum + ((attributes[.size] as? Int) ?? 0)
    }
  }
}
