// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "trueseal-cli",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "TrueSealTerminal", targets: ["TrueSealTerminal"]),
    .executable(name: "trueseal", targets: ["trueseal"]),
  ],
  dependencies: [
    .package(path: "../../Packages/Crypto"),
    .package(path: "../../Packages/TrueSeal"),
    .package(path: "../../Packages/Updater"),
    .package(path: "../relay-mock"),
  ],
  targets: [
    .systemLibrary(name: "CTerminal"),
    .target(
      name: "TrueSealTerminal",
      dependencies: ["CTerminal", .product(name: "TrueSealSync", package: "TrueSeal")]),
    .target(
      name: "TrueSealBundles",
      dependencies: [
        "TrueSealTerminal",
        .product(name: "TrueSealCrypto", package: "Crypto"),
        .product(name: "TrueSealUpdater", package: "Updater"),
        .product(name: "TrueSealUpdaterFiles", package: "Updater"),
        .product(name: "TrueSealUpdaterCrypto", package: "Updater"),
      ]),
    .systemLibrary(
      name: "CWebServer", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .target(
      name: "TrueSealHost",
      dependencies: [
        "CWebServer", "TrueSealBundles", "TrueSealTerminal",
        .product(name: "TrueSealCrypto", package: "Crypto"),
        .product(name: "TrueSealUpdater", package: "Updater"),
        .product(name: "TrueSealUpdaterFiles", package: "Updater"),
        .product(name: "TrueSealUpdaterCrypto", package: "Updater"),
      ]),
    .executableTarget(
      name: "trueseal", dependencies: ["TrueSealTerminal", "TrueSealBundles", "TrueSealHost"]),
    .testTarget(
      name: "TrueSealTerminalTests",
      dependencies: [
        "TrueSealTerminal", "trueseal",
        .product(name: "TrueSealSync", package: "TrueSeal"),
        .product(name: "relay-mock", package: "relay-mock"),
      ]),
    .testTarget(
      name: "TrueSealBundlesTests",
      dependencies: [
        "TrueSealBundles", "TrueSealTerminal",
        .product(name: "TrueSealCrypto", package: "Crypto"),
        .product(name: "TrueSealUpdater", package: "Updater"),
        .product(name: "TrueSealUpdaterFiles", package: "Updater"),
        .product(name: "TrueSealUpdaterCrypto", package: "Updater"),
      ]),
    .testTarget(
      name: "TrueSealHostTests",
      dependencies: [
        "TrueSealHost", "TrueSealBundles", "TrueSealTerminal",
        .product(name: "TrueSealUpdater", package: "Updater"),
        .product(name: "TrueSealUpdaterFiles", package: "Updater"),
        .product(name: "TrueSealUpdaterCrypto", package: "Updater"),
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
