import Testing

@testable import HouseChecks

@Suite struct `Programs of READMEs` {
  static let tree = SourceTree([
    "README.md": "# House\n\n```swift\nimport TrueSealStore\nlet a = 1\n```\n",
    "Packages/Store/Package.swift": "",
    "Packages/Store/README.md": "# Store\n\n```swift\nimport Synchronization\nlet b = 2\n```\n"
      + "```swift\nb + 1\n```\n```swift\nimport TrueSealStore\nlet d = 4\n```\n",
    "Packages/Store/Sources/TrueSealStore/Row.swift": "",
    "Packages/Crypto/Package.swift": "",
    "Packages/Crypto/README.md": "# Crypto\n",
    "Apps/relay/Package.swift": "",
    "Apps/relay/README.md": "# Relay\n\n```swift\nimport RelayMock\nlet c = 3\n```\n",
    "Apps/relay/Sources/RelayMock/Relay.swift": "",
  ])

  @Test func `are taken as they stand`() {
    let programs = ReadmePrograms(Self.tree).programs
    // A further block is a program when it imports something.
    #expect(
      programs.map(\.name) == ["HouseProgram", "relayProgram", "StoreProgram", "StoreProgram2"])
    #expect(programs[3].text == "import TrueSealStore\nlet d = 4\n")
    #expect(programs[0].text == "import TrueSealStore\nlet a = 1\n")
    #expect(programs[0].products == [.init(module: "TrueSealStore", folder: "Packages/Store")])
    #expect(programs[2].products.isEmpty)
  }

  @Test func `become a package that finds ours by path`() {
    let files = ReadmePrograms(Self.tree).files(root: "/house")
    #expect(files["Sources/StoreProgram/main.swift"] == "import Synchronization\nlet b = 2\n")
    let manifest = files["Package.swift"] ?? ""
    #expect(manifest.contains(".package(path: \"/house/Packages/Store\"),"))
    #expect(manifest.contains(".product(name: \"TrueSealStore\", package: \"Store\"),"))
    #expect(manifest.contains(".package(path: \"/house/Apps/relay\"),"))
    #expect(!manifest.contains("Crypto"))
  }
}
