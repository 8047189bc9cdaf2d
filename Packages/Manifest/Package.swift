// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Manifest",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "TrueSealManifest", targets: ["TrueSealManifest"]),
    .library(name: "TrueSealManifestStore", targets: ["TrueSealManifestStore"]),
  ],
  dependencies: [.package(path: "../Store"), .package(path: "../Crypto")],
  targets: [
    .target(name: "TrueSealManifest"),
    .target(
      name: "TrueSealManifestStore",
      dependencies: [
        "TrueSealManifest",
        .product(name: "TrueSealStore", package: "Store"),
        .product(name: "TrueSealCrypto", package: "Crypto"),
      ]),
    .testTarget(
      name: "TrueSealManifestTests",
      dependencies: ["TrueSealManifest", .product(name: "TrueSealCrypto", package: "Crypto")]),
    .testTarget(
      name: "TrueSealManifestStoreTests",
      dependencies: [
        "TrueSealManifest",
        "TrueSealManifestStore",
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
