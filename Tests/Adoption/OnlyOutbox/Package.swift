// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OnlyOutbox",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../../../Packages/Outbox")],
  targets: [
    .executableTarget(
      name: "OnlyOutbox", dependencies: [.product(name: "TrueSealOutbox", package: "Outbox")])
  ]
)
