import Testing
import TrueSealUpdater
import UpdaterFixtures

@testable import TrueSealUpdaterFiles

@Suite struct `A download` {
  @Test func `U-17 UR-20 stands in the store only when it is whole, and leaves nothing behind`()
    async throws
  {
    let scene = try Scene()
    let updater = try await scene.started { $0.downloadCountMax = 1 }
    let release = try Release(43)
    scene.publish(release)
    try scene.folder.write("valence/tmp/left-over", "from a dead process")
    let seen = Written()
    let folder = scene.folder
    let before = Set(scene.storedFiles())
    scene.server.answer { request, honest in
      if request.path.hasPrefix("cas/") {
        let hash = request.path.dropFirst(4)
        seen.note(folder.exists("valence/cas/\(hash)") ? "stored early" : nil)
        let temporary = folder.names(in: "valence/tmp")
        seen.note(temporary.contains { $0.hasPrefix("\(hash).") } ? nil : "no temporary name")
        seen.note(temporary.contains("left-over") ? "not cleared" : nil)
      }
      return honest
    }
    #expect(await scene.check(updater) == .pending(43))
    #expect(seen.texts == [String](repeating: "nothing", count: 6))
    #expect(scene.folder.names(in: "valence/tmp") == [])
    let names = Set(release.manifest.files.map { "\($0.hash)" })
    #expect(Set(scene.storedFiles()) == before.union(names))
    for (hash, bytes) in release.contents {
      #expect(scene.folder.read("valence/cas/\(hash)") == bytes)
    }
  }

