import Foundation
import Testing

/// A relay and homes, in a folder of their own that goes with the stage.
final class Stage: Sendable {
  let folder: String
  let relay: Play
  let address: String
  /// The ports of the relay, to start another in its place.
  private let ports: [String]

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("ts-\(UUID())").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    relay = try Play("relay-mock", Self.words(folder, ["0", "0"]))
    address = try #require(await relay.out.firstLine())
    let spoken = try #require(await relay.out.wait { $0.contains("push port") })
    ports = ["receive port ", "push port "].map { name in
      let rest = spoken.components(separatedBy: name).last ?? ""
      return String(rest.prefix { $0.isNumber })
    }
  }

  deinit {
    relay.signal(SIGTERM)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The relay again, after it ended, at the same place.
  func relayAgain() async throws -> Play {
    let again = try Play("relay-mock", Self.words(folder, ports))
    _ = try #require(await again.out.firstLine())
    return again
  }

  private static func words(_ folder: String, _ ports: [String]) -> [String] {
    [
      "--data", folder + "/relay", "--receive-port", ports[0], "--push-port", ports[1],
      "--health-port", "none",
    ]
  }

  func home(_ name: String) -> String { "\(folder)/\(name)" }

  /// Starts trueseal in a home.
  func start(_ home: String, _ words: String..., input: String? = nil) throws -> Play {
    try Play("trueseal", words + ["--home", self.home(home)], variables: variables, input: input)
  }

  /// Runs trueseal in a home to its end.
  func run(_ home: String, _ words: String..., input: String? = nil) async throws -> Play.Ending {
    try await Play(
      "trueseal", words + ["--home", self.home(home)], variables: variables, input: input
    )
    .end()
  }

  /// Runs trueseal in a home to its end, with nothing after the words, one of which may begin with a minus.
  func runLast(_ home: String, _ words: String...) async throws -> Play.Ending {
    try await Play("trueseal", ["--home", self.home(home)] + words, variables: variables).end()
  }

  var variables: [String: String] { ["XDG_RUNTIME_DIR": folder, "NO_COLOR": "1"] }

  /// Makes a device.
  func make(_ home: String) async throws {
    let made = try await run(home, "init", "--relay", address, "--name", String(home.prefix(20)))
    try #require(made.code == 0, "\(made.err)")
  }

  /// Makes two devices and pairs them.
  func pair(_ first: String, _ second: String) async throws {
    try await make(first)
    let pair = try start(first, "pair", "--accept-first")
    let link = try #require(await pair.out.firstLine())
    let joined = try await run(second, "join", link, "--name", String(second.prefix(20)))
    try #require(joined.code == 0, "\(joined.err)")
    let paired = await pair.end()
    try #require(paired.code == 0, "\(paired.err)")
  }

  /// A listener, once other commands go through it.
  func listener(_ home: String, _ words: String...) async throws -> Play {
    let listener = try Play(
      "trueseal", ["listen", "--home", self.home(home)] + words, variables: variables)
    // Commands that come before it has the socket wait for the store; so one that is answered tells.
    while true {
      let doctor = try await run(home, "doctor", "--json")
      if doctor.out.contains("process \(listener.number)") { return listener }
      try #require(!listener.out.isOver, "\(listener.err.text)")
    }
  }
}
