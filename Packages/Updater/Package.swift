// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Updater",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "TrueSealUpdater", targets: ["TrueSealUpdater"]),
    .library(name: "TrueSealUpdaterFiles", targets: ["TrueSealUpdaterFiles"]),
  ],
  dependencies: [.package(path: "../Crypto")],
  targets: [
    .target(name: "TrueSealUpdater"),
    .target(
      name: "TrueSealUpdaterFiles",
      dependencies: [
        "TrueSealUpdater",
        .product(name: "TrueSealCrypto", package: "Crypto"),
      ]),
    .testTarget(
      name: "TrueSealUpdaterTests",
      dependencies: [
        "TrueSealUpdater",
        "TrueSealUpdaterFiles",
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
