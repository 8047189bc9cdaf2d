internal import Foundation

/// Every text file of the repository, read once.
package struct SourceTree: Sendable {
  package let files: [SourceFile]
  /// The names found directly in the root.
  package let topLevel: [String]

  /// What builds and tools leave behind; git ignores the same names.
  static let skipped: Set = [
    ".git", ".build", ".swiftpm", ".out", ".venv", "__pycache__", "Package.resolved", ".DS_Store",
  ]

  /// A tree made of the given paths and texts.
  package init(_ texts: [String: String]) {
    files = texts.keys.sorted().map { SourceFile(path: $0, text: texts[$0] ?? "") }
    topLevel = Set(files.compactMap(\.parts.first)).sorted()
  }

  /// Reads the tree below `root`; files that are not UTF-8 are left out.
  package init(root: String) throws {
    topLevel = try FileManager.default.contentsOfDirectory(atPath: root)
      .filter { !Self.skipped.contains($0) }.sorted()
    var found: [SourceFile] = []
    for name in topLevel { try Self.collect(name, below: root, into: &found) }
    files = found
  }

  package var swiftFiles: [SourceFile] { files.filter { $0.swift != nil } }

  package func file(_ path: String) -> SourceFile? { files.first { $0.path == path } }

  /// The folders that hold a manifest, such as `Packages/Crypto`.
  package var packagePaths: [String] {
    files.filter(\.isManifest).map { String($0.path.dropLast("/Package.swift".count)) }
  }

  private static func collect(
    _ path: String, below root: String, into found: inout [SourceFile]
  ) throws {
    let whole = root + "/" + path
    let type = try FileManager.default.attributesOfItem(atPath: whole)[.type] as? FileAttributeType
    if type == .typeDirectory {
      for name in try FileManager.default.contentsOfDirectory(atPath: whole).sorted()
      where !skipped.contains(name) {
        try collect(path + "/" + name, below: root, into: &found)
      }
    } else if type == .typeRegular, let bytes = FileManager.default.contents(atPath: whole),
      let text = String(bytes: bytes, encoding: .utf8)
    {
      found.append(SourceFile(path: path, text: text))
    }
  }
}
