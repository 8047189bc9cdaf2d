/// Compares imports and manifests with the table of rooms.
package struct GraphCheck {
  private let tree: SourceTree
  /// Manifests by folder, such as `Packages/Crypto`.
  private let dumps: [String: PackageDump]
  private let rooms: [String: Room]
  private let apps: [String: Room]

  package init(_ tree: SourceTree, dumps: [String: PackageDump]) {
    self.tree = tree
    self.dumps = dumps
    rooms = Dictionary(uniqueKeysWithValues: Room.packages.map { ($0.module, $0) })
    apps = Dictionary(uniqueKeysWithValues: Room.apps.map { ($0.module, $0) })
  }

  package func findings() -> [Finding] {
    tree.swiftFiles.flatMap(imports) + dumps.keys.sorted().flatMap(manifest) + cycles()
  }

  // MARK: Imports

  private func imports(of file: SourceFile) -> [Finding] {
    guard let text = file.swift, let package = file.packagePath, let module = file.module else {
      return []
    }
    if file.isTest || package.hasPrefix("Tools/") { return [] }
    guard let allowed = allowed(module, in: package) else {
      return [Finding(file.path, "the table has no row for \(module)")]
    }
    return Import.all(in: text).filter { !allowed.contains($0.module) }.map {
      Finding(file.path, line: $0.line, "\(module) may not import \($0.module)")
    }
  }

  /// Everything a module of ours may import; nil when the table does not know it.
  private func allowed(_ module: String, in package: String) -> Set<String>? {
    let folder = String(package.split(separator: "/").last ?? "")
    if package.hasPrefix("Apps/") {
      guard let room = apps[folder] else { return nil }
      return room.ours.union(room.system).union(modules(of: package))
    }
    return rooms[module].map { $0.ours.union($0.system) }
  }

  /// Everything a package builds but its tests, its windows to C included.
  private func modules(of package: String) -> Set<String> {
    Set((dumps[package]?.targets ?? []).filter { $0.type != "test" }.map(\.name))
  }

  /// Modules of ours that a target imports without naming them in the manifest.
  private func undeclared(by target: PackageDump.Target, of package: String) -> [Finding] {
    let files = tree.swiftFiles.filter { $0.packagePath == package && $0.module == target.name }
    let used = Set(files.compactMap(\.swift).flatMap(Import.all).map(\.module))
    return used.sorted()
      .filter { rooms[$0] != nil && !target.dependencies.contains($0) }
      .map { Finding(package + "/Package.swift", "\(target.name) imports \($0) unnamed") }
  }

  // MARK: Manifests

  private func manifest(of package: String) -> [Finding] {
    guard let dump = dumps[package] else { return [] }
    let path = package + "/Package.swift"
    var found =
      dump.remoteCount == 0
      ? [] : [Finding(path, "depends on \(dump.remoteCount) packages from elsewhere")]
    let system = dump.targets.filter { $0.type == "system" }.map(\.name)
    found += system.filter(dump.productTargets.contains).map {
      Finding(path, "the C module \($0) must not be a product")
    }
    found += dump.targets.flatMap { undeclared(by: $0, of: package) }
    guard package.hasPrefix("Packages/") || package.hasPrefix("Apps/") else { return found }
    found += dump.targets.filter { $0.type != "system" }.flatMap {
      dependencies(of: $0, package: package, path: path)
    }
    return found + folders(of: dump, package: package, path: path)
  }

  private func dependencies(
    of target: PackageDump.Target, package: String, path: String
  ) -> [Finding] {
    let allowed =
      target.isTest
      ? reachable(from: package).union(programs(of: package)) : allowed(target.name, in: package)
    guard let allowed else { return [Finding(path, "the table has no row for \(target.name)")] }
    return target.dependencies.filter { !allowed.contains($0) }.map {
      Finding(path, "\(target.name) may not depend on \($0)")
    }
  }

  /// The programs that an app's tests run beside their own.
  private func programs(of package: String) -> Set<String> {
    guard package.hasPrefix("Apps/") else { return [] }
    return apps[String(package.split(separator: "/").last ?? "")]?.programs ?? []
  }

  /// Tests may use their package and whatever stands below it in the table.
  private func reachable(from package: String) -> Set<String> {
    var reached = modules(of: package)
    var open = Array(reached)
    while let module = open.popLast() {
      for next in allowed(module, in: package) ?? [] where reached.insert(next).inserted {
        open.append(next)
      }
    }
    return reached
  }

  /// A package names another one only when one of its modules may use a module of that one.
  private func folders(of dump: PackageDump, package: String, path: String) -> [Finding] {
    let reached = reachable(from: package)
    return dump.localPaths.compactMap { folder in
      let name = String(folder.split(separator: "/").last ?? "")
      if programs(of: package).contains(name) { return nil }
      let offered = modules(of: "Packages/" + name)
      return offered.isDisjoint(with: reached)
        ? Finding(path, "the table gives no reason to depend on \(name)") : nil
    }
  }

  // MARK: Cycles

  private func cycles() -> [Finding] {
    var edges: [String: Set<String>] = [:]
    for file in tree.swiftFiles where file.isProduct {
      guard let text = file.swift, let module = file.module else { continue }
      edges[module, default: []].formUnion(Import.all(in: text).map(\.module))
    }
    return edges.keys.sorted().filter { start in
      var open = Array(edges[start] ?? [])
      var seen = Set(open)
      while let module = open.popLast() {
        for next in edges[module] ?? [] where seen.insert(next).inserted { open.append(next) }
      }
      return seen.contains(start)
    }.map { Finding($0, "imports itself by way of others") }
  }
}
