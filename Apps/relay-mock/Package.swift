// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "relay-mock",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "RelayMock", targets: ["RelayMock"]),
    .executable(name: "relay-mock", targets: ["relay-mock"]),
  ],
  dependencies: [
    .package(path: "../../Packages/Crypto"),
    .package(path: "../../Packages/Store"),
    .package(path: "../../Packages/Transport"),
  ],
  targets: [
    .systemLibrary(
      name: "CMicrohttpd", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .systemLibrary(name: "CRelaySystem"),
    .target(
      name: "RelayMock",
      dependencies: [
        "CMicrohttpd",
        .product(name: "TrueSealCrypto", package: "Crypto"),
        .product(name: "TrueSealStore", package: "Store"),
        .product(name: "TrueSealTransport", package: "Transport"),
        .product(name: "TrueSealRelayLink", package: "Transport"),
      ]),
    .executableTarget(
      name: "relay-mock",
      dependencies: [
        "RelayMock", "CRelaySystem",
        .product(name: "TrueSealRelayLink", package: "Transport"),
      ]),
    .testTarget(
      name: "RelayMockTests",
      dependencies: [
        "RelayMock",
        .product(name: "TrueSealCrypto", package: "Crypto"),
        .product(name: "TrueSealStore", package: "Store"),
        .product(name: "TrueSealTransport", package: "Transport"),
        .product(name: "TrueSealRelayLink", package: "Transport"),
      ]),
    .testTarget(
      name: "RelayCommandTests",
      dependencies: [
        "relay-mock", "RelayMock",
        .product(name: "TrueSealCrypto", package: "Crypto"),
        .product(name: "TrueSealTransport", package: "Transport"),
        .product(name: "TrueSealRelayLink", package: "Transport"),
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
