import TrueSealTerminal
import TrueSealUpdater
import TrueSealUpdaterCrypto
import Testing

@testable import TrueSealBundles

@Suite struct `A channel` {
  @Test func `points at what is put up only, and never down (U-47)`() throws {
    let workshop = try Workshop()
    try workshop.release(points: false)
    #expect(try workshop.pointer() == nil)
    let publisher = try workshop.publisher()
    #expect(refusalCode { _ = try publisher.point(Workshop.aim(), at: 2, by: []) } == .seqRefused)
    _ = try publisher.point(Workshop.aim(10), at: 1, by: [])
    #expect(try workshop.pointer() == Pointer(seq: 1, rollout: 10))
    _ = try publisher.point(Workshop.aim(11), at: 1, by: [])
    #expect(try workshop.pointer() == Pointer(seq: 1, rollout: 11))
    withExtendedLifetime(publisher) {}
  }

  @Test func `is pulled to what is below, and to a stated release (U-05, U-47)`() throws {
    let workshop = try Workshop()
    for _ in 0..<3 { try workshop.release(aim: Workshop.aim(40)) }
    let publisher = try workshop.publisher()
    #expect(refusalCode { _ = try publisher.point(Workshop.aim(), at: 2, by: []) } == .seqRefused)
    #expect(refusalCode { _ = try publisher.pull(Workshop.aim(), to: 3, by: []) } == .seqRefused)
    #expect(try publisher.pull(Workshop.aim(), to: nil, by: []).seq == 2)
    #expect(try workshop.pointer() == Pointer(seq: 2, rollout: 40))
    #expect(try publisher.pull(Workshop.aim(100), to: 1, by: []).seq == 1)
    #expect(try workshop.pointer() == Pointer(seq: 1, rollout: 100))
    #expect(refusalCode { _ = try publisher.pull(Workshop.aim(), to: nil, by: []) } == .seqRefused)
    #expect(try publisher.folder.shelf().seq(stated: nil) == 4, "a pull frees no number")
    withExtendedLifetime(publisher) {}
  }

  @Test func `is pulled although its only release has nothing below (U-47)`() throws {
    let workshop = try Workshop()
    try workshop.release(Publisher.Wish(seq: 9))
    #expect(try workshop.publisher().pull(Workshop.aim(), to: nil, by: []).seq == 1)
    #expect(try workshop.report().isSound)
  }

  @Test func `is signed, dated and bound to its name where the app demands it (UX-04)`() throws {
    var facts = AppFacts(appId: "com.example.app", keys: [])
    facts.signedPointers = true
    let workshop = try Workshop(facts)
    let outcome = try workshop.release(aim: Workshop.aim(days: 2))
    #expect(outcome.pointing?.notAfter == 1_800_172_800)
    let keys = try TrustedKeys([workshop.signer().publicKey], scheme: .trueSeal)
    let bytes = try workshop.bytes("releases/channels/stable.json")
    let signature = try workshop.bytes("releases/channels/stable.json.sig")
    let stable = try #require(Channel("stable"))
    let beta = try #require(Channel("beta"))
    let now: UInt64 = 1_800_172_800
    #expect(
      try keys.pointer(decoding: bytes, signature: signature, channel: stable, now: now).seq == 1)
    #expect(throws: UpdaterError.self) {
      try keys.pointer(decoding: bytes, signature: signature, channel: stable, now: now + 1)
    }
    #expect(throws: UpdaterError.self) {
      try keys.pointer(decoding: bytes, signature: signature, channel: beta, now: now)
    }
    #expect(try workshop.report(now: now).isSound)
    #expect(try !workshop.report(now: now + 1).isSound)
    let unsigned = refusalCode {
      _ = try workshop.publisher().point(Workshop.aim(), at: 1, by: [])
    }
    #expect(unsigned == .usage)
    #expect(
      try workshop.publisher().point(Workshop.aim(), at: 1, by: [workshop.signer()]).notAfter
        == 1_802_592_000)
  }

  @Test func `without signed pointers takes no date (UX-04)`() throws {
    let workshop = try Workshop()
    #expect(refusalCode { try workshop.release(aim: Workshop.aim(days: 2)) } == .usage)
    #expect(!workshop.exists("releases/manifests/1.json"))
  }

  @Test func `is moved by one publisher at a time`() throws {
    let workshop = try Workshop()
    let first = try workshop.publisher()
    #expect(refusalCode { _ = try workshop.publisher() } == .storage)
    withExtendedLifetime(first) {}
  }
}
