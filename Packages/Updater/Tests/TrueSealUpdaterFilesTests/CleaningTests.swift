import Synchronization
import Testing
import TrueSealUpdater
import UpdaterFixtures

@testable import TrueSealUpdaterFiles

@Suite struct `A cleaning` {
  /// Takes a release all the way to current, in a process of its own.
  private func commit(
    _ release: Release, _ scene: Scene, _ change: (inout UpdaterSettings) -> Void = { _ in }
  ) async throws {
    scene.publish(release)
    let updater = try await scene.started(change)
    #expect(await scene.check(updater) == .pending(release.seq))
    await updater.close()
    let next = try await scene.startedTrial(change)
    #expect(await next.updater.ready(next.page.token) == .committed)
    await eventually("data is cleaned") { await next.updater.isCleanOfData() }
    await next.updater.close()
  }

  @Test func `U-41 U-43 U-44 follows a commit alone, and keeps what is named with every file`()
    async throws
  {
    let scene = try Scene()
    try await commit(try Release(43), scene)
    try await commit(try Release(44), scene)
    // 42 is built in, 43 previous, 44 current.
    #expect(
      scene.folder.names(in: "valence/manifests") == [
        "42.json", "43.json", "43.json.sig", "44.json", "44.json.sig",
      ])
    try await commit(try Release(45), scene)
    #expect(
      scene.folder.names(in: "valence/manifests") == [
        "42.json", "44.json", "44.json.sig", "45.json", "45.json.sig",
      ])
    var kept: [ContentHash: [UInt8]] = [:]
    for seq: UInt64 in [42, 44, 45] { kept.merge(try Release(seq).contents) { $1 } }
    #expect(scene.storedFiles() == kept.keys.map { "\($0)" }.sorted())
    for (hash, bytes) in kept { #expect(scene.folder.read("valence/cas/\(hash)") == bytes) }
  }

  @Test func `U-43 nothing is cleaned by a run, a start, a failure or a pull`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    let stray = try Release.hash([1, 2, 3])
    try scene.folder.write("valence/cas/\(stray)", [1, 2, 3])
    try scene.folder.write("valence/manifests/7.json", "{}")
    scene.publish(try Release(43))
    #expect(await scene.check(updater) == .pending(43))
    scene.server.point(to: 42)
    #expect(await scene.check(updater) == .stopped(.upToDate))
    scene.server.point(to: 43)
    #expect(await scene.check(updater) == .pending(43))
    await updater.close()
    for _ in 1...2 { await (try await scene.startedTrial()).updater.close() }
    let last = try await scene.started()
    #expect(try scene.storedState().bad == [43])
    #expect(scene.folder.exists("valence/cas/\(stray)"))
    #expect(scene.folder.exists("valence/manifests/7.json"))
    #expect(scene.folder.exists("valence/cas/\(try Release(43).hash(of: "app.js"))"))
    withExtendedLifetime(last) {}
  }

  @Test func `UR-46 removes links and strange names, and follows none`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    scene.publish(try Release(43))
    #expect(await scene.check(updater) == .pending(43))
    await updater.close()
    let trial = try await scene.startedTrial()
    try scene.folder.write("outside/precious", "keep")
    let names = ["valence/cas", "valence/manifests"]
    for name in names {
      try scene.folder.link("\(name)/\(String(repeating: "ab", count: 32))", to: "../../outside")
      try scene.folder.link("\(name)/link", to: "\(scene.folder.path)/outside/precious")
      try scene.folder.write("\(name)/sub/deeper/file", "x")
      try scene.folder.write("\(name)/0043.json", "x")
      try scene.folder.link("\(name)/sub/out", to: "\(scene.folder.path)/outside")
    }
    #expect(await trial.updater.ready(trial.page.token) == .committed)
    #expect(scene.folder.text("outside/precious") == "keep")
    #expect(
      scene.folder.names(in: "valence/manifests") == ["42.json", "43.json", "43.json.sig"])
    #expect(scene.storedFiles().allSatisfy { ContentHash(hexadecimal: $0) != nil })
    #expect(scene.storedFiles().count == 5)
    #expect(
      scene.folder.names(in: "valence") == ["cas", "lock", "manifests", "state.json", "tmp"])
  }

  @Test func `UR-45 keeps what a run in flight has checked, its files and its data`() async throws {
    let scene = try Scene()
    let buckets = Buckets(synced: [])
    let updater = try await scene.started { $0.buckets = buckets }
    scene.publish(try Release(43))
    #expect(await scene.check(updater) == .pending(43))
    await updater.close()
    let trial = try await scene.startedTrial { $0.buckets = buckets }
    let newer = try Release(44, data: [.init(bucket: "menu", schema: 3)])
    scene.publish(newer)
    let gate = AsyncGate()
    buckets.whenSyncing { await gate.wait() }
    let run = Task { await scene.check(trial.updater) }
    await eventually("the data is asked for") { buckets.asked.count == 1 }
    // All files of 44 are in the store, and nothing names them yet.
    #expect(await trial.updater.ready(trial.page.token) == .committed)
    await gate.open()
    #expect(await run.value == .pending(44))
    for (hash, bytes) in newer.contents {
      #expect(scene.folder.read("valence/cas/\(hash)") == bytes)
    }
    #expect(buckets.deleted == [])
    await trial.updater.close()
    #expect(try await scene.startedTrial { $0.buckets = buckets }.page.manifest.seq == 44)
  }

  @Test func `U-45 UR-47 deletes data that nothing kept requires, but none that the phone writes`()
    async throws
  {
    let scene = try Scene()
    let pair = { (bucket: String, schema: UInt64) in
      Requirements.Pair(bucket: bucket, schema: schema)
    }
    let buckets = Buckets(synced: [
      pair("menu", 1), pair("menu", 2), pair("menu", 3), pair("notes", 1), pair("gone", 1),
    ])
    try await commit(try Release(43, data: [pair("menu", 2)]), scene) { $0.buckets = buckets }
    #expect(Set(buckets.deleted) == [pair("menu", 1), pair("menu", 3), pair("gone", 1)])
  }

  @Test func `UR-47 UR-46 a deletion that fails is no failure of the commit`() async throws {
    let scene = try Scene()
    let buckets = Buckets(synced: [
      .init(bucket: "menu", schema: 1), .init(bucket: "gone", schema: 2),
    ])
    buckets.refuseToDelete()
    try await commit(try Release(43), scene) { $0.buckets = buckets }
    #expect(try scene.storedState().current == 43)
    #expect(buckets.deletionCount == 2)
  }
}

