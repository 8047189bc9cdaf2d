import Foundation

/// A relay in a process of its own, which can be killed and comes back where it was.
final class RelayProcess {
  /// The Relay Address it prints.
  let address: String
  private let folder: String
  private let ports: [String]
  private var child: Child

  /// Starts a relay; `faults` are what it shall do wrong, in its own notation.
  init(folder: String, faults: [String] = []) throws {
    self.folder = folder
    child = try Child(
      "relay-mock",
      Self.arguments(folder, ["0", "0"]) + faults.flatMap { ["--fault", $0] })
    address = try child.line { $0.hasPrefix("trueseal://") }
    let digits = address.split { !$0.isNumber }.suffix(2).map(String.init)
    ports = digits
  }

  func restart() throws {
    child.kill()
    try resume()
  }

  /// Takes the relay away from everybody, until `resume`.
  func pause() { child.stop() }

  /// Brings a relay that has ended back where it was.
  func resume() throws {
    child = try Child("relay-mock", Self.arguments(folder, ports))
    try child.line { $0.hasPrefix("trueseal://") }
  }

  /// Ends the relay; 0 when every fault it was asked for has struck.
  @discardableResult
  func stop() -> Int32 {
    child.stop()
    return child.exitCode
  }

  private static func arguments(_ folder: String, _ ports: [String]) -> [String] {
    [
      "--data", folder, "--host", "127.0.0.1", "--receive-port", ports[0], "--push-port", ports[1],
      "--health-port", "0",
    ]
  }
}
