import Foundation
import TrueSealCrypto
import TrueSealTerminal
import TrueSealUpdater
import TrueSealUpdaterCrypto
import Testing

@testable import TrueSealBundles

@Suite struct `A release` {
  @Test func `is laid out as phones ask for it, and passes their checks (U-12, U-17, UX-03)`()
    throws
  {
    let workshop = try Workshop()
    let outcome = try workshop.release(Publisher.Wish(isUrgent: true, commit: "9f2c1e7"))
    #expect(outcome.release.seq == 1 && outcome.release.fileCount == 2)
    #expect(outcome.release.byteCount == 21)
    #expect(try workshop.pointer() == Pointer(seq: 1, rollout: 100))
    let bytes = try workshop.bytes("releases/manifests/1.json")
    let manifest = try BundleManifest(decoding: bytes)
    #expect(manifest.files.map(\.path) == ["index.html", "js/app.js"])
    #expect(manifest.isUrgent && manifest.commit == "9f2c1e7" && manifest.floor == 0)
    for (file, text) in zip(manifest.files, ["<p>one</p>", "let one = 1"]) {
      #expect(file.hash == ContentHash(Digest.sha256(Array(text.utf8))))
      #expect(try workshop.bytes("releases/cas/\(file.hash)") == Array(text.utf8))
    }
    let keys = try TrustedKeys([workshop.signer().publicKey], scheme: .trueSeal)
    let host = TrueSealUpdater.Host(appID: "com.example.app", build: 1, bridge: 1...1)
    #expect(throws: Never.self) {
      try Verifier(host: host, keys: keys).verify(
        bytes, signature: workshop.bytes("releases/manifests/1.json.sig"), as: .stored(seq: 1))
    }
    #expect(try workshop.report().isSound)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workshop.place("releases/tmp")) == [])
  }

  @Test func `takes the next number, and none that is taken, lower or pointed at (U-06)`() throws {
    let workshop = try Workshop()
    try workshop.release(Publisher.Wish(seq: 7))
    #expect(refusalCode { try workshop.release(Publisher.Wish(seq: 7)) } == .seqRefused)
    #expect(refusalCode { try workshop.release(Publisher.Wish(seq: 6)) } == .seqRefused)
    #expect(try workshop.release().release.seq == 8)
    // A signature without its manifest, as a crash leaves it, uses the number up.
    try workshop.write("releases/manifests/12.json.sig", "")
    #expect(try workshop.release().release.seq == 13)
    #expect(try workshop.report().strays == ["manifests/12.json.sig"])
  }

  @Test func `is never written over, whatever the numbers say`() throws {
    let workshop = try Workshop()
    try workshop.release()
    let before = try workshop.bytes("releases/manifests/1.json")
    let folder = try workshop.publisher().folder
    #expect(refusalCode { try folder.publish([1], signature: [2], seq: 1) } == .storage)
    #expect(try workshop.bytes("releases/manifests/1.json") == before)
  }

  @Test func `of an earlier commit comes back under a higher number (U-46)`() throws {
    let workshop = try Workshop()
    try workshop.release(Publisher.Wish(floor: 1, commit: "9f2c1e7"))
    try workshop.write("www/index.html", "<p>broken</p>")
    try workshop.release(Publisher.Wish(commit: "aaaaaaa"))
    let publisher = try workshop.publisher()
    let again = try publisher.release(
      .again("9f2c"), Publisher.Wish(), by: [workshop.signer()], aim: Workshop.aim())
    #expect(again.release.seq == 3 && again.release.commit == "9f2c1e7")
    #expect(again.release.floor == 1, "the floor never falls")
    #expect(try workshop.pointer()?.seq == 3)
    let files = try [1, 3].map {
      try BundleManifest(decoding: workshop.bytes("releases/manifests/\($0).json")).files
    }
    #expect(files[0] == files[1])
    #expect(
      refusalCode {
        _ = try publisher.release(
          .again("bbbbbbb"), Publisher.Wish(), by: [workshop.signer()], aim: nil)
      } == .seqRefused)
  }

  @Test func `keeps its floor between the highest there is and its own number (UR-39)`() throws {
    let workshop = try Workshop()
    try workshop.release(Publisher.Wish(seq: 5, floor: 4))
    #expect(try workshop.release().release.floor == 4)
    #expect(refusalCode { try workshop.release(Publisher.Wish(floor: 3)) } == .usage)
    #expect(refusalCode { try workshop.release(Publisher.Wish(floor: 8)) } == .usage)
    #expect(try workshop.release(Publisher.Wish(floor: 7)).release.floor == 7)
  }

  @Test func `that the app of today cannot run moves no channel (UC-6)`() throws {
    let workshop = try Workshop()
    let tooNew = Publisher.Wish(requirements: Requirements(host: 2, bridge: 1))
    #expect(refusalCode { try workshop.release(tooNew) } == .checkFailed)
    #expect(try workshop.pointer() == nil)
    #expect(!workshop.exists("releases/manifests/1.json"))
  }

  @Test func `signed by a key the app does not trust moves no channel (UC-3)`() throws {
    let workshop = try Workshop()
    _ = try KeyFile.generate(at: workshop.place("strange.key"), on: Disk())
    let strange = try workshop.signer("strange.key")
    #expect(
      refusalCode {
        _ = try workshop.publisher().release(
          .input(workshop.input), Publisher.Wish(), by: [strange], aim: Workshop.aim())
      } == .checkFailed)
    #expect(try workshop.pointer() == nil)
    #expect(!workshop.exists("releases/manifests/1.json"))
  }

  @Test func `replaces a damaged file of the same content (UR-19)`() throws {
    let workshop = try Workshop()
    try workshop.release()
    let hash = try #require(ContentHash(Digest.sha256(Array("<p>one</p>".utf8))))
    try workshop.write("releases/cas/\(hash)", "<p>two</p>")
    #expect(try !workshop.report().isSound)
    #expect(
      refusalCode { _ = try workshop.publisher().point(Workshop.aim(5), at: 1, by: []) }
        == .checkFailed)
    #expect(try workshop.pointer()?.rollout == 100, "the pointer is as it was")
    try workshop.release()
    #expect(try workshop.bytes("releases/cas/\(hash)") == Array("<p>one</p>".utf8))
    #expect(try workshop.report().isSound)
  }

  @Test func `needs as many keys as the app demands (UX-05)`() throws {
    var facts = AppFacts(appId: "com.example.app", keys: [])
    let first = try Workshop(facts)
    #expect(
      try Publisher.begin(first.releases, facts: nil, keyPaths: [first.place("b.key")], on: Disk())
        .keys.count == 2)
    facts = try AppFacts(in: first.releases, on: Disk())
    facts.required = 2
    try Disk().replace(
      first.releases + "/app.json", with: facts.encoded(), temporary: first.place("t"))
    #expect(refusalCode { try first.release() } == .checkFailed)
    let draft = first.place("draft")
    _ = try first.publisher().build(first.input, Publisher.Wish(), draft: draft)
    for name in ["a.key", "b.key"] {
      _ = try Publisher.sign(draft, by: [first.signer(name)], on: Disk())
    }
    let outcome = try first.publisher().release(
      .draft(draft), Publisher.Wish(), by: [], aim: Workshop.aim())
    #expect(outcome.pointing?.seq == 1)
    let file = try SignatureFile(decoding: first.bytes("releases/manifests/1.json.sig"))
    #expect(file.entries.count == 2)
    #expect(try first.report().isSound)
  }

  @Test func `is drafted and signed apart from the folder, and a changed draft is refused`() throws
  {
    let workshop = try Workshop()
    let draft = workshop.place("draft")
    let made = try workshop.publisher().build(
      workshop.input, Publisher.Wish(commit: "1234567"), draft: draft)
    #expect(made.seq == 1 && !workshop.exists("releases/manifests/1.json"))
    let unsigned = refusalCode {
      _ = try workshop.publisher().release(
        .draft(draft), Publisher.Wish(), by: [], aim: Workshop.aim())
    }
    #expect(unsigned == .keyUnusable)
    _ = try Publisher.sign(draft, by: [workshop.signer()], on: Disk())
    let hash = try #require(ContentHash(Digest.sha256(Array("<p>one</p>".utf8))))
    try workshop.write("draft/cas/\(hash)", "<p>two</p>")
    let changed = refusalCode {
      _ = try workshop.publisher().release(
        .draft(draft), Publisher.Wish(), by: [], aim: Workshop.aim())
    }
    #expect(changed == .checkFailed)
    try workshop.write("draft/cas/\(hash)", "<p>one</p>")
    let outcome = try workshop.publisher().release(
      .draft(draft), Publisher.Wish(), by: [], aim: nil)
    #expect(outcome.release.seq == 1 && outcome.pointing == nil)
    #expect(try workshop.pointer() == nil)
  }

  @Test func `drafted before others were put up is too low by then`() throws {
    let workshop = try Workshop()
    let draft = workshop.place("draft")
    _ = try workshop.publisher().build(workshop.input, Publisher.Wish(seq: 2), draft: draft)
    _ = try Publisher.sign(draft, by: [workshop.signer()], on: Disk())
    try workshop.release(Publisher.Wish(seq: 3))
    let late = refusalCode {
      _ = try workshop.publisher().release(
        .draft(draft), Publisher.Wish(), by: [], aim: Workshop.aim())
    }
    #expect(late == .seqRefused)
    #expect(!workshop.exists("releases/manifests/2.json"))
  }
}
