import Foundation

/// The two streams the program writes to, a line at a time.
struct Output: Sendable {
  /// Takes a line of the result, for scripts.
  let result: @Sendable (String) -> Void
  /// Takes a line for people.
  let message: @Sendable (String) -> Void

  /// The process's own streams; lines written to a closed one are lost.
  static let standard = Output(
    result: { try? FileHandle.standardOutput.write(contentsOf: Data(($0 + "\n").utf8)) },
    message: { try? FileHandle.standardError.write(contentsOf: Data(($0 + "\n").utf8)) })
}
