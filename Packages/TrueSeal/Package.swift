// swift-tools-version: 6.2
import PackageDescription

let parts: [Target.Dependency] = [
  .product(name: "TrueSealCrypto", package: "Crypto"),
  .product(name: "TrueSealStore", package: "Store"),
  .product(name: "TrueSealTransport", package: "Transport"),
  .product(name: "TrueSealRelayLink", package: "Transport"),
  .product(name: "TrueSealManifest", package: "Manifest"),
  .product(name: "TrueSealManifestStore", package: "Manifest"),
  .product(name: "TrueSealOutbox", package: "Outbox"),
  .product(name: "TrueSealOutboxStore", package: "Outbox"),
  .product(name: "TrueSealSessionReset", package: "SessionReset"),
  .product(name: "TrueSealConversation", package: "SessionReset"),
]

let testDisk = Target.Dependency.product(name: "TrueSealStoreTesting", package: "Store")

let package = Package(
  name: "TrueSeal",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "TrueSealSync", targets: ["TrueSealSync"]),
    .library(name: "TrueSealTesting", targets: ["TrueSealTesting"]),
  ],
  dependencies: [
    .package(path: "../Crypto"), .package(path: "../Store"), .package(path: "../Transport"),
    .package(path: "../Manifest"), .package(path: "../Outbox"), .package(path: "../SessionReset"),
  ],
  targets: [
    .target(name: "TrueSealSync", dependencies: parts),
    .target(name: "TrueSealTesting", dependencies: ["TrueSealSync", testDisk] + parts),
    .testTarget(
      name: "TrueSealSyncTests",
      dependencies: ["TrueSealSync", "TrueSealTesting", testDisk] + parts),
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
