internal import CSQLite
internal import Synchronization

/// A file system of SQLite's that asks a disk about each call and passes on what may go on.
///
/// Every pointer SQLite hands in or out is in this file.
@safe final class VFS: @unchecked Sendable {  // Its pointers are set once, in `init`.
  let disk: DiskState
  let name: String

  fileprivate let methods: UnsafeMutablePointer<sqlite3_io_methods>
  fileprivate let real: UnsafeMutablePointer<sqlite3_vfs>
  private let registered: UnsafeMutablePointer<sqlite3_vfs>
  private let nameBytes: UnsafeMutableBufferPointer<CChar>

  private static let number = Atomic(0)

  /// Makes it known to SQLite under a name of its own.
  init(over disk: DiskState) {
    guard let real = unsafe sqlite3_vfs_find(nil) else {
      preconditionFailure("SQLite has no file system")
    }
    self.disk = disk
    name = "test-disk-\(Self.number.add(1, ordering: .relaxed).newValue)"
    unsafe self.real = real
    unsafe methods = .allocate(capacity: 1)
    unsafe methods.initialize(to: Self.makeMethods())
    unsafe registered = .allocate(capacity: 1)
    unsafe registered.initialize(to: real.pointee)
    let text = name.utf8CString
    unsafe nameBytes = .allocate(capacity: text.count)
    _ = unsafe nameBytes.initialize(from: text)
    unsafe registered.pointee.zName = UnsafePointer(nameBytes.baseAddress)
    unsafe registered.pointee.pNext = nil
    unsafe registered.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    unsafe registered.pointee.szOsFile =
      Int32(MemoryLayout<FileHead>.stride) + real.pointee.szOsFile
    // Without version 3 nobody exchanges the system's calls below one file system for all.
    unsafe registered.pointee.iVersion = 2
    unsafe Self.setCalls(of: registered)
    unsafe sqlite3_vfs_register(registered, 0)
  }

  /// Open files hold the object, so that none is open any more.
  deinit {
    unsafe sqlite3_vfs_unregister(registered)
    unsafe registered.deallocate()
    unsafe methods.deallocate()
    unsafe nameBytes.deallocate()
  }

  fileprivate static func of(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> VFS {
    guard let vfs = unsafe vfs, let data = unsafe vfs.pointee.pAppData else {
      preconditionFailure("a file system without its object")
    }
    return unsafe Unmanaged<VFS>.fromOpaque(data).takeUnretainedValue()
  }

  // MARK: Calls about paths

  private static func setCalls(of vfs: UnsafeMutablePointer<sqlite3_vfs>) {
    unsafe vfs.pointee.xOpen = { vfs, path, file, flags, outFlags in
      unsafe VFS.of(vfs).open(path, file, flags, outFlags)
    }
    unsafe vfs.pointee.xDelete = { vfs, path, withNames in
      unsafe VFS.of(vfs).remove(path, withNames)
    }
    unsafe vfs.pointee.xAccess = { vfs, path, flags, result in
      let real = unsafe VFS.of(vfs).real
      return unsafe real.pointee.xAccess(real, path, flags, result)
    }
    unsafe vfs.pointee.xFullPathname = { vfs, path, count, result in
      let real = unsafe VFS.of(vfs).real
      return unsafe real.pointee.xFullPathname(real, path, count, result)
    }
    unsafe vfs.pointee.xGetLastError = { _, _, _ in RawFile.lastNumber }
  }

  private func open(
    _ path: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let head = unsafe FileHead.of(file) else { return SQLITE_MISUSE }
    unsafe head.initialize(to: FileHead())
    guard !disk.isOff else { return SQLITE_CANTOPEN }
    let name = unsafe path.map { unsafe String(cString: $0) }
    var isThere: Int32 = 1
    if name != nil { _ = unsafe real.pointee.xAccess(real, path, SQLITE_ACCESS_EXISTS, &isThere) }
    let code = unsafe real.pointee.xOpen(real, path, FileHead.below(head), flags, outFlags)
    guard code == SQLITE_OK else { return code }
    // A folder lists a new journal or log for good once that file was synced for the first time.
    let journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL | SQLITE_OPEN_SUPER_JOURNAL
    let opened = unsafe OpenFile(
      on: self, path: name, real: FileHead.below(head),
      syncsNames: flags & journals != 0 && flags & SQLITE_OPEN_CREATE != 0)
    unsafe head.pointee.base.pMethods = UnsafePointer(methods)
    unsafe head.pointee.opened = Unmanaged.passRetained(opened)
    if let name { disk.opened(name, byteCount: opened.byteCount, isNew: isThere == 0) }
    return SQLITE_OK
  }

  private func remove(_ path: UnsafePointer<CChar>?, _ withNames: Int32) -> Int32 {
    guard let path = unsafe path else { return SQLITE_MISUSE }
    let name = unsafe String(cString: path)
    switch disk.verdict(on: .delete, of: name) {
    case .proceeds:
      disk.removes(name, withNames: withNames != 0)
      return unsafe real.pointee.xDelete(real, path, 0)
    case .isLost: return SQLITE_OK
    case .fails(let number), .tears(let number):
      return DiskFault.Operation.delete.fail(with: number)
    }
  }

  // MARK: Calls about open files

  private static func makeMethods() -> sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    methods.iVersion = 2
    unsafe methods.xClose = { file in unsafe FileHead.close(file) }
    unsafe methods.xRead = { file, bytes, count, offset in
      unsafe FileHead.opened(file).read(bytes, count, offset)
    }
    unsafe methods.xWrite = { file, bytes, count, offset in
      unsafe FileHead.opened(file).write(bytes, count, offset)
    }
    unsafe methods.xTruncate = { file, size in unsafe FileHead.opened(file).truncate(size) }
    unsafe methods.xSync = { file, flags in unsafe FileHead.opened(file).sync() }
    setPassedOn(&methods)
    return methods
  }

