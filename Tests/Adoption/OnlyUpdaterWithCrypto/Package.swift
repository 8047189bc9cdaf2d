// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OnlyUpdaterWithCrypto",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../../../Packages/Updater")],
  targets: [
    .executableTarget(
      name: "OnlyUpdaterWithCrypto",
      dependencies: [
        .product(name: "TrueSealUpdater", package: "Updater"),
        .product(name: "TrueSealUpdaterFiles", package: "Updater"),
        .product(name: "TrueSealUpdaterCrypto", package: "Updater"),
      ])
  ]
)
