import Testing
import TrueSealUpdater
import UpdaterFixtures

@testable import TrueSealUpdaterFiles

@Suite struct `The life of a release on a phone` {
  @Test func `U-21 U-23 U-24 U-29 goes from the channel to pending, to trial, to current`()
    async throws
  {
    let scene = try Scene()
    let updater = try scene.updater(builtIn: Scene.builtIn(try Release(42)))
    let first = try await updater.uiStart()
    #expect(first.manifest.seq == 42)
    #expect(!first.isTrial)
    scene.publish(try Release(43, floor: 41))

    #expect(await updater.check() == .pending(43))
    #expect(try scene.storedState().pending == 43)
    #expect(scene.folder.names(in: "valence") == ["cas", "lock", "manifests", "state.json", "tmp"])
    #expect(
      scene.folder.names(in: "valence/manifests") == ["42.json", "43.json", "43.json.sig"])
    await updater.close()

    let second = try scene.updater(builtIn: Scene.builtIn(try Release(42)))
    let trial = try await second.uiStart()
    #expect(trial.isTrial)
    #expect(try trial.read("index.html") == Array("<p>release 43</p>".utf8))
    #expect(try scene.storedState().serving == 43)
    #expect(await second.ready(trial.token) == .committed)
    let state = try scene.storedState()
    #expect(state.current == 43)
    #expect(state.previous == 42)
    #expect(state.floor == 41)
  }
}
