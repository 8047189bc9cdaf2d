import Foundation
import TrueSealTerminal
import TrueSealUpdater
import Testing

@testable import TrueSealBundles

@Suite struct `Verifying a release folder` {
  /// Puts up release 1, spoils something, and gives what is found wrong with it.
  private func problem(_ spoil: (Workshop) throws -> Void) throws -> String? {
    let workshop = try Workshop()
    try workshop.release()
    try spoil(workshop)
    let report = try workshop.report()
    #expect(!report.isSound)
    return report.releases.first?.problem?.check
  }

  private static let manifest = "releases/manifests/1.json"

  /// Writes another manifest in the place of release 1, signed as it should be.
  private func replace(_ workshop: Workshop, _ bytes: [UInt8]) throws {
    let signature = try Signer.file(
      over: SignedMessage.manifest(bytes), by: [workshop.signer()])
    for (name, content) in [(Self.manifest, bytes), (Self.manifest + ".sig", signature)] {
      try Data(content).write(to: URL(fileURLWithPath: workshop.place(name)))
    }
  }

  private func edited(
    _ workshop: Workshop, _ text: String, to other: String
  ) throws -> [UInt8] {
    let old = String(decoding: try workshop.bytes(Self.manifest), as: UTF8.self)
    #expect(old.contains(text))
    return Array(old.replacingOccurrences(of: text, with: other).utf8)
  }

  @Test func `names the size of a signature file that is empty (UX-03, UC-1)`() throws {
    #expect(try problem { try $0.write(Self.manifest + ".sig", "") } == "size")
  }

  @Test func `names the encoding, also of what is signed by nobody (UX-03, UC-2)`() throws {
    let found = try problem { workshop in
      let bytes = try workshop.bytes(Self.manifest) + [0]
      try Data(bytes).write(to: URL(fileURLWithPath: workshop.place(Self.manifest)))
    }
    #expect(found == "encoding")
  }

  @Test func `names the signature for every bit that is flipped in a manifest (UX-03, UC-3)`()
    throws
  {
    let workshop = try Workshop()
    try workshop.release()
    let bytes = try workshop.bytes(Self.manifest)
    for place in stride(from: 0, to: bytes.count * 8, by: 37) {
      var flipped = bytes
      flipped[place / 8] ^= 1 << UInt8(place % 8)
      try Data(flipped).write(to: URL(fileURLWithPath: workshop.place(Self.manifest)))
      let check = try workshop.report().releases.first?.problem?.check
      // Bit 7 of a byte is no UTF-8, and no bit makes a NUL of what is written here.
      #expect(check == (place % 8 == 7 ? "encoding" : "signature"), "bit \(place)")
    }
  }

  @Test func `names the format of what is signed and no manifest (UX-03, UC-4)`() throws {
    let found = try problem { workshop in
      try replace(workshop, try edited(workshop, #""urgent":false"#, to: #""urgent":0"#))
    }
    #expect(found == "format")
  }

  @Test func `names the identity of another app's or another number's manifest (UX-03, UC-5)`()
    throws
  {
    for (text, other) in [("com.example.app", "com.example.cat"), (#""seq":1"#, #""seq":2"#)] {
      let found = try problem { workshop in
        try replace(workshop, try edited(workshop, text, to: other))
      }
      #expect(found == "identity")
    }
  }

  @Test func `names what the app lacks, and damage of files (UX-03, UC-6, UC-7)`() throws {
    let needy = try problem { workshop in
      try replace(workshop, try edited(workshop, #""host":1"#, to: #""host":2"#))
    }
    #expect(needy == "compat")
    for spoil in ["missing", "longer", "link"] {
      let found = try problem { workshop in
        let names = try Disk().names(in: workshop.place("releases/cas"))
        let name = "releases/cas/\(try #require(names.first))"
        switch spoil {
        case "longer": try workshop.write(name, "x" + String(repeating: "y", count: 40))
        default: try FileManager.default.removeItem(atPath: workshop.place(name))
        }
        if spoil == "link" { try workshop.link(name, to: workshop.input + "/index.html") }
      }
      #expect(found == "file", "\(spoil)")
    }
  }

  @Test func `lets a release be that nobody is sent to and that retired keys signed (UX-05)`()
    throws
  {
    let workshop = try Workshop()
    try workshop.release()
    _ = try Publisher.begin(
      workshop.releases, facts: nil, keyPaths: [workshop.place("b.key")], on: Disk())
    var facts = try AppFacts(in: workshop.releases, on: Disk())
    facts.keys.removeFirst()
    try Disk().replace(
      workshop.releases + "/app.json", with: facts.encoded(), temporary: workshop.place("t"))
    #expect(try !workshop.report().isSound, "the channel points at it")
    _ = try workshop.publisher().release(
      .input(workshop.input), Publisher.Wish(), by: [workshop.signer("b.key")],
      aim: Workshop.aim())
    let report = try workshop.report()
    #expect(report.isSound)
    #expect(report.releases.map { $0.problem?.check } == ["signature", nil])
  }

  @Test func `names pointers that are none, and that lead nowhere (UX-03, U-04)`() throws {
    for text in [
      "", "{}", #"{"format":1,"seq":1,"seq":1,"rollout":100}"#,
      #"{"format":1,"seq":7,"rollout":100}"#,
    ] {
      let workshop = try Workshop()
      try workshop.release()
      try workshop.write("releases/channels/stable.json", text)
      let report = try workshop.report()
      #expect(!report.isSound && report.channels.first?.problem?.check == "pointer", "\(text)")
      #expect(report.releases.first?.problem == nil)
    }
  }

  @Test func `tells of what belongs to no release, and minds it not (UX-03)`() throws {
    let workshop = try Workshop()
    try workshop.release()
    try workshop.write("releases/cas/\(String(repeating: "0", count: 64))", "x")
    let report = try workshop.report()
    #expect(report.isSound)
    #expect(report.strays == ["cas/\(String(repeating: "0", count: 64))"])
  }
}