  private static func setPassedOn(_ methods: inout sqlite3_io_methods) {
    unsafe methods.xFileSize = { file, size in
      unsafe FileHead.calls(file).xFileSize(FileHead.real(file), size)
    }
    unsafe methods.xLock = { file, lock in
      unsafe FileHead.calls(file).xLock(FileHead.real(file), lock)
    }
    unsafe methods.xUnlock = { file, lock in
      unsafe FileHead.calls(file).xUnlock(FileHead.real(file), lock)
    }
    unsafe methods.xCheckReservedLock = { file, result in
      unsafe FileHead.calls(file).xCheckReservedLock(FileHead.real(file), result)
    }
    unsafe methods.xFileControl = { file, code, argument in
      unsafe FileHead.calls(file).xFileControl(FileHead.real(file), code, argument)
    }
    unsafe methods.xSectorSize = { file in
      unsafe FileHead.calls(file).xSectorSize(FileHead.real(file))
    }
    unsafe methods.xDeviceCharacteristics = { file in
      let found = unsafe FileHead.calls(file).xDeviceCharacteristics(FileHead.real(file))
      // Calls that are one only together could not be struck one by one.
      return found & ~SQLITE_IOCAP_BATCH_ATOMIC
    }
    unsafe methods.xShmMap = { file, page, size, extends, result in
      unsafe FileHead.calls(file).xShmMap(FileHead.real(file), page, size, extends, result)
    }
    unsafe methods.xShmLock = { file, offset, count, flags in
      unsafe FileHead.calls(file).xShmLock(FileHead.real(file), offset, count, flags)
    }
    unsafe methods.xShmBarrier = { file in
      unsafe FileHead.calls(file).xShmBarrier(FileHead.real(file))
    }
    unsafe methods.xShmUnmap = { file, deletes in
      unsafe FileHead.calls(file).xShmUnmap(FileHead.real(file), deletes)
    }
  }
}

/// What SQLite keeps for a file of ours; the real one's bytes follow.
@safe private struct FileHead {
  var base = unsafe sqlite3_file()
  var opened: Unmanaged<OpenFile>?

