internal import Foundation

/// What a manifest says once it has been run, as `swift package dump-package` prints it.
package struct PackageDump: Sendable {
  package struct Target: Hashable, Sendable {
    package let name: String
    /// `regular`, `executable`, `test`, `system` and so on.
    package let type: String
    /// Targets and products by name, without a difference between them.
    package let dependencies: [String]
    /// True for a test target, and for a program that only tests start.
    package let isTest: Bool
  }

  package let name: String
  package let targets: [Target]
  /// Names of the targets that some product hands out.
  package let productTargets: [String]
  /// Folders of the packages it depends on, as absolute paths.
  package let localPaths: [String]
  /// Dependencies that come from anywhere but a folder.
  package let remoteCount: Int

  package init(json: [UInt8]) throws {
    let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] ?? [:]
    name = object["name"] as? String ?? ""
    targets = (object["targets"] as? [[String: Any]] ?? []).map(Self.target)
    productTargets = (object["products"] as? [[String: Any]] ?? [])
      .flatMap { $0["targets"] as? [String] ?? [] }
    let dependencies = object["dependencies"] as? [[String: Any]] ?? []
    let local = dependencies.compactMap { $0["fileSystem"] as? [[String: Any]] }
    localPaths = local.flatMap { $0 }.compactMap { $0["path"] as? String }
    remoteCount = dependencies.count - local.count
  }

  private static func target(_ object: [String: Any]) -> Target {
    let dependencies = (object["dependencies"] as? [[String: Any]] ?? []).compactMap { entry in
      entry.values.compactMap { ($0 as? [Any])?.first as? String }.first
    }
    let type = object["type"] as? String ?? ""
    let path = object["path"] as? String ?? ""
    return Target(
      name: object["name"] as? String ?? "", type: type, dependencies: dependencies,
      isTest: type == "test" || path.hasPrefix("Tests/"))
  }

  /// Runs the manifest in `folder`; what it builds on the way goes to `scratch`.
  package static func run(folder: String, scratch: String) throws -> PackageDump {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", folder, "--scratch-path", scratch, "dump-package",
    ]
    process.standardOutput = output
    try process.run()
    let json = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(folder: folder) }
    return try PackageDump(json: Array(json))
  }

  /// The manifest did not run; the tool has said why.
  package struct Failure: Error, CustomStringConvertible {
    let folder: String
    package var description: String { "\(folder): the manifest cannot be dumped" }
  }
}
