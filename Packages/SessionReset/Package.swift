// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SessionReset",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "TrueSealSessionReset", targets: ["TrueSealSessionReset"]),
    .library(name: "TrueSealSessionResetTesting", targets: ["TrueSealSessionResetTesting"]),
    .library(name: "TrueSealConversation", targets: ["TrueSealConversation"]),
  ],
  dependencies: [.package(path: "../Store"), .package(path: "../Crypto")],
  targets: [
    .target(name: "TrueSealSessionReset"),
    .target(name: "TrueSealSessionResetTesting", dependencies: ["TrueSealSessionReset"]),
    .target(
      name: "TrueSealConversation",
      dependencies: [
        "TrueSealSessionReset",
        .product(name: "TrueSealRatchet", package: "Crypto"),
        .product(name: "TrueSealCrypto", package: "Crypto"),
        .product(name: "TrueSealStore", package: "Store"),
      ]),
    .target(
      name: "ConversationFixtures",
      dependencies: [
        "TrueSealConversation",
        "TrueSealSessionReset",
        .product(name: "TrueSealCrypto", package: "Crypto"),
        .product(name: "TrueSealStore", package: "Store"),
      ], path: "Tests/ConversationFixtures"),
    .executableTarget(
      name: "conversation-probe",
      dependencies: [
        "ConversationFixtures",
        "TrueSealConversation",
        .product(name: "TrueSealCrypto", package: "Crypto"),
        .product(name: "TrueSealStore", package: "Store"),
      ], path: "Tests/ConversationProbe"),
    .testTarget(
      name: "TrueSealConversationTests",
      dependencies: [
        "ConversationFixtures",
        "TrueSealConversation",
        "TrueSealSessionReset",
        "conversation-probe",
        .product(name: "TrueSealRatchet", package: "Crypto"),
        .product(name: "TrueSealCrypto", package: "Crypto"),
        .product(name: "TrueSealStore", package: "Store"),
      ]),
    .testTarget(
      name: "TrueSealSessionResetTests",
      dependencies: ["TrueSealSessionReset", "TrueSealSessionResetTesting"]),
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
