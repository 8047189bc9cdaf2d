/// C is touched by one file a module, and no interface mentions it.
package enum CModuleCheck {
  static let libraryName = "the C library"

  @Sendable package static func findings(in tree: SourceTree) -> [Finding] {
    let packages = Set(tree.files.filter(isShipped).compactMap(\.packagePath)).sorted()
    return packages.flatMap { findings(in: tree, package: $0) }
  }

  private static func isShipped(_ file: SourceFile) -> Bool {
    ["Packages", "Apps"].contains(file.parts.first)
  }

  private static func findings(in tree: SourceTree, package: String) -> [Finding] {
    let files = tree.files.filter { $0.packagePath == package }
    let ours = files.filter { $0.name == "module.modulemap" }.compactMap {
      $0.parts.dropLast().last
    }
    return perModule(files, ours: Set(ours)) + unused(files, ours: ours, package: package)
      + openly(files, ours: Set(ours))
  }

  /// A C module has one importer in the package; the C library has one in each library module.
  ///
  /// A library for tests may come in from below as well, by one file of its own.
  /// A program ends, waits for signals and reads its terminal through the C library where it must.
  private static func perModule(_ files: [SourceFile], ours: Set<String>) -> [Finding] {
    var importers: [String: [(path: String, line: Int)]] = [:]
    for file in files {
      for use in imports(file) {
        if ours.contains(use.module) {
          let module = file.module ?? ""
          let key = module.hasSuffix("Testing") ? "\(use.module) in \(module)" : use.module
          importers[key, default: []].append((file.path, use.line))
        } else if Import.systemLibraries.contains(use.module), file.isLibrary {
          let key = "\(libraryName) in \(file.module ?? "")"
          importers[key, default: []].append((file.path, use.line))
        }
      }
    }
    return importers.keys.sorted().flatMap { module in
      let found = importers[module] ?? []
      let first = found.first?.path
      return found.filter { $0.path != first }.map {
        Finding($0.path, line: $0.line, "\(module) is already imported by \(first ?? "")")
      }
    }
  }

  private static func unused(_ files: [SourceFile], ours: [String], package: String) -> [Finding] {
    let used = Set(files.flatMap(imports).map(\.module))
    return ours.filter { !used.contains($0) }.map { Finding(package, "nothing imports \($0)") }
  }

  private static func openly(_ files: [SourceFile], ours: Set<String>) -> [Finding] {
    files.flatMap { file in
      imports(file)
        .filter { ours.contains($0.module) || Import.systemLibraries.contains($0.module) }
        .filter { $0.modifiers.contains("public") || $0.modifiers.contains("package") }
        .map { Finding(file.path, line: $0.line, "\($0.module) is imported openly") }
    }
  }

  private static func imports(_ file: SourceFile) -> [Import] {
    file.swift.map(Import.all) ?? []
  }
}
