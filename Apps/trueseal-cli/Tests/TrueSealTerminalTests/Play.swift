import Dispatch
import Foundation
import Synchronization

/// A program that runs, with what it has said so far.
///
/// One that takes more than its deadline is killed, which ends everybody's waiting for it.
final class Play: @unchecked Sendable {  // The process is set up once and then only sent signals.
  struct Ending: Sendable {
    let code: Int32
    let out: String
    let err: String
    var lines: [String] { out.split(separator: "\n").map(String.init) }
  }

  let out = Hearing()
  let err = Hearing()
  private let process = Process()
  private let input = Pipe()
  private let ending = Hearing()
  private static let deadline: Duration = .seconds(100)

  init(
    _ program: String, _ words: [String], variables: [String: String] = [:],
    input text: String? = nil
  ) throws {
    process.executableURL =
      program.hasPrefix("/")
      ? URL(fileURLWithPath: program) : Self.folder.appendingPathComponent(program)
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.standardInput = input
    Self.connect(process, out, err)
    process.terminationHandler = { [ending] process in
      ending.take(Data("\(process.terminationStatus)".utf8))
      ending.take(Data())
    }
    try process.run()
    if let text { input.fileHandleForWriting.write(Data(text.utf8)) }
    try input.fileHandleForWriting.close()
    let number = process.processIdentifier
    Task { [ending] in
      try await Task.sleep(for: Self.deadline)
      if !ending.isOver { kill(number, SIGKILL) }
    }
  }

  var number: Int32 { process.processIdentifier }

  func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until the program has ended and said everything.
  func end() async -> Ending {
    _ = await ending.wait { _ in false }
    _ = await out.wait { _ in false }
    _ = await err.wait { _ in false }
    return Ending(code: Int32(ending.text) ?? -1, out: out.text, err: err.text)
  }

  /// Runs a program to its end.
  static func run(
    _ program: String, _ words: [String], variables: [String: String] = [:], input: String? = nil
  ) async throws -> Ending {
    try await Play(program, words, variables: variables, input: input).end()
  }

  private static func connect(_ process: Process, _ out: Hearing, _ err: Hearing) {
    for (hearing, isError) in [(out, false), (err, true)] {
      let pipe = Pipe()
      // A thread that waits: a handle that calls back may miss the end when its number is used again.
      DispatchQueue(label: "play.hearing").async {
        var data = pipe.fileHandleForReading.availableData
        while !data.isEmpty {
          hearing.take(data)
          data = pipe.fileHandleForReading.availableData
        }
        hearing.take(data)
      }
      if isError { process.standardError = pipe } else { process.standardOutput = pipe }
    }
  }

  /// Where the program `trueseal` is.
  static var trueseal: String { folder.appendingPathComponent("trueseal").path }

  /// Where the programs were built: beside the tests.
  static let folder: URL = {
    let places = [Bundle.main.executableURL, Bundle.main.bundleURL, Bundle.main.resourceURL]
      .compactMap { $0 }.flatMap { [$0, $0.deletingLastPathComponent()] }
    let found = places.first {
      FileManager.default.isExecutableFile(atPath: $0.appendingPathComponent("trueseal").path)
    }
    return found ?? URL(fileURLWithPath: "/nowhere")
  }()
}

/// Text that arrives bit by bit, and can be waited for; empty data ends it.
final class Hearing: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isOver = false
    var change = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }
  var isOver: Bool { state.withLock { $0.isOver } }

  func take(_ data: Data) {
    let waiters = state.withLock { state in
      state.bytes += data
      state.isOver = state.isOver || data.isEmpty
      state.change += 1
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// The text once it is as wished; nil when it ended before.
  func wait(until isWished: (String) -> Bool) async -> String? {
    while true {
      let (change, text, isOver) = state.withLock {
        ($0.change, String(decoding: $0.bytes, as: UTF8.self), $0.isOver)
      }
      if isWished(text) { return text }
      if isOver { return nil }
      await withCheckedContinuation { continuation in
        let isLate = state.withLock { state in
          if state.change == change { state.waiters.append(continuation) }
          return state.change != change
        }
        if isLate { continuation.resume() }
      }
    }
  }

  /// The first line, once it is whole.
  func firstLine() async -> String? {
    await wait { $0.contains("\n") }?.split(separator: "\n").first.map(String.init)
  }
}
