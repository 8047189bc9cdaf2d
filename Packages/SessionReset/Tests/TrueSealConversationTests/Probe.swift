import ConversationFixtures
import Foundation
import Testing
import TrueSealCrypto

/// One device whose calls are made by processes of their own, each of which may be killed midway.
final class ProbedDevice {
  struct Ending {
    let lines: [String]
    let wasKilled: Bool
  }

  let directory: String
  let seed: UInt64
  private let peerSeed: UInt64
  private var callCount: UInt64 = 0

  init(seed: UInt64, peerSeed: UInt64) {
    (self.seed, self.peerSeed) = (seed, peerSeed)
    directory =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("conversation-\(UUID().uuidString)").path
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// Makes one call, to be killed at a point if it comes by; `-` is no point.
  func call(
    _ verb: String, _ argument: [UInt8] = [], at now: UInt64, killedAt point: String = "-"
  ) throws -> Ending {
    callCount += 1
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("conversation-probe")
    process.arguments = [
      directory, "\(seed)", "\(peerSeed)", "\(seed << 32 | callCount)", "\(now)", point, verb,
      Hexadecimal.encode(argument),
    ]
    process.standardOutput = output
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let wasKilled =
      process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
    guard wasKilled || process.terminationStatus == 0 else { throw Failed(verb: verb) }
    return Ending(
      lines: String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init),
      wasKilled: wasKilled)
  }

  struct Failed: Error {
    let verb: String
  }
}
