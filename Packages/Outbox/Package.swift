// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Outbox",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "TrueSealOutbox", targets: ["TrueSealOutbox"]),
    .library(name: "TrueSealOutboxStore", targets: ["TrueSealOutboxStore"]),
  ],
  dependencies: [.package(path: "../Store"), .package(path: "../Crypto")],
  targets: [
    .target(name: "TrueSealOutbox"),
    .target(
      name: "TrueSealOutboxStore",
      dependencies: [
        "TrueSealOutbox",
        .product(name: "TrueSealStore", package: "Store"),
        .product(name: "TrueSealCrypto", package: "Crypto"),
      ]),
    .testTarget(
      name: "TrueSealOutboxTests",
      dependencies: ["TrueSealOutbox", .product(name: "TrueSealCrypto", package: "Crypto")]),
    .testTarget(
      name: "TrueSealOutboxStoreTests",
      dependencies: [
        "TrueSealOutbox",
        "TrueSealOutboxStore",
        .product(name: "TrueSealStore", package: "Store"),
        .product(name: "TrueSealCrypto", package: "Crypto"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
}
