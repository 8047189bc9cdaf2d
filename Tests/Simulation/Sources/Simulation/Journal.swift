internal import Synchronization

/// What happened in a world, one line after another.
package final class Journal: Sendable {
  private let text = Mutex<[String]>([])

  package init() {}

  package var lines: [String] { text.withLock { $0 } }

  func add(_ line: String) { text.withLock { $0.append(line) } }
}
