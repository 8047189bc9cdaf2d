#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A file as the system has it, for what happens to it behind SQLite's back.
enum RawFile {
  /// The error number of a fault.
  static func number(of cause: DiskFault.Cause) -> Int32 {
    switch cause {
    case .device: EIO
    case .room: ENOSPC
    }
  }

  /// Leaves the number behind where a failed call of the system leaves its own.
  static func fail(with number: Int32) { errno = number }

  static var lastNumber: Int32 { errno }

  /// All bytes; nil when there is no such file.
  static func contents(_ path: String) -> [UInt8]? {
    guard let stream = unsafe fopen(path, "rb") else { return nil }
    defer { unsafe fclose(stream) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&part, 1, part.count, stream)
      guard count > 0 else { return bytes }
      bytes += part[..<count]
    }
  }

  /// Makes these bytes the whole file, and says whether that worked.
  static func replace(_ path: String, with bytes: [UInt8]) -> Bool {
    guard let stream = unsafe fopen(path, "wb") else { return false }
    let count = unsafe fwrite(bytes, 1, bytes.count, stream)
    return unsafe fclose(stream) == 0 && count == bytes.count
  }

  static func remove(_ path: String) {
    unsafe unlink(path)  // It may be gone already.
  }
}
