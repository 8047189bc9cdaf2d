/// One thing that breaks a rule of the house, and where it stands.
package struct Finding: Hashable, Sendable, CustomStringConvertible {
  package let path: String
  /// Counted from 1; 0 where the finding is about the whole file or its absence.
  package let line: Int
  package let message: String

  package init(_ path: String, line: Int = 0, _ message: String) {
    self.path = path
    self.line = line
    self.message = message
  }

  package var description: String {
    line == 0 ? "\(path): \(message)" : "\(path):\(line): \(message)"
  }
}
