import Testing

@testable import HouseChecks

private let library = "Packages/Store/Sources/TrueSealStore/"

private func count(_ check: (SourceTree) -> [Finding], _ files: [String: String]) -> Int {
  check(SourceTree(files)).count
}

@Suite struct `C modules` {
  static let modulemap = ["Packages/Store/Sources/CSQLite/module.modulemap": ""]
  static let owner = [library + "SQLite.swift": "internal import CSQLite\n"]

  private func findings(_ files: [String: String]) -> [String] {
    CModuleCheck.findings(in: SourceTree(files.merging(Self.modulemap) { $1 })).map(\.description)
  }

  @Test func `are imported by one file of the package`() {
    #expect(findings(Self.owner).isEmpty)
    let second = Self.owner.merging([library + "Row.swift": "import CSQLite\n"]) { $1 }
    #expect(findings(second).count == 1)
    let test = ["Packages/Store/Tests/TrueSealStoreTests/A.swift": "import CSQLite\n"]
    #expect(findings(Self.owner.merging(test) { $1 }).count == 1)
  }

  @Test func `are imported by one file more in a library for tests`() {
    let testing = "Packages/Store/Sources/TrueSealStoreTesting/"
    let one = Self.owner.merging([testing + "VFS.swift": "import CSQLite\n"]) { $1 }
    #expect(findings(one).isEmpty)
    #expect(findings(one.merging([testing + "Disk.swift": "import CSQLite\n"]) { $1 }).count == 1)
  }

  @Test func `are imported by at least one file`() {
    #expect(findings([library + "Row.swift": ""]) == ["Packages/Store: nothing imports CSQLite"])
  }

  @Test(arguments: ["public", "package"]) func `are never imported openly`(word: String) {
    #expect(findings([library + "SQLite.swift": "\(word) import CSQLite\n"]).count == 1)
  }

  @Test func `include the C library, once a module`() {
    let both = "#if canImport(Glibc)\n  import Glibc\n#else\n  import Darwin\n#endif\n"
    let first = Self.owner.merging([library + "Lock.swift": both]) { $1 }
    #expect(findings(first).isEmpty)
    #expect(findings(first.merging([library + "Row.swift": "import Musl\n"]) { $1 }).count == 1)
  }
}

@Suite struct `The word unsafe` {
  @Test func `is kept to the files that may say it`() {
    let text = "let a = unsafe b\n"
    #expect(count(UnsafeCheck.findings, [library + "SQLite.swift": text]) == 0)
    #expect(count(UnsafeCheck.findings, [library + "Row.swift": text]) == 1)
    #expect(
      count(UnsafeCheck.findings, [library + "Row.swift": "// unsafe\nlet unsafeA = 1\n"]) == 0)
  }

  @Test func `is allowed on the line that names the executor`() {
    let line = "  unsafe queue.asUnownedSerialExecutor()\n"
    for file in UnsafeCheck.executorFiles {
      #expect(count(UnsafeCheck.findings, [file: line]) == 0)
      #expect(count(UnsafeCheck.findings, [file: line + "unsafe a\n"]) == 1)
    }
  }
}

@Suite struct `Forbidden constructs` {
  @Test(arguments: ["try! a()", "a as! B", "fatalError(\"x\")", "print(a)", "debugPrint(a)"])
  func `are refused in a library`(line: String) {
    #expect(count(ForbiddenCheck.findings, [library + "Row.swift": line]) == 1)
  }

  @Test(arguments: [
    "try? a()", "log.print(a)", "func print(a: Int) {}", "// print(a)", "footprint(a)",
  ])
  func `leave innocent lines alone`(line: String) {
    #expect(count(ForbiddenCheck.findings, [library + "Row.swift": line]) == 0)
  }

  @Test func `let apps and tests talk`() {
    #expect(count(ForbiddenCheck.findings, ["Apps/a/Sources/a/Main.swift": "print(1)"]) == 0)
    #expect(count(ForbiddenCheck.findings, ["Packages/A/Tests/ATests/A.swift": "try! a()"]) == 0)
  }

  @Test func `ask unchecked sendability for its reason`() {
    let bare = "extension A: @unchecked Sendable {}\n"
    #expect(count(ForbiddenCheck.findings, [library + "A.swift": bare]) == 1)
    let reasoned = "extension A: @unchecked Sendable {}  // Never changes.\n"
    #expect(count(ForbiddenCheck.findings, [library + "A.swift": reasoned]) == 0)
  }
}

@Suite struct `Comments` {
  @Test(arguments: [
    "let a = 1", "var b: Int", "return decode(bytes)", "if a == b {", "}", "push(entry)",
    "self.state = reset(now)", "try await link.send(frame)", "})",
  ])
  func `that switch code off are refused`(code: String) {
    #expect(CommentCheck.looksLikeCode(" " + code))
    #expect(count(CommentCheck.findings, [library + "A.swift": "// \(code)\nlet c = 1\n"]) == 1)
    #expect(count(CommentCheck.findings, [library + "A.swift": "/// \(code)\nlet c = 1\n"]) == 0)
  }

  @Test(arguments: [
    "if the lane is empty, nothing is pushed (D-03).", "read(2)", "Never changes.", "let it go",
    "for every member (there are at most 32)", "SHA-256 of the signed bytes", "MARK: Imports",
    "return early: the caller holds the lock", "see the note above (and below)", "",
  ])
  func `in prose are left alone`(prose: String) {
    #expect(!CommentCheck.looksLikeCode(" " + prose))
  }
}

@Suite struct `Words` {
  @Test(arguments: WordCheck.marks + WordCheck.traces)
  func `without a place in the tree are refused in any file`(word: String) {
    for path in ["README.md", "Makefile", "Tests/a.json", library + "A.swift"] {
      let found = WordCheck.findings(in: SourceTree([path: "a\n see \(word) b\n"]))
      #expect(found.map(\.line) == [2])
    }
  }

  @Test func `are marks only when they stand alone`() {
    #expect(count(WordCheck.findings, ["a.sh": "mktemp /tmp/a.XXXXXX; method; xxxx"]) == 0)
  }
}

@Suite struct `Tidiness` {
  @Test func `runs every check`() {
    let file = library + "StoreManager.swift"
    let text =
      "import CSQLite\nfunc a() { print(unsafe b) }\n// return a(b)\n// \(WordCheck.marks[0])\n"
    let found = Tidy.findings(
      in: SourceTree([file: text, "Packages/Store/Package.swift": "", "x": ""]))
    let said = found.map(\.message).joined(separator: "\n")
    for part in [
      "top level", "settings block", "`Manager`", "something else", "`unsafe`", "print",
      "commented",
      "no place", "is missing",
    ] {
      #expect(said.contains(part))
    }
  }
}
