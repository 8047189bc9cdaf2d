// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Store",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "TrueSealStore", targets: ["TrueSealStore"]),
    .library(name: "TrueSealStoreTesting", targets: ["TrueSealStoreTesting"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "TrueSealStore", dependencies: ["CSQLite"]),
    .target(name: "TrueSealStoreTesting", dependencies: ["TrueSealStore", "CSQLite"]),
    .target(
      name: "TrueSealStoreFixtures", dependencies: ["TrueSealStore"], path: "Tests/StoreFixtures"),
    .executableTarget(
      name: "store-probe", dependencies: ["TrueSealStore", "TrueSealStoreFixtures"],
      path: "Tests/StoreProbe"),
    .testTarget(
      name: "TrueSealStoreTests",
      dependencies: [
        "TrueSealStore", "TrueSealStoreTesting", "TrueSealStoreFixtures", "store-probe",
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
