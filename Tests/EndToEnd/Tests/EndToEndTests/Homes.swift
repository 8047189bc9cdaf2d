import Foundation
import Testing

/// Devices that people use through the program `trueseal`, each in a home of its own, and their relay.
final class Homes {
  /// How a command ended.
  struct Ending {
    let code: Int32
    let lines: [String]
  }

  let relay: RelayProcess
  private let folder: String
  private var children: [Child] = []

  init() throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("ts-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    relay = try RelayProcess(folder: folder + "/relay")
  }

  deinit {
    for child in children where child.isRunning { child.stop() }
    relay.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Starts a command of a device.
  func start(_ name: String, _ words: String...) throws -> Child {
    try start(name, words)
  }

  /// Runs a command of a device to its end.
  @discardableResult
  func run(_ name: String, _ words: String...) throws -> Ending {
    let child = try start(name, words)
    child.waitUntilOver()
    return Ending(code: child.exitCode, lines: child.lines)
  }

  private func start(_ name: String, _ words: [String]) throws -> Child {
    let child = try Child("trueseal", ["--home", "\(folder)/\(name)"] + words)
    children.append(child)
    return child
  }

  /// Makes a group of devices; the first one lets the others in.
  func group(_ names: String...) throws {
    try #require(run(names[0], "init", "--relay", relay.address, "--name", names[0]).code == 0)
    for name in names.dropFirst() { try pair(name, with: names[0]) }
    // Some have not looked since others came.
    for name in names {
      try waitForList(of: name, to: "list everybody") { $0.count == names.count }
    }
  }

  /// Lets a device into the group of another.
  func pair(_ joiner: String, with admitter: String) throws {
    let pair = try start(admitter, "pair", "--accept-first")
    let link = try pair.line { $0.hasPrefix("trueseal://") }
    try #require(run(joiner, "join", link, "--name", joiner).code == 0)
    pair.waitUntilOver()
    try #require(pair.exitCode == 0)
  }

  /// Has a device listen, so that it hears of changes as they come, and serves other commands.
  func listen(_ name: String) throws -> Child {
    let listener = try start(name, "listen")
    let number = "process \(listener.processIdentifier)"
    while try !run(name, "doctor").lines.contains(where: { $0.contains(number) }) {
      try #require(listener.isRunning)
    }
    return listener
  }

  /// The list as a device prints it: a line for each member, the same on every device that agrees.
  func list(of name: String) throws -> [String] {
    try run(name, "members").lines.map { line in
      line.split(separator: "\t").prefix(2).joined(separator: "\t")
    }
  }

  /// The names on the list of a device.
  func names(on name: String) throws -> Set<String> {
    Set(try list(of: name).compactMap { $0.split(separator: "\t").last.map(String.init) })
  }

  /// The id that a device has on the list of another.
  func id(of name: String, on other: String) throws -> String {
    let line = try #require(try list(of: other).first { $0.hasSuffix("\t" + name) })
    return String(line.prefix { $0 != "\t" })
  }

  /// Watches a device's list until it is as wished.
  func waitForList(
    of name: String, to wish: String, _ isFine: (Set<String>) -> Bool
  ) throws {
    let watch = try start(name, "members", "--watch")
    defer { watch.stop(with: SIGINT) }
    do {
      try watch.line { line in
        let names = line.split(separator: "\t").last.map(String.init) ?? ""
        return isFine(
          Set(
            names.components(separatedBy: ", ")
              .map { $0.replacingOccurrences(of: " (this device)", with: "") }))
      }
    } catch {
      Issue.record("\(name) does not \(wish): \(error)")
      throw error
    }
  }

  /// Watches a device until it is in no group any more.
  func waitUntilWiped(_ name: String) throws {
    // The reason stands behind the status while the change is fresh.
    try waitForList(of: name, to: "begin anew") { $0.contains { $0.hasPrefix("(notJoined") } }
  }

  /// What a device says of itself.
  func status(of name: String) throws -> String {
    let line = try run(name, "status").lines.first { $0.hasPrefix("status\t") }
    return String(try #require(line).dropFirst("status\t".count))
  }

  /// The picture a device draws, a line each.
  func picture(on name: String) throws -> [String] { try run(name, "manifest", "log").lines }
}
