// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Vectors",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.executable(name: "vectors", targets: ["vectors"])],
  dependencies: [
    .package(path: "../../Packages/Crypto"), .package(path: "../../Packages/Transport"),
  ],
  targets: [
    .executableTarget(
      name: "vectors",
      dependencies: [
        .product(name: "TrueSealCrypto", package: "Crypto"),
        .product(name: "TrueSealTransport", package: "Transport"),
      ]),
    .testTarget(name: "VectorsTests", dependencies: ["vectors"]),
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
