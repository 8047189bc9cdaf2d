import Synchronization

@testable import TrueSealUpdaterFiles

/// A disk on which the operation of one number goes wrong, in one of five ways.
///
/// A process that has stopped can do nothing more: each later call fails and changes nothing.
final class FaultyFiles: FileSystem {
  enum Fault: CaseIterable, Sendable {
    /// Nothing is done, and the call says so.
    case fails
    /// Half of it, or all where there are no halves, is done, and the call fails.
    case torn
    /// The process ends before it.
    case stops
    /// The process ends in the middle of it.
    case tornStops
    /// The power goes: what was not flushed is lost, names and bytes.
    case powerCut

    var isDeadly: Bool { self == .stops || self == .tornStops || self == .powerCut }
  }

  private struct Renaming {
    let name: String
    let newName: String
    let oldBytes: [UInt8]?
  }

  private struct State {
    var count = 0
    var isArmed = false
    var at: Int?
    var fault = Fault.fails
    var hasFired = false
    var isDead = false
    var names: [OpenFile: String] = [:]
    var unflushed: Set<String> = []
    var renamings: [Renaming] = []
    var lock: OpenFile?
  }

  private let disk: DiskFiles
  private let state = Mutex(State())

  init(root: String) { disk = DiskFiles(root: root) }

  /// Makes the operation of a number, counted from now on, go wrong.
  func arm(_ fault: Fault, at number: Int?) {
    state.withLock { state in
      state.isArmed = true
      state.count = 0
      state.fault = fault
      state.at = number
      state.hasFired = false
    }
  }

  /// From here on operations are not counted, and none goes wrong.
  func disarm() { state.withLock { $0.isArmed = false } }

  var count: Int { state.withLock { $0.count } }
  var hasFired: Bool { state.withLock { $0.hasFired } }
  var isDead: Bool { state.withLock { $0.isDead } }

  /// The end of the process: nothing is done any more, and the lock is free.
  func end() {
    let (lock, files) = state.withLock { state in
      defer { state.lock = nil }
      state.isDead = true
      return (state.lock, Array(state.names.keys))
    }
    for file in files { try? disk.close(file) }
    if let lock { disk.unlock(lock) }
  }

  private enum Turn { case goes, fails(half: Bool) }

  private func turn() -> Turn {
    let (turn, isCut) = state.withLock { state -> (Turn, Bool) in
      if state.isDead { return (.fails(half: false), false) }
      guard state.isArmed else { return (.goes, false) }
      state.count += 1
      guard state.count == state.at else { return (.goes, false) }
      state.hasFired = true
      state.isDead = state.fault.isDeadly
      let isHalf = state.fault == .torn || state.fault == .tornStops
      return (.fails(half: isHalf), state.fault == .powerCut)
    }
    if isCut { loseUnflushed() }
    return turn
  }

  private func run<Result>(
    half: (() -> Void)? = nil, _ work: () throws(UpdaterFilesError) -> Result
  ) throws(UpdaterFilesError) -> Result {
    switch turn() {
    case .goes: return try work()
    case .fails(let isHalf):
      if isHalf { if let half { half() } else { _ = try? work() } }
      throw UpdaterFilesError(.io, "a fault of the test")
    }
  }

  /// What a disk has after the power went: no name and no byte that nobody asked it to keep.
  private func loseUnflushed() {
    let (renamings, unflushed) = state.withLock { ($0.renamings, $0.unflushed) }
    for name in unflushed {
      guard let count = try? disk.status(of: name)?.byteCount, count > 0 else { continue }
      rewrite(name, (try? disk.read(name, from: 0, byteCountMax: Int(count / 2))) ?? [])
    }
    for renaming in renamings.reversed() {
      try? disk.rename(renaming.newName, to: renaming.name)
      if let bytes = renaming.oldBytes { rewrite(renaming.newName, bytes) }
    }
  }

  private func rewrite(_ name: String, _ bytes: [UInt8]) {
    try? disk.remove(name)
    guard let file = try? disk.create(name) else { return }
    try? disk.append(bytes, to: file)
    try? disk.close(file)
  }

  // MARK: The operations

