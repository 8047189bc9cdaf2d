// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Simulation",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Simulation", targets: ["Simulation"])],
  dependencies: [
    .package(path: "../../Packages/Manifest"),
    .package(path: "../../Packages/Outbox"),
  ],
  targets: [
    .target(
      name: "Simulation",
      dependencies: [
        .product(name: "TrueSealManifest", package: "Manifest"),
        .product(name: "TrueSealOutbox", package: "Outbox"),
      ]),
    .executableTarget(name: "simulate", dependencies: ["Simulation"]),
    .testTarget(name: "SimulationTests", dependencies: ["Simulation"]),
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
