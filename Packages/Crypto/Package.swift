// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Crypto",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "TrueSealCrypto", targets: ["TrueSealCrypto"]),
    .library(name: "TrueSealRatchet", targets: ["TrueSealRatchet"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium",
      providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    .target(name: "TrueSealCrypto", dependencies: ["CSodium"]),
    .target(name: "TrueSealRatchet", dependencies: ["TrueSealCrypto"]),
    .target(
      name: "CryptoFixtures", dependencies: ["TrueSealCrypto"], path: "Tests/CryptoFixtures"),
    .testTarget(
      name: "TrueSealCryptoTests", dependencies: ["TrueSealCrypto", "CryptoFixtures"]),
    .testTarget(
      name: "TrueSealRatchetTests",
      dependencies: ["TrueSealRatchet", "TrueSealCrypto", "CryptoFixtures"]),
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
