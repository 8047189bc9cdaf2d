/// Work that may take for ever, against the time it is given.
enum Race {
  /// What the work returns; nil if the time is up first.
  ///
  /// The work is then cancelled, and not waited for.
  static func result<Value: Sendable>(
    within time: Duration, pause: @escaping @Sendable (Duration) async throws -> Void,
    of work: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let (results, continuation) = AsyncStream.makeStream(of: Value?.self)
    let worker = Task { continuation.yield(await work()) }
    let alarm = Task {
      guard (try? await pause(time)) != nil else { return }
      continuation.yield(nil)
    }
    defer {
      worker.cancel()
      alarm.cancel()
    }
    for await result in results { return result }
    return nil
  }
}
