// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ResetSimulation",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "ResetModel", targets: ["ResetModel"])],
  dependencies: [.package(path: "../../Packages/SessionReset")],
  targets: [
    .target(
      name: "ResetModel",
      dependencies: [
        .product(name: "TrueSealSessionReset", package: "SessionReset"),
        .product(name: "TrueSealSessionResetTesting", package: "SessionReset"),
      ]),
    .executableTarget(name: "simulate-reset", dependencies: ["ResetModel"]),
    .testTarget(name: "ResetModelTests", dependencies: ["ResetModel"]),
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