@Suite struct `Data that a release requires` {
  private let pairs: [Requirements.Pair] = [
    .init(bucket: "menu", schema: 3), .init(bucket: "notes", schema: 1),
  ]

  @Test func `U-19 UR-23 is synced pair by pair, in order, before the release is pending`()
    async throws
  {
    let scene = try Scene()
    let buckets = Buckets(synced: [])
    let updater = try await scene.started { $0.buckets = buckets }
    scene.publish(try Release(43, data: pairs))
    let folder = scene.folder
    let seen = Written()
    buckets.whenSyncing { seen.note(folder.text("valence/state.json")) }
    #expect(await scene.check(updater) == .pending(43))
    #expect(buckets.syncs == pairs)
    #expect(seen.texts.allSatisfy { $0.contains(#""pending":null"#) })
    #expect(scene.progress.suffix(2) == [.data(43, pairs[0]), .data(43, pairs[1])])
  }

  @Test func `U-20 UR-23 the first pair that cannot be had ends the run, and the files stay`()
    async throws
  {
    let scene = try Scene()
    let buckets = Buckets(synced: [])
    let updater = try await scene.started { $0.buckets = buckets }
    let release = try Release(43, data: pairs)
    scene.publish(release)
    buckets.refuseToSync(pairs[1])
    #expect(await scene.check(updater) == .stopped(.dataUnsynced(pairs[1])))
    #expect(try scene.storedState().pending == nil)
    #expect(scene.folder.names(in: "valence/manifests") == ["42.json"])
    #expect(scene.folder.exists("valence/cas/\(try release.hash(of: "app.js"))"))

    buckets.refuseToSync(nil)
    scene.server.forgetRequests()
    #expect(await scene.check(updater) == .pending(43))
    #expect(buckets.syncs == [pairs[0], pairs[1], pairs[1]])
    #expect(!scene.server.paths.contains { $0.hasPrefix("cas/") })
  }

  @Test func `U-19 UR-23 a host without data, and one whose data never comes`() async throws {
    let scene = try Scene()
    let updater = try await scene.started()
    scene.publish(try Release(43, data: pairs))
    #expect(await scene.check(updater) == .stopped(.dataUnsynced(pairs[0])))
    scene.publish(try Release(44))
    #expect(await scene.check(updater) == .pending(44))

    let other = try Scene()
    let buckets = Buckets(synced: [])
    buckets.whenSyncing { await AsyncGate().wait() }
    let stuck = try await other.started { $0.buckets = buckets }
    other.publish(try Release(43, data: pairs))
    let run = Task { await stuck.check() }
    await eventually("it is asked for") { buckets.asked.count == 1 }
    await eventually("the run's end is set") { !other.clock.due.isEmpty }
    other.clock.advance(by: .seconds(1_800))
    #expect(await run.value == .stopped(.dataUnsynced(pairs[0])))
  }

  @Test func `UR-15 a release whose files have gone meanwhile does not become pending`()
    async throws
  {
    let scene = try Scene()
    let buckets = Buckets(synced: [])
    let updater = try await scene.started { $0.buckets = buckets }
    let release = try Release(43, data: pairs)
    scene.publish(release)
    let folder = scene.folder
    let name = "valence/cas/\(try release.hash(of: "app.js"))"
    buckets.whenSyncing { try? folder.remove(name) }
    #expect(await scene.check(updater) == .stopped(.superseded))
    #expect(try scene.storedState().pending == nil)
    buckets.whenSyncing {}
    #expect(await scene.check(updater) == .pending(43))
  }
}
