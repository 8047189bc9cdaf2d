import Dispatch
import Foundation
import Synchronization
import TrueSealRelayLink

/// The real program, running in a process of its own.
final class RelayProcess: Sendable {
  /// How a process ended.
  struct End: Sendable {
    let code: Int32
    let wasKilled: Bool
    let output: [String]
    let messages: [String]
  }

  private struct State {
    var output: [UInt8] = []
    var messages: [UInt8] = []
    var end: (code: Int32, wasKilled: Bool)?
    var lineWaiter: CheckedContinuation<Void, Never>?
    var endWaiter: CheckedContinuation<Void, Never>?
  }

  let identifier: Int32
  private let shared: Shared

  private final class Shared: Sendable {
    let state = Mutex(State())

    func change(_ body: (inout State) -> Void) {
      let waiters = state.withLock { state in
        body(&state)
        var waiters: [CheckedContinuation<Void, Never>?] = []
        let isOver = state.end != nil
        if isOver || state.output.contains(UInt8(ascii: "\n")) {
          waiters.append(state.lineWaiter)
          state.lineWaiter = nil
        }
        if isOver {
          waiters.append(state.endWaiter)
          state.endWaiter = nil
        }
        return waiters
      }
      for waiter in waiters { waiter?.resume() }
    }
  }

  /// Starts the program beside the test bundle.
  init(_ arguments: [String]) throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let process = Process()
    process.executableURL = folder.appendingPathComponent("relay-mock")
    process.arguments = arguments
    let output = Pipe()
    let messages = Pipe()
    process.standardOutput = output
    process.standardError = messages
    try process.run()
    identifier = process.processIdentifier
    let shared = Shared()
    self.shared = shared
    // Threads of their own: reading and waiting block.
    let streams = DispatchGroup()
    Self.read(output, in: streams) { bytes in shared.change { $0.output += bytes } }
    Self.read(messages, in: streams) { bytes in shared.change { $0.messages += bytes } }
    streams.notify(queue: DispatchQueue(label: "end of relay-mock")) {
      process.waitUntilExit()
      let wasKilled = process.terminationReason == .uncaughtSignal
      shared.change { $0.end = (process.terminationStatus, wasKilled) }
    }
  }

  deinit {
    if shared.state.withLock({ $0.end == nil }) { kill(identifier, SIGKILL) }
  }

  private static func read(
    _ pipe: Pipe, in streams: DispatchGroup, _ take: @escaping @Sendable (Data) -> Void
  ) {
    let handle = pipe.fileHandleForReading
    DispatchQueue(label: "stream of relay-mock").async(group: streams) {
      while true {
        let bytes = handle.availableData
        if bytes.isEmpty { break }
        take(bytes)
      }
    }
  }

  /// The first line of the output; empty when the program ended without one.
  func firstLine() async -> String {
    await withCheckedContinuation { waiter in
      shared.change { $0.lineWaiter = waiter }
    }
    return Self.lines(shared.state.withLock(\.output)).first ?? ""
  }

  /// Sends a signal.
  func signal(_ number: Int32) { kill(identifier, number) }

  /// Waits for the end.
  func end() async -> End {
    await withCheckedContinuation { waiter in
      shared.change { $0.endWaiter = waiter }
    }
    return shared.state.withLock { state in
      End(
        code: state.end?.code ?? -1, wasKilled: state.end?.wasKilled ?? false,
        output: Self.lines(state.output), messages: Self.lines(state.messages))
    }
  }

  /// Runs the program to its end.
  static func run(_ arguments: [String]) async throws -> End {
    try await RelayProcess(arguments).end()
  }

  /// Starts a relay on free ports and returns with its address.
  static func relay(
    in directory: String, _ more: [String] = []
  ) async throws -> (RelayProcess, RelayAddress) {
    let process = try RelayProcess(
      ["--data", directory, "--receive-port", "0", "--push-port", "0", "--health-port", "none"]
        + more)
    return (process, try RelayAddress(parsing: await process.firstLine()))
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
