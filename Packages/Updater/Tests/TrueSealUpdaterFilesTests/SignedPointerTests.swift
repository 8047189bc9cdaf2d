import Testing
import TrueSealUpdater
import UpdaterFixtures

@testable import TrueSealUpdaterFiles

@Suite struct `A channel whose pointers must be signed` {
  private static let now: UInt64 = 1_800_000_000

  private func demand(_ settings: inout UpdaterSettings) {
    settings.demandsSignedPointer = true
    settings.parts.unixSeconds = { Self.now }
  }

  private func put(
    _ scene: Scene, seq: UInt64 = 43, notAfter: UInt64 = now, channel: String = "stable",
    seed: [UInt8] = Release.seed
  ) throws {
    guard let name = Channel(channel) else { throw Release.Missing() }
    let bytes = try Pointer(seq: seq, notAfter: notAfter).encoded
    scene.server.put("channels/stable.json", bytes)
    scene.server.put(
      "channels/stable.json.sig",
      try Release.signatureFile(over: SignedMessage.pointer(bytes, channel: name), seed: seed))
  }

  @Test func `UX-04 takes one that is signed and has not run out`() async throws {
    let scene = try Scene()
    let updater = try await scene.started(demand)
    scene.publish(try Release(43))
    try put(scene)
    #expect(await scene.check(updater) == .pending(43))
  }

  @Test func `UX-04 refuses a frozen, unsigned, foreign or replayed one, and drops nothing`()
    async throws
  {
    let scene = try Scene()
    let updater = try await scene.started(demand)
    scene.publish(try Release(45))
    try put(scene, seq: 45)
    #expect(await scene.check(updater) == .pending(45))
    let outdated = RunOutcome.stopped(.pointerUntrusted(UpdaterError(.outdated, "")))
    let unsigned = RunOutcome.stopped(.pointerUntrusted(UpdaterError(.badSignature, "")))

    // Each points below what is pending, so that a run that believed it would drop that.
    try put(scene, seq: 43, notAfter: Self.now - 1)
    #expect(await scene.check(updater) == outdated)
    try put(scene, seq: 43, seed: Release.otherSeed)
    #expect(await scene.check(updater) == unsigned)
    try put(scene, seq: 43, channel: "beta")
    #expect(await scene.check(updater) == unsigned)
    try put(scene, seq: 43)
    scene.server.put("channels/stable.json.sig", nil)
    #expect(await scene.check(updater) == unsigned)
    scene.server.point(to: 43)
    #expect(await scene.check(updater) == unsigned)
    #expect(try scene.storedState().pending == 45)
  }

  @Test func `UX-04 UR-07 is offline when the signature does not come in time`() async throws {
    let scene = try Scene()
    let updater = try await scene.started(demand)
    try put(scene)
    scene.server.answer { request, honest in
      request.path.hasSuffix(".sig") ? WebServer.Reply(bytes: [], hangs: true) : honest
    }
    let run = Task { await updater.check() }
    await eventually("it is asked for") { scene.server.paths.count == 2 }
    scene.clock.advance(by: .seconds(5))
    #expect(await run.value == .stopped(.offline))
  }

  @Test func `UR-56 a host that demands none asks for no date`() async throws {
    let scene = try Scene()
    let updater = try await scene.started { settings in
      settings.parts.unixSeconds = {
        Issue.record("the date was asked for")
        return 0
      }
    }
    scene.publish(try Release(43))
    #expect(await scene.check(updater) == .pending(43))
    #expect(!scene.server.paths.contains("channels/stable.json.sig"))
  }
}
