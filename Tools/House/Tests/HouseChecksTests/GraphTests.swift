import Testing

@testable import HouseChecks

@Suite struct `The graph` {
  private static func dump(_ targets: String, _ rest: String = "") throws -> PackageDump {
    try PackageDump(json: Array("{\"name\": \"x\", \"targets\": [\(targets)]\(rest)}".utf8))
  }

  private static func target(_ name: String, _ type: String, _ needs: [String] = []) -> String {
    let list = needs.map { "{\"byName\": [\"\($0)\", null]}" }.joined(separator: ",")
    return "{\"name\": \"\(name)\", \"type\": \"\(type)\", \"dependencies\": [\(list)]}"
  }

  private static func store() throws -> [String: PackageDump] {
    [
      "Packages/Store": try dump(
        target("CSQLite", "system") + "," + target("TrueSealStore", "regular", ["CSQLite"]) + ","
          + target("TrueSealStoreTests", "test", ["TrueSealStore"])),
      "Packages/Crypto": try dump(target("TrueSealCrypto", "regular")),
    ]
  }

  private func findings(
    _ files: [String: String], _ dumps: [String: PackageDump]
  ) -> [String] {
    GraphCheck(SourceTree(files), dumps: dumps).findings().map(\.description)
  }

  @Test func `allows what the table says`() throws {
    let files = [
      "Packages/Store/Sources/TrueSealStore/A.swift": "import CSQLite\nimport Synchronization\n",
      "Packages/Store/Tests/TrueSealStoreTests/A.swift":
        "import Foundation\nimport TrueSealStore\n",
    ]
    #expect(findings(files, try Self.store()).isEmpty)
  }

  @Test(arguments: ["Foundation", "TrueSealCrypto", "Dispatch", "CSodium"])
  func `refuses an import that is not in the table`(module: String) throws {
    let path = "Packages/Store/Sources/TrueSealStore/A.swift"
    let found = findings([path: "import \(module)\n"], try Self.store())
    #expect(found.contains("\(path):1: TrueSealStore may not import \(module)"))
  }

  @Test func `refuses a module without a row`() throws {
    let path = "Packages/Store/Sources/TrueSealExtra/A.swift"
    #expect(
      findings([path: ""], try Self.store()) == ["\(path): the table has no row for TrueSealExtra"])
  }

  @Test func `refuses a dependency that is not in the table`() throws {
    var dumps = try Self.store()
    dumps["Packages/Crypto"] = try Self.dump(
      Self.target("TrueSealCrypto", "regular", ["TrueSealStore"]))
    #expect(
      findings([:], dumps) == [
        "Packages/Crypto/Package.swift: TrueSealCrypto may not depend on TrueSealStore"
      ])
  }

  @Test func `lets a program that tests start depend as tests do`() throws {
    var dumps = try Self.store()
    let probe = Self.target("probe", "executable", ["TrueSealStore"])
    let store = Self.target("TrueSealStore", "regular")
    dumps["Packages/Store"] = try Self.dump(store + "," + probe)
    #expect(
      findings([:], dumps) == ["Packages/Store/Package.swift: the table has no row for probe"])
    let placed = probe.dropLast() + ", \"path\": \"Tests/Probe\"}"
    dumps["Packages/Store"] = try Self.dump(store + "," + placed)
    #expect(findings([:], dumps).isEmpty)
  }

  @Test func `refuses packages from elsewhere and from folders without a reason`() throws {
    var dumps = try Self.store()
    dumps["Packages/Store"] = try Self.dump(
      Self.target("TrueSealStore", "regular"),
      """
      , "dependencies": [{"sourceControl": [{"identity": "nio"}]},
        {"fileSystem": [{"identity": "crypto", "path": "/x/Packages/Crypto"}]}]
      """)
    #expect(
      findings([:], dumps) == [
        "Packages/Store/Package.swift: depends on 1 packages from elsewhere",
        "Packages/Store/Package.swift: the table gives no reason to depend on Crypto",
      ])
  }

  @Test func `refuses a C module as a product`() throws {
    var dumps = try Self.store()
    dumps["Packages/Store"] = try Self.dump(
      Self.target("CSQLite", "system"), ", \"products\": [{\"targets\": [\"CSQLite\"]}]")
    #expect(
      findings([:], dumps) == [
        "Packages/Store/Package.swift: the C module CSQLite must not be a product"
      ])
  }

  @Test func `refuses an import that the manifest does not give`() throws {
    let path = "Packages/Store/Tests/TrueSealStoreTests/A.swift"
    let found = findings([path: "import TrueSealCrypto\n"], try Self.store())
    #expect(
      found == ["Packages/Store/Package.swift: TrueSealStoreTests imports TrueSealCrypto unnamed"])
  }

  @Test func `refuses a circle`() throws {
    let files = [
      "Apps/relay-mock/Sources/RelayMock/A.swift": "import RelayPages\n",
      "Apps/relay-mock/Sources/RelayPages/A.swift": "import RelayMock\n",
    ]
    let dumps = [
      "Apps/relay-mock": try Self.dump(
        Self.target("RelayMock", "regular") + "," + Self.target("RelayPages", "regular"))
    ]
    #expect(
      findings(files, dumps) == [
        "RelayMock: imports itself by way of others", "RelayPages: imports itself by way of others",
      ])
  }

  @Test func `has a table without circles and with one row a module`() {
    let rooms = Dictionary(grouping: Room.packages, by: \.module)
    #expect(rooms.values.allSatisfy { $0.count == 1 })
    var depth: [String: Int] = [:]
    for _ in Room.packages {
      for room in Room.packages where room.ours.allSatisfy({ depth[$0] != nil }) {
        depth[room.module] = (room.ours.compactMap { depth[$0] }.max() ?? 0) + 1
      }
    }
    #expect(depth.count == Room.packages.count)
  }
}
