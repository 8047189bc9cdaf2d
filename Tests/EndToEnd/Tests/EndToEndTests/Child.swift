import Foundation
import Synchronization

/// A real process of a test, its output read line by line.
final class Child: Sendable {
  private struct State {
    var lines: [String] = []
    var partial: [UInt8] = []
    var isOver = false
  }

  /// What a child was expected to say and did not.
  struct Silence: Error, CustomStringConvertible {
    let description: String
  }

  private let process: Process
  private let input = Pipe()
  private let state = Mutex(State())
  private let changed = DispatchSemaphore(value: 0)

  /// Starts a program that was built with the tests.
  convenience init(_ program: String, _ arguments: [String]) throws {
    try self.init(at: Self.programs.appendingPathComponent(program), arguments)
  }

  /// Starts a program that lies elsewhere.
  init(at program: URL, _ arguments: [String]) throws {
    process = Process()
    process.executableURL = program
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    // A killed or failing child must not spend seconds on a report nobody reads.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = environment
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // A thread that waits: a handle that calls back may miss the end when its number is used again.
    DispatchQueue(label: "child.output").async { [weak self] in
      while true {
        let data = output.fileHandleForReading.availableData
        self?.take([UInt8](data))
        if data.isEmpty { return }
      }
    }
  }

  /// Where the programs of this build lie: beside the tests.
  static let programs = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent()

  var lines: [String] { state.withLock { $0.lines } }
  var processIdentifier: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }
  var exitCode: Int32 { process.terminationStatus }

  func write(_ line: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// The first line for which `holds` is true, as soon as there is one.
  ///
  /// - Throws: `Silence` when a minute passes or the child ends before.
  @discardableResult
  func line(within seconds: Double = 60, where holds: (String) -> Bool) throws -> String {
    try find(within: seconds) { $0.first(where: holds) }
  }

  /// The n-th line that begins so, counted from 1.
  func line(_ number: Int, withPrefix prefix: String) throws -> String {
    try find(within: 60) { lines in
      let those = lines.filter { $0.hasPrefix(prefix) }
      return those.count < number ? nil : those[number - 1]
    }
  }

  /// The n-th line, counted from 1.
  func line(_ number: Int) throws -> String {
    try find(within: 60) { $0.count < number ? nil : $0[number - 1] }
  }

  private func find(
    within seconds: Double, _ look: ([String]) -> String?
  ) throws -> String {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while true {
      let (lines, isOver) = state.withLock { ($0.lines, $0.isOver) }
      if let found = look(lines) { return found }
      guard !isOver, Date() < deadline else {
        throw Silence(description: "the child said only: \(lines.suffix(20))")
      }
      _ = changed.wait(timeout: .now() + 0.05)
    }
  }

  /// Ends the child as a phone's system does, and takes what it had said.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    waitUntilOver()
  }

  /// Asks the child to end, and takes what it said.
  func stop(with signal: Int32 = SIGTERM) {
    Foundation.kill(process.processIdentifier, signal)
    waitUntilOver()
  }

  func waitUntilOver(within seconds: Double = 60) {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while Date() < deadline, !state.withLock({ $0.isOver }) || process.isRunning {
      _ = changed.wait(timeout: .now() + 0.002)
    }
  }

  private func take(_ bytes: [UInt8]) {
    state.withLock { state in
      if bytes.isEmpty { state.isOver = true }
      for byte in bytes {
        if byte == 10 {
          state.lines.append(String(decoding: state.partial, as: UTF8.self))
          state.partial = []
        } else {
          state.partial.append(byte)
        }
      }
    }
    changed.signal()
  }
}