  @Test func `U-18 asks for no file that is in the store`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    let release = try Release(43)
    scene.publish(release)
    #expect(await scene.check(updater) == .pending(43))
    let expected = ["index.html", "app.js"].map { path in
      release.manifest.files.first { $0.path == path }.map { "cas/\($0.hash)" }
    }
    #expect(
      Set(scene.server.paths.filter { $0.hasPrefix("cas/") }) == Set(expected.compactMap(\.self)))
    #expect(scene.server.paths.count == 5)
  }

  @Test func `U-13 UR-18 asks once for manifest and signature, before any file, and stores those`()
    async throws
  {
    let scene = try Scene()
    let updater = try await scene.started()
    let release = try Release(43)
    scene.publish(release)
    let asked = Counter()
    scene.server.answer { request, honest in
      // Whoever asked twice would get something else.
      guard request.path.hasPrefix("manifests/") else { return honest }
      return asked.next() <= 2 ? honest : .ok(Array("{}".utf8))
    }
    #expect(await scene.check(updater) == .pending(43))
    #expect(
      scene.server.paths.prefix(3) == [
        "channels/stable.json", "manifests/43.json", "manifests/43.json.sig",
      ])
    #expect(scene.server.paths.filter { $0.hasPrefix("manifests/") }.count == 2)
    #expect(scene.folder.read("valence/manifests/43.json") == release.bytes)
    #expect(scene.folder.read("valence/manifests/43.json.sig") == release.signature)
  }

  @Test func `U-16 UR-16 stays within the cap, counting each missing content once`() async throws {
    let body = [UInt8](repeating: 5, count: 1_000)
    let files = [
      "index.html": body, "copy.html": body, "other.js": [UInt8](repeating: 6, count: 24),
    ]
    for (cap, expected) in [
      (1_023, RunOutcome.stopped(.overCap)), (1_024, .pending(43)), (0, .stopped(.overCap)),
    ] {
      let scene = try Scene()
      let updater = try await scene.started { $0.missingByteCountMax = UInt64(cap) }
      scene.publish(try Release(43, files: files))
      #expect(await scene.check(updater) == expected)
      let hasAsked = scene.server.paths.contains { $0.hasPrefix("cas/") }
      #expect(hasAsked == (expected == .pending(43)))
    }
  }

  @Test func `UR-16 counts what lies unreferenced in the store against the cap`() async throws {
    let scene = try Scene()
    let updater = try await scene.started { $0.missingByteCountMax = 10_000 }
    scene.publish(try Release(43, files: ["index.html": [UInt8](repeating: 1, count: 6_000)]))
    #expect(await scene.check(updater) == .pending(43))
    scene.server.point(to: 42)
    #expect(await scene.check(updater) == .stopped(.upToDate))
    scene.publish(try Release(44, files: ["index.html": [UInt8](repeating: 2, count: 4_001)]))
    #expect(await scene.check(updater) == .stopped(.overCap))
    scene.publish(try Release(45, files: ["index.html": [UInt8](repeating: 2, count: 4_000)]))
    #expect(await scene.check(updater) == .pending(45))
  }

  @Test func `U-16 a cap of nothing lets a release pass that lacks nothing`() async throws {
    let scene = try Scene()
    let updater = try await scene.started { $0.missingByteCountMax = 0 }
    scene.publish(try Release(43, files: Release.files(42)))
    #expect(await scene.check(updater) == .pending(43))
  }

  @Test func `UR-19 replaces what is wrong in the store within one run`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    let release = try Release(43)
    scene.publish(release)
    let script = try release.hash(of: "app.js")
    let page = try release.hash(of: "index.html")
    try scene.folder.write("valence/cas/\(script)", [UInt8](repeating: 0, count: 3_000))
    try scene.folder.write("valence/cas/\(page)", "short")
    #expect(await scene.check(updater) == .pending(43))
    for hash in [script, page] {
      #expect(scene.folder.read("valence/cas/\(hash)") == release.contents[hash])
      #expect(scene.server.paths.filter { $0 == "cas/\(hash)" }.count == 1)
    }
  }

  @Test func `UR-46 UR-19 never follows a link that was planted in the store`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    let release = try Release(43)
    scene.publish(release)
    let script = try release.hash(of: "app.js")
    let shared = try release.hash(of: "shared.css")
    try scene.folder.write("outside", release.contents[script] ?? [])
    try scene.folder.link("valence/cas/\(script)", to: "\(scene.folder.path)/outside")
    try scene.folder.remove("valence/cas/\(shared)")
    try scene.folder.write("valence/cas/\(shared)/folder/file", "in the way")
    #expect(await scene.check(updater) == .pending(43))
    let kind = try DiskFiles(root: scene.folder.path).status(of: "valence/cas/\(script)")?.kind
    #expect(kind == .file)
    #expect(scene.folder.read("outside") == release.contents[script])
    #expect(scene.folder.read("valence/cas/\(shared)") == release.contents[shared])
  }

  @Test func `UX-01 tells where it stands and how many bytes are there`() async throws {
    let scene = try Scene()
    let updater = try await scene.started { $0.downloadCountMax = 1 }
    scene.publish(try Release(43, data: []))
    #expect(await scene.check(updater) == .pending(43))
    let page = UInt64("<p>release 43</p>".utf8.count)
    #expect(
      scene.progress == [
        .pointer, .manifest(43), .comparing(43), .files(43, byteCount: 3_000, of: 3_000 + page),
        .files(43, byteCount: 3_000 + page, of: 3_000 + page),
      ])
    #expect(scene.endings == [.pending(43)])
  }

  @Test(arguments: [1, 4])
  func `UX-02 has as many files under way as it may, and no more`(count: Int) async throws {
    let scene = try Scene()
    let updater = try await scene.started { $0.downloadCountMax = count }
    var files: [String: [UInt8]] = ["index.html": [1]]
    for number in 0..<11 { files["f\(number)"] = [UInt8(number), 7] }
    scene.publish(try Release(43, files: files))
    let gate = Gate()
    scene.server.answer { request, honest in
      if request.path.hasPrefix("cas/") { gate.wait() }
      return honest
    }
    let run = Task { await updater.check() }
    await eventually("\(count) files are asked for") {
      scene.server.paths.count { $0.hasPrefix("cas/") } == count
    }
    gate.open()
    #expect(await run.value == .pending(43))
    #expect(scene.server.openAtOnceMax == count)
  }

  @Test func `UX-02 is four at a time unless a host says otherwise`() throws {
    #expect(try Scene().settings().downloadCountMax == 4)
  }

  @Test func `U-22 UR-24 announces an urgent release once, when its pending is durable`()
    async throws
  {
    let scene = try Scene()
    var settings = try scene.settings(builtIn: Scene.builtIn(try Release(42)))
    let folder = scene.folder
    let seen = Written()
    settings.report = { event in
      if case .updateReady(let seq) = event {
        seen.note("\(seq) \(folder.text("valence/state.json")?.contains(#""pending":43"#) == true)")
      }
    }
    let updater = Updater.open(settings)
    _ = try await updater.uiStart()
    scene.publish(try Release(43, isUrgent: true))
    #expect(await scene.check(updater) == .pending(43))
    #expect(await scene.check(updater) == .stopped(.alreadyPending))
    #expect(seen.texts == ["43 true"])

    guard case .restarted(let page) = try await updater.applyUpdate() else {
      Issue.record("not restarted")
      return
    }
    #expect(page.isTrial)
    #expect(page.manifest.seq == 43)
  }
}
