// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OnlyUpdater",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../../../Packages/Updater")],
  targets: [
    .executableTarget(
      name: "OnlyUpdater",
      dependencies: [
        .product(name: "TrueSealUpdater", package: "Updater"),
        .product(name: "TrueSealUpdaterFiles", package: "Updater"),
      ])
  ]
)
