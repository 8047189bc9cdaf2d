// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "House",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.executable(name: "house", targets: ["house"])],
  targets: [
    .target(name: "HouseChecks"),
    .executableTarget(name: "house", dependencies: ["HouseChecks"]),
    .testTarget(name: "HouseChecksTests", dependencies: ["HouseChecks"]),
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
