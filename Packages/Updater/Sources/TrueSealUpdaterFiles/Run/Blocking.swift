internal import Dispatch

/// Blocking work, off the threads that tasks share.
enum Blocking {
  static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async { continuation.resume(returning: work()) }
    }
  }
}
