// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Transport",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "TrueSealTransport", targets: ["TrueSealTransport"]),
    .library(name: "TrueSealRelayLink", targets: ["TrueSealRelayLink"]),
  ],
  dependencies: [.package(path: "../Crypto")],
  targets: [
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "CSocket"),
    .target(name: "TrueSealTransport", dependencies: ["CZlib"]),
    .target(
      name: "TrueSealRelayLink",
      dependencies: [
        "TrueSealTransport", "CSocket",
        .product(name: "TrueSealCrypto", package: "Crypto"),
      ]),
    .testTarget(
      name: "TrueSealTransportTests",
      dependencies: ["TrueSealTransport", .product(name: "TrueSealCrypto", package: "Crypto")]),
    .testTarget(
      name: "TrueSealRelayLinkTests",
      dependencies: [
        "TrueSealRelayLink", "TrueSealTransport",
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
