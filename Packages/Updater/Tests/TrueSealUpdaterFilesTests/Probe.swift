import Foundation

/// A running `updater-probe`, its lines and its end.
final class Probe {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private let ended = DispatchSemaphore(value: 0)
  private var unread: [UInt8] = []

  struct Silence: Error {}

  init(_ folder: Folder, _ server: WebServer, builtIn: UInt64) throws {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = bundle.appendingPathComponent("updater-probe")
    process.arguments = [folder.path, server.url, "\(builtIn)"]
    process.standardOutput = output
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    process.terminationHandler = { [ended] _ in ended.signal() }
    try process.run()
    try output.fileHandleForWriting.close()
  }

  /// Ends the process in the middle of whatever it does, and returns all it has said.
  func kill() throws -> [String] {
    Foundation.kill(process.processIdentifier, SIGKILL)
    guard ended.wait(timeout: .now() + 60) == .success else { throw Silence() }
    unread += output.fileHandleForReading.readDataToEndOfFile()
    return String(decoding: unread, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Lets the process go on until it has said so many lines or is done, and then for a while.
  ///
  /// How far it comes depends on what it does, and not on how busy the machine is.
  func run(lines: Int, microseconds: Int = 0) throws {
    let patience = ContinuousClock.now + .seconds(60)
    while unread.count(where: { $0 == 10 }) < lines, !isDone {
      guard ContinuousClock.now < patience else { throw Silence() }
      if wait(until: patience) { unread += output.fileHandleForReading.availableData }
    }
    let end = ContinuousClock.now + .microseconds(microseconds)
    while ContinuousClock.now < end, !isDone {
      if wait(until: end) { unread += output.fileHandleForReading.availableData }
    }
  }

  private var isDone: Bool { String(decoding: unread, as: UTF8.self).hasSuffix("done\n") }

  private func wait(until end: ContinuousClock.Instant) -> Bool {
    var poll = pollfd(
      fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    let left = (end - ContinuousClock.now) / .milliseconds(1)
    return unsafe Foundation.poll(&poll, 1, Int32(max(left, 0))) > 0
  }
}
