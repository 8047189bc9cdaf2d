// swift-tools-version: 6.2
import PackageDescription

let client: [Target.Dependency] = [
  .product(name: "TrueSealSync", package: "TrueSeal"),
  .product(name: "TrueSealTesting", package: "TrueSeal"),
  .product(name: "TrueSealTransport", package: "Transport"),
  .product(name: "TrueSealStore", package: "Store"),
]

let package = Package(
  name: "Stores",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.executable(name: "stores", targets: ["stores"])],
  dependencies: [
    .package(path: "../../Packages/TrueSeal"), .package(path: "../../Packages/Transport"),
    .package(path: "../../Packages/Store"),
  ],
  targets: [
    .executableTarget(name: "stores", dependencies: client),
    .testTarget(name: "StoresTests", dependencies: ["stores"]),
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