  static func of(
    _ file: UnsafeMutablePointer<sqlite3_file>?
  ) -> UnsafeMutablePointer<FileHead>? {
    unsafe file.map {
      unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: FileHead.self)
    }
  }

  static func below(
    _ head: UnsafeMutablePointer<FileHead>
  ) -> UnsafeMutablePointer<sqlite3_file> {
    unsafe UnsafeMutableRawPointer(head).advanced(by: MemoryLayout<FileHead>.stride)
      .assumingMemoryBound(to: sqlite3_file.self)
  }

  static func opened(_ file: UnsafeMutablePointer<sqlite3_file>?) -> OpenFile {
    guard let opened = unsafe of(file)?.pointee.opened else {
      preconditionFailure("a file that is not open")
    }
    return unsafe opened.takeUnretainedValue()
  }

  static func real(
    _ file: UnsafeMutablePointer<sqlite3_file>?
  ) -> UnsafeMutablePointer<sqlite3_file> {
    unsafe opened(file).real
  }

  static func calls(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods {
    unsafe opened(file).real.pointee.pMethods.pointee
  }

  static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
    guard let head = unsafe of(file), let opened = unsafe head.pointee.opened else {
      return SQLITE_OK
    }
    let real = unsafe below(head)
    let code = unsafe real.pointee.pMethods.pointee.xClose(real)
    unsafe head.pointee = FileHead()
    unsafe opened.release()
    return code
  }
}

/// A file that SQLite has open.
@safe private final class OpenFile {
  private let vfs: VFS
  /// Nil for a file that has no name and is not looked after.
  private let path: String?
  let real: UnsafeMutablePointer<sqlite3_file>
  private var syncsNames: Bool

  init(
    on vfs: VFS, path: String?, real: UnsafeMutablePointer<sqlite3_file>, syncsNames: Bool
  ) {
    self.vfs = vfs
    self.path = path
    unsafe self.real = real
    self.syncsNames = syncsNames
  }

  var byteCount: Int {
    var size: sqlite3_int64 = 0
    _ = unsafe real.pointee.pMethods.pointee.xFileSize(real, &size)
    return Int(size)
  }

  func read(_ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ offset: sqlite3_int64) -> Int32 {
    if let code = struck(.read) { return code }
    return unsafe real.pointee.pMethods.pointee.xRead(real, bytes, count, offset)
  }

  func write(_ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: sqlite3_int64) -> Int32 {
    let verdict = path.map { vfs.disk.verdict(on: .write, of: $0) } ?? .proceeds
    switch verdict {
    case .proceeds, .tears:
      let count = verdict == .proceeds ? count : count / 2
      keep(Int(offset)..<Int(offset) + Int(count))
      let code = unsafe real.pointee.pMethods.pointee.xWrite(real, bytes, count, offset)
      guard code == SQLITE_OK, case .tears(let number) = verdict else { return code }
      return DiskFault.Operation.write.fail(with: number)
    case .isLost: return SQLITE_OK
    case .fails(let number): return DiskFault.Operation.write.fail(with: number)
    }
  }

  func truncate(_ size: sqlite3_int64) -> Int32 {
    if let code = struck(.truncate) { return code }
    keep(Int(size)..<max(Int(size), byteCount))
    return unsafe real.pointee.pMethods.pointee.xTruncate(real, size)
  }

  func sync() -> Int32 {
    if let code = struck(.sync) { return code }
    if let path { vfs.disk.synced(path, byteCount: byteCount, withNames: syncsNames) }
    syncsNames = false
    return SQLITE_OK
  }

  /// What a call that is struck hands back, and nil for one that goes on.
  private func struck(_ operation: DiskFault.Operation) -> Int32? {
    guard let path else { return nil }
    switch vfs.disk.verdict(on: operation, of: path) {
    case .proceeds: return nil
    case .isLost: return SQLITE_OK
    case .fails(let number), .tears(let number): return operation.fail(with: number)
    }
  }

  /// Has the disk keep what is there until it is synced.
  private func keep(_ range: Range<Int>) {
    guard let path else { return }
    vfs.disk.changes(path, range) { range in
      var bytes = [UInt8](repeating: 0, count: range.count)
      // What lies behind the end is zero, as the array is.
      _ = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe real.pointee.pMethods.pointee.xRead(
          real, buffer.baseAddress, Int32(range.count), sqlite3_int64(range.lowerBound))
      }
      return bytes
    }
  }
}
