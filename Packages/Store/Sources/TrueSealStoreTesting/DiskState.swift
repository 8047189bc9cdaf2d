internal import Synchronization

/// What a disk holds that is not synced, and what is to go wrong on it.
final class DiskState: Sendable {
  /// What becomes of one call.
  enum Verdict: Hashable {
    case proceeds
    case fails(Int32)
    case tears(Int32)
    case isLost
  }

  private struct State {
    var fault: DiskFault?
    var counted = 0
    var calls: [DiskCall] = []
    var strikes: [DiskCall] = []
    var isOff = false
    /// What is not synced, by path.
    var files: [String: Unsynced] = [:]
    /// What the folder would list again after a loss of power, by path.
    var removed: [String: [UInt8]] = [:]
  }

  private let state = Mutex(State())

  var calls: [DiskCall] { state.withLock { $0.calls } }
  var strikes: [DiskCall] { state.withLock { $0.strikes } }
  var isOff: Bool { state.withLock { $0.isOff } }

  /// Begins to count anew, towards a fault or for the count alone.
  func plan(_ fault: DiskFault?) {
    state.withLock { state in
      state.fault = fault
      state.counted = 0
      state.calls = []
      state.strikes = []
    }
  }

  func mend() {
    state.withLock { $0.fault = nil }
  }

  func stop() {
    state.withLock { $0.isOff = true }
  }

  func losePower(_ survival: DiskFault.Survival) {
    state.withLock { state in
      Self.revert(&state, survival)
      state.isOff = true
    }
  }

  // MARK: Calls

  /// Decides what becomes of a call, and counts it.
  func verdict(on operation: DiskFault.Operation, of path: String) -> Verdict {
    state.withLock { state in
      let device = RawFile.number(of: .device)
      guard !state.isOff else { return .fails(device) }
      let call = DiskCall(operation: operation, path: path)
      if operation != .read { state.calls.append(call) }
      guard let fault = state.fault, fault.operations.contains(operation) else { return .proceeds }
      state.counted += 1
      guard state.counted == fault.number || fault.isLasting && state.counted > fault.number
      else { return .proceeds }
      state.strikes.append(call)
      switch fault.effect {
      case .fails(let cause): return .fails(RawFile.number(of: cause))
      case .tears(let cause): return .tears(RawFile.number(of: cause))
      case .isLost: return .isLost
      case .stops: break
      case .losesPower(let survival): Self.revert(&state, survival)
      }
      state.isOff = true
      return .fails(device)
    }
  }

  /// A file was opened that held `byteCount` bytes, or was made.
  func opened(_ path: String, byteCount: Int, isNew: Bool) {
    state.withLock { state in
      guard isNew || state.files[path] == nil else { return }
      state.files[path] = Unsynced(byteCount: byteCount, isNamed: !isNew)
    }
  }

  /// A part of a file is about to be written over or cut away.
  func changes(_ path: String, _ range: Range<Int>, read: (Range<Int>) -> [UInt8]) {
    state.withLock { $0.files[path]?.keep(range, read: read) }
  }

  /// A file was synced; its folder too, if `withNames`.
  func synced(_ path: String, byteCount: Int, withNames: Bool) {
    state.withLock { state in
      state.files[path]?.sync(byteCount: byteCount)
      if withNames { Self.syncNames(&state) }
    }
  }

  /// A file is about to be removed; its folder is synced then, if `withNames`.
  func removes(_ path: String, withNames: Bool) {
    state.withLock { state in
      if let current = RawFile.contents(path) {
        let file = state.files[path] ?? Unsynced(byteCount: current.count, isNamed: true)
        if file.isNamed { state.removed[path] = file.synced(from: current) }
      }
      state.files[path] = nil
      if withNames { Self.syncNames(&state) }
    }
  }

  private static func syncNames(_ state: inout State) {
    state.removed = [:]
    for path in state.files.keys { state.files[path]?.isNamed = true }
  }

  // MARK: Power

  private static func revert(_ state: inout State, _ survival: DiskFault.Survival) {
    var generator: SeededBits?
    if case .some(let seed) = survival { generator = SeededBits(seed: seed) }
    func comesTrue() -> Bool {
      guard var bits = generator else { return false }
      defer { generator = bits }
      return Bool.random(using: &bits)
    }
    for (path, file) in state.files.sorted(by: { $0.key < $1.key }) {
      guard let current = RawFile.contents(path) else { continue }
      guard file.isNamed || comesTrue() else {
        RawFile.remove(path)
        continue
      }
      if !file.isNamed { state.removed[path] = nil }
      var bytes = file.synced(from: current)
      if var bits = generator {
        bytes = file.mixed(from: current, by: &bits)
        generator = bits
      }
      precondition(RawFile.replace(path, with: bytes), "\(path) cannot be put back")
    }
    for (path, bytes) in state.removed.sorted(by: { $0.key < $1.key }) where !comesTrue() {
      precondition(RawFile.replace(path, with: bytes), "\(path) cannot be put back")
    }
  }
}
