import Foundation

/// vodozemac in a Python process, which measures itself.
final class OlmProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Nil where `make setup-peers` has not been; the top of the repository must be the current folder.
  init?() throws {
    let (python, script) = (".venv/bin/python3", "Tools/Bench/Peer/olm_rounds.py")
    guard [python, script].allSatisfy(FileManager.default.fileExists) else { return nil }
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [script]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit { kill(process.processIdentifier, SIGKILL) }

  /// Processor time for `times` rounds, and for as many that only carry the bytes over.
  func nanoseconds(_ times: Int) throws -> (work: Double, calls: Double) {
    try input.fileHandleForWriting.write(contentsOf: Data("\(times)\n".utf8))
    var answer = ""
    while !answer.hasSuffix("\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Plain.Refusal(work: "hear from vodozemac") }
      answer += String(decoding: more, as: UTF8.self)
    }
    let numbers = answer.split { $0.isWhitespace }.compactMap { Double($0) }
    guard numbers.count == 2 else { throw Plain.Refusal(work: "understand vodozemac") }
    return (numbers[0], numbers[1])
  }
}
