import Testing

@testable import HouseChecks

private let library = "Packages/Store/Sources/TrueSealStore/"

private func messages(
  _ check: (SourceTree) -> [Finding], _ files: [String: String]
) -> [String] {
  check(SourceTree(files)).map(\.description)
}

private func lines(_ count: Int) -> String {
  String(repeating: "let a = 1\n", count: count)
}

@Suite struct `The top level` {
  @Test func `holds only the rooms of the house and dot files`() {
    let files = ["Makefile": "", ".ci/run": "", "Tools/a": "", "notes.txt": "", "Docs/a": ""]
    #expect(
      messages(TopLevelCheck.findings, files) == [
        "Docs: does not belong in the top level", "notes.txt: does not belong in the top level",
      ])
  }
}

@Suite struct `Lengths` {
  @Test func `of sources stay below three hundred lines`() {
    #expect(messages(LengthCheck.findings, [library + "A.swift": lines(299)]).isEmpty)
    #expect(messages(LengthCheck.findings, [library + "A.swift": lines(300)]).count == 1)
  }

  @Test func `of tests stay below four hundred lines`() {
    let path = "Packages/Store/Tests/TrueSealStoreTests/A.swift"
    #expect(messages(LengthCheck.findings, [path: lines(399)]).isEmpty)
    #expect(messages(LengthCheck.findings, [path: lines(400)]).count == 1)
  }

  @Test(arguments: ["func f()", "init()", "deinit", "subscript(a: Int) -> Int", "var a: Int"])
  func `of functions stay below fifty lines`(head: String) {
    let start = "struct A {\n\(head) {\n"
    let fits = start + lines(47) + "}\n}\n"
    let long = start + lines(48) + "}\n}\n"
    #expect(messages(LengthCheck.findings, [library + "A.swift": fits]).isEmpty)
    #expect(messages(LengthCheck.findings, [library + "A.swift": long]).count == 1)
  }
}

@Suite struct `Names` {
  @Test(arguments: [
    "SessionManager", "StringUtils", "HelperTool", "BaseLink", "LinkImpl", "SyncService",
  ])
  func `that fit anything are refused for types`(name: String) {
    #expect(messages(NameCheck.findings, [library + "A.swift": "struct \(name) {}"]).count == 1)
  }

  @Test(arguments: [
    "Database", "Base64URL", "Manageress", "Commonwealth", "Utilitarian", "Informant",
  ])
  func `that only contain such a word are accepted`(name: String) {
    let text = "struct \(name) {}"
    #expect(messages(NameCheck.findings, [library + "\(name).swift": text]).isEmpty)
  }

  @Test func `of files and folders are checked too`() {
    #expect(messages(NameCheck.findings, [library + "Helpers/A.swift": ""]).count == 1)
    #expect(messages(NameCheck.findings, ["Tests/Peer/wire_utils.py": ""]).count == 1)
    #expect(messages(NameCheck.findings, [library + "Extensions.swift": ""]).count == 1)
  }
}

@Suite struct `The manifest` {
  static let path = "Packages/A/Package.swift"
  static let good =
    ([ManifestCheck.firstLine] + ManifestCheck.wholeLines).joined(separator: "\n") + "\n\n"
    + ManifestCheck.settings

  @Test func `passes word for word`() {
    #expect(messages(ManifestCheck.findings, [Self.path: Self.good]).isEmpty)
  }

  @Test func `is refused for one changed word, at its line`() {
    let edited = Self.good.replacing(".strictMemorySafety(),", with: "")
    #expect(
      messages(ManifestCheck.findings, [Self.path: edited]) == [
        "\(Self.path):7: differs from the settings block here"
      ])
  }

  @Test func `is refused without its platforms, its mode, its version or its settings`() {
    for line in ManifestCheck.wholeLines + [ManifestCheck.firstLine] {
      let edited = Self.good.replacing(line, with: "x")
      #expect(messages(ManifestCheck.findings, [Self.path: edited]).count == 1)
    }
    let bare = Self.good.replacing(ManifestCheck.settings, with: "")
    #expect(messages(ManifestCheck.findings, [Self.path: bare]).count == 1)
    #expect(messages(ManifestCheck.findings, ["Tests/Adoption/A/Package.swift": ""]).isEmpty)
  }
}

@Suite struct `A library file` {
  @Test func `opens with its documented type`() {
    let good = "internal import CSQLite\n\n/// A row.\npublic struct Row {}\n"
    #expect(messages(FileOrderCheck.findings, [library + "Row.swift": good]).isEmpty)
    let mute = "public struct Row {}\n"
    #expect(messages(FileOrderCheck.findings, [library + "Row.swift": mute]).count == 1)
    let late = "private let a = [\n\(lines(9))]\n/// A row.\nstruct Row {}\n"
    #expect(messages(FileOrderCheck.findings, [library + "Row.swift": late]).count == 1)
  }

  @Test func `is named after what it declares or extends`() {
    let text = "extension Row { func a() {} }\n"
    #expect(messages(FileOrderCheck.findings, [library + "Row+Reading.swift": text]).isEmpty)
    #expect(messages(FileOrderCheck.findings, [library + "Reading.swift": text]).count == 1)
  }
}

@Suite struct `A machine` {
  static func machine(_ parts: String, _ ending: String) -> String {
    """
    struct Delivery {
      \(parts)
      mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .a: return []
        \(ending)
        }
      }
    }
    """
  }

  @Test func `has states, events and effects`() {
    let path = library + "Delivery.swift"
    let whole = Self.machine("enum State {}; enum Event {}; enum Effect {}", "")
    let partial = Self.machine("enum State {}; enum Event {}", "")
    #expect(messages(MachineCheck.findings, [path: whole]).isEmpty)
    #expect(
      messages(MachineCheck.findings, [path: partial]) == [
        "\(path):1: the machine `Delivery` has no `Effect`"
      ])
  }

  @Test func `names every pair instead of a default`() {
    let path = library + "Delivery.swift"
    let text = Self.machine("enum State {}; enum Event {}; enum Effect {}", "default: return []")
    #expect(
      messages(MachineCheck.findings, [path: text]) == [
        "\(path):6: a machine's switch has no `default`"
      ])
  }
}

@Suite struct `A README` {
  static let good = """
    # Store

    One file, lent out a transaction at a time.

    ```swift
    let a = 1
    ```

    ## What it promises
    ## Floors
    ## Tests
    ## Files
    """

  @Test func `has six parts`() {
    let manifest = ["Packages/Store/Package.swift": ""]
    let path = "Packages/Store/README.md"
    func findings(_ text: String?) -> [String] {
      messages(ReadmeCheck.findings, manifest.merging(text.map { [path: $0] } ?? [:]) { $1 })
    }
    #expect(findings(Self.good).isEmpty)
    #expect(findings(nil) == ["\(path): is missing"])
    for part in [
      "# Store\n", "One file, lent out a transaction at a time.\n", "```swift",
      "## What it promises", "## Floors", "## Tests", "## Files",
    ] {
      #expect(findings(Self.good.replacing(part, with: "")).count >= 1, "without \(part)")
    }
    #expect(findings(Self.good.replacing("let a = 1\n", with: lines(17))).count == 1)
  }
}
