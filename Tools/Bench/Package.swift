// swift-tools-version: 6.2
import PackageDescription

let packages: [Target.Dependency] = [
  .product(name: "TrueSealCrypto", package: "Crypto"),
  .product(name: "TrueSealRatchet", package: "Crypto"),
  .product(name: "TrueSealStore", package: "Store"),
  .product(name: "TrueSealTransport", package: "Transport"),
  .product(name: "TrueSealManifest", package: "Manifest"),
  .product(name: "TrueSealManifestStore", package: "Manifest"),
  .product(name: "TrueSealSync", package: "TrueSeal"),
  .product(name: "TrueSealConversation", package: "SessionReset"),
  .product(name: "TrueSealSessionReset", package: "SessionReset"),
  .product(name: "TrueSealUpdater", package: "Updater"),
  .product(name: "TrueSealUpdaterFiles", package: "Updater"),
  .product(name: "TrueSealUpdaterCrypto", package: "Updater"),
]

let package = Package(
  name: "Bench",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.executable(name: "bench", targets: ["bench"])],
  dependencies: [
    .package(path: "../../Packages/Crypto"), .package(path: "../../Packages/Store"),
    .package(path: "../../Packages/Transport"), .package(path: "../../Packages/Manifest"),
    .package(path: "../../Packages/TrueSeal"), .package(path: "../../Packages/Updater"),
    .package(path: "../../Packages/SessionReset"),
  ],
  targets: [
    // The packages bring the flags of the three C libraries along.
    .target(
      name: "CBaseline",
      dependencies: [
        .product(name: "TrueSealCrypto", package: "Crypto"),
        .product(name: "TrueSealStore", package: "Store"),
        .product(name: "TrueSealTransport", package: "Transport"),
      ]),
    .executableTarget(name: "bench", dependencies: ["CBaseline"] + packages),
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
