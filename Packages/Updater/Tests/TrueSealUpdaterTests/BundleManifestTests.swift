import Testing

@testable import TrueSealUpdater

@Suite struct `A manifest` {
  private static let hash = String(repeating: "0123456789abcdef", count: 4)

  private func code(_ text: String) -> UpdaterError.Code? {
    do {
      _ = try BundleManifest(decoding: Array(text.utf8))
      return nil
    } catch {
      return error.code
    }
  }

  /// The good manifest with one part of its text replaced.
  private func code(replacing old: String, with new: String) -> UpdaterError.Code? {
    guard Fixture.manifest.contains(old) else { return .badText }
    return code(Fixture.manifest.replacing(old, with: new))
  }

  /// A manifest with these files, in this order.
  private func text(files: [(path: String, hash: String, size: UInt64)]) -> String {
    let list = files.map { #"{"path":"\#($0.path)","sha256":"\#($0.hash)","size":\#($0.size)}"# }
    return #"{"format":1,"appId":"a","seq":1,"floor":0,"urgent":true,"entry":"\#(files[0].path)","#
      + #""requires":{"host":1,"bridge":1,"data":[]},"files":[\#(list.joined(separator: ","))]}"#
  }

  @Test func `UC-4 is read as it was written elsewhere, and written the same`() throws {
    let manifest = try BundleManifest(decoding: Fixture.manifestBytes)
    #expect(manifest.appID == "com.example.app")
    #expect(manifest.seq == 43)
    #expect(manifest.floor == 40)
    #expect(!manifest.isUrgent)
    #expect(manifest.entry == "index.html")
    #expect(manifest.commit == "9f2c1e7")
    #expect(manifest.requirements.host == 1)
    #expect(manifest.requirements.bridge == 14)
    #expect(manifest.requirements.data == [.init(bucket: "menu", schema: 3)])
    #expect(manifest.files.map(\.path) == ["css/\u{e9}t\u{e9}.css", "index.html"])
    #expect(manifest.files.map(\.byteCount) == [6, 8])
    #expect(manifest.byteCount == 14)
    #expect(
      manifest.files[1].hash.description
        == "2c35ceb98d7757a74449079db9858dba4af1e87c41932a675471f3daea01886f")
    #expect(manifest.encoded == Fixture.manifestBytes)
    let made = try BundleManifest(
      appID: manifest.appID, seq: 43, floor: 40, entry: "index.html", commit: "9f2c1e7",
      requirements: manifest.requirements, files: manifest.files.reversed())
    #expect(made == manifest)
  }

  @Test(arguments: [
    #""format":1,"#, #""appId":"com.example.app","#, #""seq":43,"#, #""floor":40,"#,
    #""urgent":false,"#, #""entry":"index.html","#, #""host":1,"#, #""bridge":14,"#,
    #""bucket":"menu","#, #","schema":3"#, #","size":6"#, #","size":8"#,
    #","data":[{"bucket":"menu","schema":3}]"#,
  ])
  func `UC-4 lacks nothing but its commit`(part: String) {
    #expect(code(replacing: part, with: "") == .missingKey)
    #expect(code(replacing: #""commit":"9f2c1e7","#, with: "") == nil)
  }

  @Test(arguments: [
    #""seq":43,"#, #""host":1,"#, #""bucket":"menu","#, #""path":"index.html","#,
    #""urgent":false,"#,
  ])
  func `UC-4 has nothing twice and nothing new`(part: String) {
    #expect(code(replacing: part, with: part + part) == .duplicateKey)
    #expect(code(replacing: part, with: part + #""new":1,"#) == .unknownKey)
  }

