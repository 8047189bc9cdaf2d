import Foundation

/// The Python environment of the peers, which `make setup-peers` makes, and their scripts.
enum Python {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let program = folder.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent(".venv/bin/python3")

  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program.path) }

  /// Starts a script of the folder `Peer`.
  static func run(_ script: String, _ arguments: String...) throws -> Child {
    let path = folder.appendingPathComponent("Peer").appendingPathComponent(script).path
    return try Child(at: program, [path] + arguments)
  }
}
