// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "EndToEnd",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    .package(path: "../../Packages/TrueSeal"),
    .package(path: "../../Packages/Crypto"),
    .package(path: "../../Packages/Store"),
    .package(path: "../../Apps/relay-mock"),
    .package(path: "../../Apps/trueseal-cli"),
  ],
  targets: [
    .executableTarget(
      name: "trial-device",
      dependencies: [.product(name: "TrueSealSync", package: "TrueSeal")]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "trial-device",
        .product(name: "TrueSealRatchet", package: "Crypto"),
        .product(name: "TrueSealCrypto", package: "Crypto"),
        .product(name: "TrueSealStore", package: "Store"),
        .product(name: "relay-mock", package: "relay-mock"),
        .product(name: "trueseal", package: "trueseal-cli"),
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
