/// The programs shown in READMEs, made into a package that only has to compile.
package struct ReadmePrograms: Sendable {
  package struct Program: Hashable, Sendable {
    /// The executable's name, after the package whose README shows it.
    package let name: String
    package let text: String
    /// The modules of ours it imports, each with the package that offers it.
    package let products: [Product]
  }

  package struct Product: Hashable, Sendable {
    package let module: String
    /// The folder of the package, such as `Packages/Crypto`.
    package let folder: String

    /// What the folder's package is called.
    var package: String { folder.split(separator: "/").last.map(String.init) ?? folder }
  }

  package let programs: [Program]

  /// Collects the programs of the root's README and of each package's; the first is named after the
  /// package, the others have a number as well.
  package init(_ tree: SourceTree) {
    let homes = Self.homes(in: tree)
    let paths = ["README.md"] + tree.packagePaths.map { $0 + "/README.md" }
    programs = paths.compactMap(tree.file).flatMap { file in
      ReadmeCheck.programs(in: file.lines).enumerated().map { index, block in
        let text = block.joined(separator: "\n") + "\n"
        let owner = file.parts.dropLast().last ?? "House"
        let modules = Set(Import.all(in: SwiftText(text)).map(\.module)).sorted()
        let products = modules.compactMap { module in
          homes[module].map { Product(module: module, folder: $0) }
        }
        let number = index == 0 ? "" : "\(index + 1)"
        return Program(name: owner + "Program" + number, text: text, products: products)
      }
    }
  }

  /// The files of the package, by path; `root` is where it finds ours.
  package func files(root: String) -> [String: String] {
    var files = ["Package.swift": manifest(root: root)]
    for program in programs { files["Sources/\(program.name)/main.swift"] = program.text }
    return files
  }

  private func manifest(root: String) -> String {
    let folders = Set(programs.flatMap(\.products).map(\.folder)).sorted()
    let dependencies = folders.map { "    .package(path: \"\(root)/\($0)\"),\n" }
    let targets = programs.map { program in
      let products = program.products.map {
        "        .product(name: \"\($0.module)\", package: \"\($0.package)\"),\n"
      }
      return """
            .executableTarget(
              name: "\(program.name)",
              dependencies: [
        \(products.joined())      ]),

        """
    }
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "ReadmePrograms",
        platforms: [.macOS(.v15)],
        dependencies: [
      \(dependencies.joined())  ],
        targets: [
      \(targets.joined())  ]
      )

      """
  }

  /// The folder of the package each module lives in.
  private static func homes(in tree: SourceTree) -> [String: String] {
    var homes: [String: String] = [:]
    for file in tree.swiftFiles where file.isProduct {
      if let module = file.module, let folder = file.packagePath { homes[module] = folder }
    }
    return homes
  }
}