  @Test(
    arguments: [
      (#""format":1"#, #""format":2"#, .unknownFormat),
      (#""format":1"#, #""format":0"#, .unknownFormat),
      (#""seq":43"#, #""seq":0"#, .outOfRange),
      (#""seq":43"#, #""seq":9007199254740992"#, .outOfRange),
      (#""seq":43"#, #""seq":"43""#, .wrongType), (#""seq":43"#, #""seq":43.0"#, .wrongType),
      (#""floor":40"#, #""floor":44"#, .outOfRange), (#""floor":40"#, #""floor":null"#, .wrongType),
      (#""urgent":false"#, #""urgent":0"#, .wrongType),
      (#""urgent":false"#, #""urgent":null"#, .wrongType),
      (#""entry":"index.html""#, #""entry":"Index.html""#, .conflict),
      (#""entry":"index.html""#, #""entry":"css""#, .conflict),
      (#""commit":"9f2c1e7""#, #""commit":"9f2c1e""#, .badText),
      (#""commit":"9f2c1e7""#, #""commit":"9F2C1E7""#, .badText),
      (#""commit":"9f2c1e7""#, #""commit":null"#, .wrongType),
      (#""host":1"#, #""host":0"#, .outOfRange), (#""host":1"#, #""host":2147483648"#, .outOfRange),
      (#""bridge":14"#, #""bridge":0"#, .outOfRange),
      (#""bucket":"menu""#, #""bucket":"Menu""#, .badText),
      (#""bucket":"menu""#, #""bucket":"1menu""#, .badText),
      (#""bucket":"menu""#, #""bucket":"""#, .badText),
      (#""bucket":"menu""#, #""bucket":"me-nu""#, .badText),
      (#""schema":3"#, #""schema":0"#, .outOfRange),
      (
        #"{"bucket":"menu","schema":3}"#, #"{"bucket":"a","schema":3},{"bucket":"a","schema":3}"#,
        .conflict
      ),
      ("com.example.app", "com example", .badText), ("com.example.app", "", .badText),
      ("com.example.app", "com/example", .badText), ("com.example.app", "\u{e9}", .badText),
      ("886f\",\"size\":8", "886F\",\"size\":8", .badText),
      ("886f\",\"size\":8", "886\",\"size\":8", .badText),
      (#""size":8"#, #""size":268435457"#, .outOfRange), (#""size":8"#, #""size":-1"#, .wrongType),
      (#""path":"index.html""#, #""path":"css""#, .conflict),
    ] as [(String, String, UpdaterError.Code)])
  func `UC-4 is refused with`(old: String, new: String, code: UpdaterError.Code) {
    #expect(self.code(replacing: old, with: new) == code)
  }

  @Test func `UC-4 lists its files once each, ascending by bytes`() {
    let one = ("a", Self.hash, UInt64(1))
    let two = ("b", Self.hash, UInt64(1))
    #expect(code(text(files: [one, two])) == nil)
    #expect(code(text(files: [two, one])) == .conflict)
    #expect(code(text(files: [one, one])) == .conflict)
    // The entry stands where a search would find it all the same.
    let mixed = text(files: [two, one, ("c", Self.hash, 1)])
    #expect(code(mixed.replacing(#""entry":"b""#, with: #""entry":"a""#)) == .conflict)
    // By bytes, not by words: a capital comes before, a letter with an accent after all of these.
    #expect(code(text(files: [("B", Self.hash, 1), one, ("\u{e9}", Self.hash, 1)])) == nil)
    #expect(code(text(files: [one, ("B", Self.hash, 1)])) == .conflict)
  }

  @Test func `UC-4 gives a hash one size`() {
    #expect(code(text(files: [("a", Self.hash, 1), ("b", Self.hash, 2)])) == .conflict)
  }

  @Test func `UC-4 has one to 4,096 files and up to 256 pairs of data`() {
    func files(_ count: Int) -> String {
      text(files: (0..<count).map { (String(100_000 + $0), Self.hash, 268_435_456) })
    }
    #expect(code(files(4_096)) == nil)
    #expect(code(files(4_097)) == .outOfRange)
    let none = Fixture.manifest.prefix { $0 != "[" } + #"[]},"files":[]}"#
    #expect(code(String(none)) == .outOfRange)
    func pairs(_ count: Int) -> String {
      (1...count).map { #"{"bucket":"menu","schema":\#($0)}"# }.joined(separator: ",")
    }
    let pair = #"{"bucket":"menu","schema":3}"#
    #expect(code(replacing: pair, with: pairs(256)) == nil)
    #expect(code(replacing: pair, with: pairs(257)) == .outOfRange)
  }

  @Test func `UC-4 has ids, buckets and commits up to their lengths`() {
    let longest = String(repeating: "a", count: 128)
    #expect(code(replacing: "com.example.app", with: longest) == nil)
    #expect(code(replacing: "com.example.app", with: longest + "a") == .outOfRange)
    let bucket = "a" + String(repeating: "_", count: 63)
    #expect(code(replacing: "menu", with: bucket) == nil)
    #expect(code(replacing: "menu", with: bucket + "_") == .outOfRange)
    let commit = String(repeating: "a", count: 64)
    #expect(code(replacing: "9f2c1e7", with: commit) == nil)
    #expect(code(replacing: "9f2c1e7", with: commit + "a") == .outOfRange)
  }

  @Test func `UC-4 keeps the same rules when it is made`() throws {
    let good = try BundleManifest(decoding: Fixture.manifestBytes)
    let file = good.files[0]
    func make(
      appID: String = "a", seq: UInt64 = 2, floor: UInt64 = 0, entry: String = "x",
      files: [BundleFile]
    ) throws(UpdaterError) -> BundleManifest {
      try BundleManifest(
        appID: appID, seq: seq, floor: floor, entry: entry,
        requirements: Requirements(host: 1, bridge: 1), files: files)
    }
    let plain = BundleFile(path: "x", hash: file.hash, byteCount: 6)
    #expect(try make(files: [plain]).seq == 2)
    #expect(throws: UpdaterError(.badText, "")) { try make(appID: "", files: [plain]) }
    #expect(throws: UpdaterError(.outOfRange, "")) { try make(floor: 3, files: [plain]) }
    #expect(throws: UpdaterError(.outOfRange, "")) { try make(seq: 0, files: [plain]) }
    #expect(throws: UpdaterError(.conflict, "")) { try make(entry: "y", files: [plain]) }
    #expect(throws: UpdaterError(.conflict, "")) { try make(files: [plain, plain]) }
    #expect(throws: UpdaterError(.badPath, "")) {
      try make(files: [BundleFile(path: "../x", hash: file.hash, byteCount: 6)])
    }
    let large = BundleFile(path: "x", hash: file.hash, byteCount: 268_435_457)
    #expect(throws: UpdaterError(.outOfRange, "")) { try make(files: [large]) }
  }

  @Test func `stands beside its signature under its number`() {
    #expect(BundleManifest.path(of: 43) == "manifests/43.json")
    #expect(BundleManifest.signaturePath(of: 43) == "manifests/43.json.sig")
  }
}
