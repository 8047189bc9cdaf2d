import Synchronization
import TrueSealUpdater
import TrueSealUpdaterFiles
import UpdaterFixtures

/// An app's data as a test describes it.
final class Buckets: BucketSource {
  private struct State {
    var synced: [Requirements.Pair]
    var asked: [Requirements.Pair] = []
    var syncs: [Requirements.Pair] = []
    var deleted: [Requirements.Pair] = []
    var deletionCount = 0
    var refused: Requirements.Pair?
    var refusesDeletion = false
    var whenSyncing: @Sendable () async -> Void = {}
  }

  private let state: Mutex<State>

  init(synced: [Requirements.Pair]) { state = Mutex(State(synced: synced)) }

  var asked: [Requirements.Pair] { state.withLock { $0.asked } }
  var syncs: [Requirements.Pair] { state.withLock { $0.syncs } }
  var deleted: [Requirements.Pair] { state.withLock { $0.deleted } }
  var deletionCount: Int { state.withLock { $0.deletionCount } }

  func refuseToSync(_ pair: Requirements.Pair?) { state.withLock { $0.refused = pair } }
  func refuseToDelete() { state.withLock { $0.refusesDeletion = true } }
  func whenSyncing(_ body: @escaping @Sendable () async -> Void) {
    state.withLock { $0.whenSyncing = body }
  }

  func hasSynced(_ pair: Requirements.Pair) async -> Bool {
    state.withLock { state in
      state.asked.append(pair)
      return state.synced.contains(pair)
    }
  }

  func sync(_ pair: Requirements.Pair) async throws {
    let (body, isRefused) = state.withLock { state in
      state.syncs.append(pair)
      return (state.whenSyncing, state.refused == pair)
    }
    await body()
    if isRefused { throw Release.Missing() }
    state.withLock { $0.synced.append(pair) }
  }

  func syncedPairs() async -> [Requirements.Pair] { state.withLock { $0.synced } }

  func delete(_ pair: Requirements.Pair) async throws {
    let isRefused = state.withLock { state in
      state.deletionCount += 1
      if !state.refusesDeletion {
        state.deleted.append(pair)
        state.synced.removeAll { $0 == pair }
      }
      return state.refusesDeletion
    }
    if isRefused { throw Release.Missing() }
  }
}

/// Holds tasks back until it is opened.
actor AsyncGate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
