import Testing

/// Waits for a condition that another thread will bring about, half a minute at most.
func eventually(
  _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async -> Bool
) async {
  let deadline = ContinuousClock.now + .seconds(30)
  while ContinuousClock.now < deadline {
    if await condition() { return }
    await Task.yield()
    try? await Task.sleep(for: .milliseconds(1))
  }
  Issue.record(what, sourceLocation: sourceLocation)
}
