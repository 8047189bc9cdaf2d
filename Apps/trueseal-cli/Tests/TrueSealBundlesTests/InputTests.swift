import Foundation
import TrueSealTerminal
import Testing

@testable import TrueSealBundles

@Suite struct `What goes into a bundle` {
  @Test(arguments: ["link", "folder link", "pipe"])
  func `is files and folders only (UC-4)`(kind: String) throws {
    let workshop = try Workshop()
    switch kind {
    case "link": try workshop.link("www/strange", to: "index.html")
    case "folder link": try workshop.link("www/strange", to: "js")
    default:
      let made = unsafe mkfifo(workshop.place("www/strange"), 0o600)
      #expect(made == 0)
    }
    #expect(refusalCode { try workshop.release() } == .inputRefused)
    #expect(!workshop.exists("releases/manifests/1.json"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workshop.place("releases/cas")) == [])
  }

  @Test(arguments: ["a:b", "CON.txt", "e\u{301}.txt", "INDEX.HTML", "dot.", "a?b", "a%20b"])
  func `has names that mean one file everywhere (UC-4)`(name: String) throws {
    let workshop = try Workshop()
    try workshop.write("www/\(name)", "x")
    #expect(refusalCode { try workshop.release() } == .inputRefused)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workshop.place("releases/cas")) == [])
  }

  @Test func `holds the entry page, and something at all (UC-4)`() throws {
    let workshop = try Workshop()
    #expect(
      refusalCode { try workshop.release(Publisher.Wish(entry: "main.html")) } == .inputRefused)
    try FileManager.default.createDirectory(
      atPath: workshop.place("none"), withIntermediateDirectories: true)
    let empty = refusalCode {
      _ = try workshop.publisher().release(
        .input(workshop.place("none")), Publisher.Wish(), by: [workshop.signer()], aim: nil)
    }
    #expect(empty == .inputRefused)
  }

  @Test func `never holds a signing key`() throws {
    let workshop = try Workshop()
    try FileManager.default.copyItem(atPath: workshop.key, toPath: workshop.place("www/js/k"))
    #expect(refusalCode { try workshop.release() } == .inputRefused)
  }
}

@Suite struct `A key file` {
  @Test func `is made for its owner alone, and never written over`() throws {
    let workshop = try Workshop()
    let mode = try FileManager.default.attributesOfItem(atPath: workshop.key)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(refusalCode { _ = try KeyFile.generate(at: workshop.key, on: Disk()) } == .keyUnusable)
    let text = String(decoding: try workshop.bytes("a.key"), as: UTF8.self)
    #expect(text.hasPrefix("trueseal-bundle-key-1 ") && text.utf8.count == 87)
  }

  @Test func `that others may read, that is a link or no key signs nothing`() throws {
    let workshop = try Workshop()
    try workshop.link("link.key", to: "a.key")
    #expect(refusalCode { _ = try workshop.signer("link.key") } == .keyUnusable)
    try workshop.open("a.key", to: 0o640)
    #expect(refusalCode { _ = try workshop.signer() } == .keyUnusable)
    #expect(refusalCode { _ = try workshop.signer("missing") } == .keyUnusable)
    for text in [
      "", "x", KeyFile.label, "\(KeyFile.label) 00\n",
      "\(KeyFile.label) \(String(repeating: "g", count: 64))\n",
    ] {
      try workshop.write("bad.key", text)
      try workshop.open("bad.key", to: 0o600)
      #expect(refusalCode { _ = try workshop.signer("bad.key") } == .keyUnusable, "\(text.count)")
    }
  }

  @Test func `does not live where a web server would hand it out`() throws {
    let workshop = try Workshop()
    for place in ["releases/b.key", "releases/cas/b.key", "www/../releases/b.key"] {
      let code = refusalCode {
        _ = try Publisher.begin(
          workshop.releases, facts: nil, keyPaths: [workshop.place(place)], on: Disk())
      }
      #expect(code == .usage)
      #expect(!workshop.exists(place))
    }
  }
}
