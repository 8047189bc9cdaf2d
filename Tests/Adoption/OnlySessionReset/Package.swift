// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OnlySessionReset",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../../../Packages/SessionReset")],
  targets: [
    .executableTarget(
      name: "OnlySessionReset",
      dependencies: [.product(name: "TrueSealSessionReset", package: "SessionReset")])
  ]
)
