internal import Synchronization
internal import TrueSealUpdater

/// The files of a download, handed out to its lanes and taken back from them.
final class DownloadQueue: Sendable {
  private struct State {
    var waiting: ArraySlice<BundleFile>
    var finished: [FinishedFile] = []
    var finishedByteCount: UInt64 = 0
    var doneByteCount: UInt64 = 0
    var stop: RunStop?
  }

  private let state: Mutex<State>

  init(_ files: [BundleFile]) {
    state = Mutex(State(waiting: files[...]))
  }

  /// The next file; nil when there is none, or the download has failed.
  func next() -> BundleFile? {
    state.withLock { state in state.stop == nil ? state.waiting.popFirst() : nil }
  }

  /// Why the download has failed; the first reason counts.
  var stop: RunStop? { state.withLock { $0.stop } }

  func fail(_ stop: RunStop) {
    state.withLock { state in state.stop = state.stop ?? stop }
  }

  /// Takes a file back; tells how many bytes are done, and what is to be made durable now.
  func finish(_ file: FinishedFile) -> (doneByteCount: UInt64, batch: [FinishedFile]) {
    state.withLock { state in
      state.finished.append(file)
      state.finishedByteCount &+= file.byteCount
      state.doneByteCount &+= file.byteCount
      let isFull =
        state.finishedByteCount >= UpdaterFilesLimits.batchByteCountMax
        || state.finished.count >= UpdaterFilesLimits.batchFileCountMax
      return (state.doneByteCount, isFull ? Self.takeBatch(&state) : [])
    }
  }

  /// All that is left to be made durable.
  func rest() -> [FinishedFile] {
    state.withLock { Self.takeBatch(&$0) }
  }

  private static func takeBatch(_ state: inout State) -> [FinishedFile] {
    defer {
      state.finished = []
      state.finishedByteCount = 0
    }
    return state.finished
  }
}
