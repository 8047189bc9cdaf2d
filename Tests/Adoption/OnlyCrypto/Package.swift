// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OnlyCrypto",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../../../Packages/Crypto")],
  targets: [
    .executableTarget(
      name: "OnlyCrypto", dependencies: [.product(name: "TrueSealCrypto", package: "Crypto")])
  ]
)
