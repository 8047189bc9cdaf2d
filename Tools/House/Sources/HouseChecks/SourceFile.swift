internal import Foundation

/// One text file of the tree and what its path says about it.
package struct SourceFile: Sendable {
  /// Relative to the root, with `/` between parts.
  package let path: String
  package let text: String
  /// Present for Swift files only.
  package let swift: SwiftText?

  package init(path: String, text: String) {
    self.path = path
    self.text = text
    swift = path.hasSuffix(".swift") ? SwiftText(text) : nil
  }

  package var name: String { parts.last ?? path }
  package var parts: [String] { path.split(separator: "/").map(String.init) }
  package var lines: [String] { text.components(separatedBy: "\n") }

  package var lineCount: Int {
    let count = text.utf8.count { $0 == UInt8(ascii: "\n") }
    return text.isEmpty || text.hasSuffix("\n") ? count : count + 1
  }

  package var isManifest: Bool { name == "Package.swift" }
  package var isTest: Bool { parts.contains("Tests") }

  /// True for what is shipped: the sources of packages and apps.
  package var isProduct: Bool {
    guard parts.count > 3, !isTest, swift != nil else { return false }
    return ["Packages", "Apps"].contains(parts[0]) && parts[2] == "Sources"
  }

  /// True for the sources of the packages that others link.
  package var isLibrary: Bool { isProduct && parts[0] == "Packages" }

  /// The folder of the package the file is in, such as `Packages/Crypto`.
  package var packagePath: String? {
    switch parts.first {
    case "Packages", "Apps", "Tools": parts.count > 2 ? parts[0...1].joined(separator: "/") : nil
    case "Tests" where parts.count > 3 && parts[1] == "Adoption":
      parts[0...2].joined(separator: "/")
    case "Tests": parts.count > 2 ? parts[0...1].joined(separator: "/") : nil
    default: nil
    }
  }

  /// The target the file belongs to: the folder after `Sources` or `Tests`.
  package var module: String? {
    guard let packagePath, swift != nil, !isManifest else { return nil }
    let rest = parts.dropFirst(packagePath.split(separator: "/").count)
    guard rest.count > 2, let kind = rest.first, ["Sources", "Tests"].contains(kind) else {
      return nil
    }
    return rest.dropFirst().first
  }
}
