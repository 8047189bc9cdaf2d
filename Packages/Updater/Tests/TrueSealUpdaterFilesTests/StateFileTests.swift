import Testing
import TrueSealUpdater
import UpdaterFixtures

@testable import TrueSealUpdaterFiles

@Suite struct `The state file` {
  private let text =
    #"{"installId":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","port":23817,"current":42,"#
    + #""previous":null,"pending":null,"trial":null,"trialFails":0,"serving":null,"bad":[39],"floor":40}"#

  @Test func `U-24 U-26 UR-12 UR-51 U-10 is made at the first start, with a name of its own`()
    async throws
  {
    let scene = try Scene()
    let updater = try await scene.started()
    let state = try scene.storedState()
    #expect(state.current == 42)
    #expect(state.floor == 0)
    #expect(state.bad == [])
    #expect(state.port.map(UpdaterLimits.ports.contains) == true)
    #expect(await updater.state == state)

    let other = try Scene()
    _ = try await other.started()
    #expect(try other.storedState().installID != state.installID)
  }

  @Test func `UR-12 a thousand loads find the same name, and write nothing`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    let bytes = try #require(scene.folder.read("valence/state.json"))
    await updater.close()
    for _ in 0..<1_000 {
      let next = try scene.updater(builtIn: Scene.builtIn(try Release(42)))
      _ = try await next.uiStart()
      await next.close()
    }
    #expect(scene.folder.read("valence/state.json") == bytes)
  }

  @Test func `UR-44 U-25 what was renamed but could not be flushed is put back`() throws {
    let folder = try Folder()
    let files = FaultyFiles(root: folder.path)
    try files.makeFolder(TemporaryNames.folder)
    let stateFile = StateFile(
      files: files, temporaryNames: TemporaryNames { [UInt8](repeating: 1, count: $0) })
    let installID = try #require(InstallID(randomBytes: [UInt8](repeating: 1, count: 16)))
    let old = Activation.State(installID: installID, port: 23_817, floor: 40)
    let new = Activation.State(installID: installID, port: 23_817, floor: 41)

    files.arm(.fails, at: nil)
    let bytes = try stateFile.save(old, over: nil)
    // The last thing done is to flush the folder.
    let flush = files.count
    #expect(folder.read("state.json") == old.encoded)
    files.arm(.fails, at: flush)
    #expect(throws: UpdaterFilesError(.io, "")) { try stateFile.save(new, over: bytes) }
    #expect(files.hasFired)
    #expect(folder.read("state.json") == old.encoded)

    try folder.remove("state.json")
    files.arm(.fails, at: flush)
    #expect(throws: UpdaterFilesError(.io, "")) { try stateFile.save(new, over: nil) }
    #expect(files.hasFired)
    #expect(!folder.exists("state.json"))
    #expect(folder.names(in: TemporaryNames.folder) == [])
  }

  @Test func `UR-49 holds no path, and all is found after the folder has moved`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    scene.publish(try Release(43))
    #expect(await scene.check(updater) == .pending(43))
    await updater.close()
    #expect(scene.folder.text("valence/state.json")?.contains("/") == false)
    let moved = try Scene()
    for name in ["cas", "manifests"] {
      for file in scene.folder.names(in: "valence/\(name)") {
        try moved.folder.write(
          "valence/\(name)/\(file)", try #require(scene.folder.read("valence/\(name)/\(file)")))
      }
    }
    try moved.folder.write(
      "valence/state.json", try #require(scene.folder.read("valence/state.json")))
    let page = try await moved.updater(builtIn: Scene.builtIn(try Release(42))).uiStart()
    #expect(page.isTrial)
    #expect(try page.read("app.js") == [UInt8](repeating: 43, count: 3_000))
  }

  @Test(arguments: ["", "{", "[]", "null", #"{"current":1}"#, "\u{feff}{}", "not JSON at all"])
  func `UR-52 is set aside when it cannot be read, once`(text: String) async throws {
    let scene = try Scene()
    for round in 1...2 {
      try scene.folder.write("valence/state.json", text + String(repeating: " ", count: round))
      let updater = try await scene.started()
      #expect(try scene.storedState().current == 42)
      #expect(
        scene.folder.text("valence/state.json.corrupt")
          == text + String(repeating: " ", count: round))
      #expect(
        scene.folder.names(in: "valence").filter { $0.hasPrefix("state") }
          == ["state.json", "state.json.corrupt"])
      await updater.close()
    }
  }

  @Test func `UR-52 is unreadable beyond 64 KiB, negative, a link or a folder`() async throws {
    let scene = try Scene()
    let long = text + String(repeating: " ", count: 65_537 - text.utf8.count)
    for text in [long, text.replacing("42", with: "-42")] {
      try scene.folder.write("valence/state.json", text)
      let updater = try await scene.started()
      #expect(scene.folder.text("valence/state.json.corrupt") == text)
      #expect(try scene.storedState().bad == [])
      await updater.close()
    }
    try scene.folder.write("outside.json", text)
    try scene.folder.link("valence/state.json", to: "\(scene.folder.path)/outside.json")
    let updater = try await scene.started()
    #expect(try scene.storedState().bad == [])
    #expect(scene.folder.text("outside.json") == text)
    await updater.close()
    try scene.folder.remove("valence/state.json")
    try scene.folder.write("valence/state.json/in/the/way", "x")
    _ = try await scene.started()
    #expect(try scene.storedState().current == 42)
  }

  @Test func `UR-52 gets its floor back from releases in the store that still verify`()
    async throws
  {
    let scene = try Scene()
    let good = try Release(45, floor: 44)
    var forged = try Release(60, floor: 59)
    forged.signature = try Release.sign(forged.bytes, seed: Release.otherSeed)
    for release in [good, forged] {
      try scene.folder.write("valence/manifests/\(release.seq).json", release.bytes)
      try scene.folder.write("valence/manifests/\(release.seq).json.sig", release.signature)
    }
    try scene.folder.write("valence/manifests/70.json", try Release(70, floor: 70).bytes)
    // Under a number that is not its own it vouches for nothing.
    let misplaced = try Release(80, floor: 80)
    try scene.folder.write("valence/manifests/81.json", misplaced.bytes)
    try scene.folder.write("valence/manifests/81.json.sig", misplaced.signature)
    try scene.folder.write("valence/state.json", "broken")
    _ = try await scene.started()
    #expect(try scene.storedState().floor == 44)
  }

  @Test func `UR-51 U-50 without a file the phone is new, whatever the store holds`() async throws {
    let scene = try Scene()
    let release = try Release(45, floor: 44)
    try scene.folder.write("valence/manifests/45.json", release.bytes)
    try scene.folder.write("valence/manifests/45.json.sig", release.signature)
    let updater = try await scene.started()
    let first = try scene.storedState()
    #expect(first.floor == 0)
    #expect(first.current == 42)
    await updater.close()
    // What a restored phone has of the folder: nothing.
    try scene.folder.remove("valence")
    _ = try await scene.started()
    let second = try scene.storedState()
    #expect(second.current == 42)
    #expect(second.installID != first.installID)
  }

  @Test func `UR-53 UR-54 is mended, said so, and written`() async throws {
    let scene = try Scene()
    try scene.folder.write(
      "valence/state.json",
      text.replacing(#""serving":null"#, with: #""serving":43,"unknown":[{"x":1}]"#))
    _ = try await scene.started()
    #expect(scene.notes.contains(.repaired(.serving)))
    #expect(try scene.storedState().serving == nil)
    #expect(scene.folder.text("valence/state.json")?.contains("unknown") == false)
  }

  @Test func `UR-55 keeps its port, and draws another only when asked`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    let port = try #require(await updater.port)
    #expect(try scene.storedState().port == port)
    let drawn = try await updater.drawPort()
    #expect(drawn != port)
    #expect(UpdaterLimits.ports.contains(drawn))
    #expect(try scene.storedState().port == drawn)
    await updater.close()
    let next = try await scene.started()
    #expect(await next.port == drawn)
    await next.close()
    try scene.folder.write("valence/state.json", text.replacing("23817", with: "80"))
    let mended = try await scene.started()
    #expect(scene.notes.contains(.repaired(.port)))
    #expect(await mended.port.map(UpdaterLimits.ports.contains) == true)
    #expect(try scene.storedState().port == (await mended.port))
  }

  @Test func `U-49 UR-57 its folder alone is excluded from backups, at each start`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    let folder = "\(scene.folder.path)/valence"
    let first = scene.excludedPaths
    #expect(!first.isEmpty)
    #expect(first.allSatisfy { $0 == folder })
    await updater.close()
    _ = try await scene.started()
    #expect(scene.excludedPaths.count > first.count)
    #expect(scene.excludedPaths.allSatisfy { $0 == folder })
  }
}