  func makeFolder(_ name: String) throws(UpdaterFilesError) {
    try run { () throws(UpdaterFilesError) in try disk.makeFolder(name) }
  }

  func status(of name: String) throws(UpdaterFilesError) -> FileStatus? {
    try run { () throws(UpdaterFilesError) in try disk.status(of: name) }
  }

  func names(in folder: String) throws(UpdaterFilesError) -> [String] {
    try run { () throws(UpdaterFilesError) in try disk.names(in: folder).sorted() }
  }

  func read(
    _ name: String, from offset: UInt64, byteCountMax: Int
  ) throws(UpdaterFilesError) -> [UInt8] {
    try run { () throws(UpdaterFilesError) in
      try disk.read(name, from: offset, byteCountMax: byteCountMax)
    }
  }

  func create(_ name: String) throws(UpdaterFilesError) -> OpenFile {
    try run { () throws(UpdaterFilesError) in
      let file = try disk.create(name)
      state.withLock { state in
        state.names[file] = name
        state.unflushed.insert(name)
      }
      return file
    }
  }

  func append(_ bytes: [UInt8], to file: OpenFile) throws(UpdaterFilesError) {
    let half = { try? self.disk.append(Array(bytes.prefix(bytes.count / 2)), to: file) }
    try run(half: { _ = half() }) { () throws(UpdaterFilesError) in
      try disk.append(bytes, to: file)
      state.withLock { state in
        if let name = state.names[file] { state.unflushed.insert(name) }
      }
    }
  }

  func truncate(_ file: OpenFile) throws(UpdaterFilesError) {
    try run { () throws(UpdaterFilesError) in try disk.truncate(file) }
  }

  func synchronize(_ file: OpenFile) throws(UpdaterFilesError) {
    try run { () throws(UpdaterFilesError) in
      try disk.synchronize(file)
      state.withLock { state in
        if let name = state.names[file] { state.unflushed.remove(name) }
      }
    }
  }

  func synchronize(contentsOf names: [String]) throws(UpdaterFilesError) {
    try run { () throws(UpdaterFilesError) in
      try disk.synchronize(contentsOf: names)
      state.withLock { $0.unflushed.subtract(names) }
    }
  }

  func close(_ file: OpenFile) throws(UpdaterFilesError) {
    try run { () throws(UpdaterFilesError) in
      try disk.close(file)
      _ = state.withLock { $0.names.removeValue(forKey: file) }
    }
  }

  func rename(_ name: String, to newName: String) throws(UpdaterFilesError) {
    try run { () throws(UpdaterFilesError) in
      let old = try? disk.read(newName, from: 0, byteCountMax: 1 << 20)
      try disk.rename(name, to: newName)
      state.withLock { state in
        state.renamings.append(Renaming(name: name, newName: newName, oldBytes: old))
        if state.unflushed.remove(name) != nil { state.unflushed.insert(newName) }
      }
    }
  }

  func remove(_ name: String) throws(UpdaterFilesError) {
    try run { () throws(UpdaterFilesError) in
      try disk.remove(name)
      _ = state.withLock { $0.unflushed.remove(name) }
    }
  }

  func removeFolder(_ name: String) throws(UpdaterFilesError) {
    try run { () throws(UpdaterFilesError) in try disk.removeFolder(name) }
  }

  func synchronizeFolder(_ name: String) throws(UpdaterFilesError) {
    try run { () throws(UpdaterFilesError) in
      try disk.synchronizeFolder(name)
      state.withLock { state in
        state.renamings.removeAll { renaming in
          let parts = renaming.newName.split(separator: "/")
          return parts.dropLast().joined(separator: "/") == name
        }
      }
    }
  }

  func lock(_ name: String) throws(UpdaterFilesError) -> OpenFile? {
    try run { () throws(UpdaterFilesError) in
      let lock = try disk.lock(name)
      state.withLock { $0.lock = lock }
      return lock
    }
  }

  func unlock(_ lock: OpenFile) {
    let isHeld = state.withLock { state in
      defer { if state.lock == lock { state.lock = nil } }
      return state.lock == lock
    }
    if isHeld { disk.unlock(lock) }
  }

  func absolutePath(of name: String) -> String { disk.absolutePath(of: name) }
}
