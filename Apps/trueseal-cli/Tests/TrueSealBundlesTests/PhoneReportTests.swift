import Foundation
import TrueSealTerminal
import TrueSealUpdater
import TrueSealUpdaterCrypto
import TrueSealUpdaterFiles
import Testing

@testable import TrueSealBundles

@Suite struct `What a phone keeps` {
  @Test func `is told file by file with what it is kept for (UX-03)`() async throws {
    let workshop = try Workshop()
    let draft = workshop.place("draft")
    _ = try workshop.publisher().build(
      workshop.input, Publisher.Wish(seq: 4, floor: 3), draft: draft)
    let facts = try AppFacts(in: draft, on: Disk())
    let verifier = try facts.verifier()
    let channel = try #require(Channel("stable"))
    var settings = UpdaterSettings(
      appSupport: workshop.place("phone"), url: try ChannelURL("http://127.0.0.1:9"),
      channel: channel, host: verifier.host, keys: verifier.keys,
      beginDigest: { TrueSealDigest() },
      builtIn: BuiltInBundle(folder: draft, seq: 4, floor: 3))
    settings.checksBySelf = false
    let updater = Updater.open(settings)
    #expect(try await updater.uiStart().manifest.seq == 4)
    await updater.close()
    let stray = String(repeating: "0", count: 64)
    try workshop.write("phone/valence/cas/\(stray)", "left")

    let report = try PhoneReport(of: workshop.place("phone"), on: Disk())
    #expect(report.current == 4 && report.floor == 3 && report.bad == [])
    #expect(report.previous == nil && report.pending == nil && report.trial == nil)
    #expect(
      report.releases == [
        PhoneReport.Release(
          seq: 4, roles: ["current", "built-in"], commit: nil, fileCount: 2, missingCount: 0)
      ])
    #expect(report.files.count == 3)
    let reasons = report.files.map { $0.keptFor.map(\.path) }
    #expect(reasons.filter(\.isEmpty).count == 1)
    #expect(Set(reasons.flatMap { $0 }) == ["index.html", "js/app.js"])
    #expect(report.files.first { $0.name == stray }?.keptFor == [])

    let kept = try #require(report.files.first { $0.name != stray })
    try FileManager.default.removeItem(atPath: workshop.place("phone/valence/cas/\(kept.name)"))
    let damaged = try PhoneReport(of: workshop.place("phone"), on: Disk())
    #expect(damaged.releases.first?.missingCount == 1)
  }

  @Test func `is refused where there is no phone`() throws {
    let workshop = try Workshop()
    #expect(
      refusalCode { _ = try PhoneReport(of: workshop.place("www"), on: Disk()) } == .storage)
  }
}
