/// How long a message waits for its handler to be tried again (D-12).
enum HandlerAttempts {
  /// The wait after so many calls that failed: 1, 2, 4, 8 s.
  static func pause(after failures: Int) -> Duration {
    .seconds(1 << min(max(failures - 1, 0), 3))
  }
}
