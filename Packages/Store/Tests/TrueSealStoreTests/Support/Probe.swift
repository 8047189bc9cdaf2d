import Foundation

/// A running `store-probe`, its lines and its end.
final class Probe {
  /// What is waited for at most, wherever a test waits.
  static let patience = 20.0

  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private let ended = DispatchSemaphore(value: 0)
  private var unread = Data()

  struct TimedOut: Error {}

  var id: Int { Int(process.processIdentifier) }

  init(_ arguments: String...) throws {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = bundle.appendingPathComponent("store-probe")
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    process.terminationHandler = { [ended] _ in ended.signal() }
    try process.run()
    try output.fileHandleForWriting.close()
  }

  deinit { if process.isRunning { kill() } }

  /// The next line, or nil when the process will say no more.
  func line() throws -> String? {
    while true {
      if let end = unread.firstIndex(of: 10) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread = Data(unread[(end + 1)...])
        return line
      }
      var poll = pollfd(
        fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe Foundation.poll(&poll, 1, Int32(Self.patience * 1_000)) > 0 else {
        throw TimedOut()
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread.append(more)
    }
  }

  /// All lines to the end.
  func lines() throws -> [String] {
    var lines: [String] = []
    while let line = try line() { lines.append(line) }
    return lines
  }

  /// Ends the process in the middle of whatever it does.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
  }

  /// Lets a probe that waits for the end of its input go on.
  func release() throws {
    try input.fileHandleForWriting.close()
  }

  /// Waits for the end; true when a signal was the cause.
  @discardableResult
  func waitUntilKilled() throws -> Bool {
    guard ended.wait(timeout: .now() + Self.patience) == .success else { throw TimedOut() }
    return process.terminationReason == .uncaughtSignal
  }
}
