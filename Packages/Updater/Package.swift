// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Updater",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "TrueSealUpdater", targets: ["TrueSealUpdater"]),
    .library(name: "TrueSealUpdaterFiles", targets: ["TrueSealUpdaterFiles"]),
    .library(name: "TrueSealUpdaterCrypto", targets: ["TrueSealUpdaterCrypto"]),
  ],
  dependencies: [.package(path: "../Crypto")],
  targets: [
    .target(name: "TrueSealUpdater"),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(name: "CDisk"),
    .target(name: "TrueSealUpdaterFiles", dependencies: ["TrueSealUpdater", "CCurl", "CDisk"]),
    .target(
      name: "TrueSealUpdaterCrypto",
      dependencies: [
        "TrueSealUpdater",
        "TrueSealUpdaterFiles",
        .product(name: "TrueSealCrypto", package: "Crypto"),
      ]),
    .testTarget(
      name: "TrueSealUpdaterTests",
      dependencies: [
        "TrueSealUpdater",
        "TrueSealUpdaterFiles",
        "TrueSealUpdaterCrypto",
        .product(name: "TrueSealCrypto", package: "Crypto"),
      ]),
    .target(
      name: "UpdaterFixtures",
      dependencies: [
        "TrueSealUpdater",
        .product(name: "TrueSealCrypto", package: "Crypto"),
      ],
      path: "Tests/UpdaterFixtures"),
    .executableTarget(
      name: "updater-probe",
      dependencies: [
        "TrueSealUpdater", "TrueSealUpdaterFiles", "TrueSealUpdaterCrypto", "UpdaterFixtures",
      ],
      path: "Tests/UpdaterProbe"),
    .testTarget(
      name: "TrueSealUpdaterFilesTests",
      dependencies: [
        "UpdaterFixtures",
        "updater-probe",
        "TrueSealUpdater",
        "TrueSealUpdaterFiles",
        "TrueSealUpdaterCrypto",
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
