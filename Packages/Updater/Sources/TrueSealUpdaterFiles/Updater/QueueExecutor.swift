internal import Dispatch

/// Runs the updater on a queue of its own, so that waiting for the disk holds no thread others share.
final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "updater")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = unsafe asUnownedSerialExecutor()
    queue.async { unsafe job.runSynchronously(on: executor) }
  }
}
