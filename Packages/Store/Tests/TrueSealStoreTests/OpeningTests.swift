import Foundation
import Testing
import TrueSealStore
import TrueSealStoreFixtures

@Suite struct `Opening a store` {
  let scratch: Scratch
  let files = FileManager.default

  init() throws { scratch = try Scratch() }

  private func mode(_ path: String) throws -> Int? {
    try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `makes the directory and the files for this user alone`() throws {
    let deep = scratch.path + "/a/b/store/"
    let database = try Database.open(directory: deep, name: "box", schema: Fixtures.release1)
    #expect(database.origin == .created)
    try database.write { try Fixtures.write(1, in: $0) }
    #expect(try mode(scratch.path + "/a") == 0o700)
    #expect(try mode(deep) == 0o700)
    #expect(
      try files.contentsOfDirectory(atPath: deep).sorted()
        == ["box.lock", "box.trueseal", "box.trueseal-wal"])
    for name in try files.contentsOfDirectory(atPath: deep) {
      #expect(try mode(deep + name) == 0o600, "\(name)")
    }
    database.close()
    #expect(try files.contentsOfDirectory(atPath: deep).sorted() == ["box.lock", "box.trueseal"])
  }

  @Test func `closes an open directory that is its own, and refuses one that is not`() throws {
    try files.createDirectory(
      atPath: scratch.store, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o755])
    try scratch.makeStore()
    #expect(try mode(scratch.store) == 0o700)
    for path in [scratch.store, scratch.main] {
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    #expect(scratch.refusal() == nil)
    #expect(try mode(scratch.store) == 0o700)
    #expect(try mode(scratch.main) == 0o700)

    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.store)
    let refused = #expect(throws: StoreError.self) {
      try Database.open(directory: scratch.store, name: "other", schema: Fixtures.release1)
    }
    #expect(refused?.code == .unreadable)
    #expect(try mode(scratch.store) == 0o755)
    #expect(try scratch.snapshot().keys.sorted() == ["box.lock", "box.trueseal"])
  }

  @Test func `follows no link`() throws {
    try scratch.makeStore()
    try files.createSymbolicLink(
      atPath: scratch.path + "/link", withDestinationPath: scratch.store)
    for directory in [scratch.path + "/link", scratch.path + "/link/", scratch.main] {
      let refused = #expect(throws: StoreError.self) {
        try Database.open(directory: directory, name: "box", schema: Fixtures.release1)
      }
      #expect(refused?.code == .unreadable)
    }
    let before = try scratch.snapshot()
    try files.createSymbolicLink(
      atPath: scratch.store + "/alias.trueseal", withDestinationPath: "box.trueseal")
    let refused = #expect(throws: StoreError.self) {
      try Database.open(directory: scratch.store, name: "alias", schema: Fixtures.release1)
    }
    #expect(refused?.code == .unreadable)
    #expect(try scratch.snapshot()["box.trueseal"] == before["box.trueseal"])
  }

  @Test func `works under a directory reached through a link`() throws {
    try files.createDirectory(atPath: scratch.path + "/real", withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: scratch.path + "/link", withDestinationPath: "real")
    let database = try Database.open(
      directory: scratch.path + "/link/store", name: "box", schema: Fixtures.release1)
    try database.write { try Fixtures.write(1, in: $0) }
    #expect(files.fileExists(atPath: scratch.path + "/real/store/box.trueseal"))
  }

  @Test func `S-11 of what is no file is unreadable, and nothing is changed`() throws {
    try files.createDirectory(atPath: scratch.main, withIntermediateDirectories: true)
    try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: scratch.store)
    #expect(scratch.refusal() == .unreadable)
    #expect(files.fileExists(atPath: scratch.main))
    #expect(throws: StoreError.self) {
      try Database.open(
        directory: "/proc/nothing/here", name: "box", schema: Fixtures.release1)
    }
  }

  @Test(arguments: [0o000, 0o200, 0o400])
  func `S-11 without the right to the file is unreadable, and the store stays`(mode: Int) throws {
    try scratch.makeStore()
    let bytes = try scratch.bytes()
    try giveToStranger()
    try files.setAttributes([.posixPermissions: mode], ofItemAtPath: scratch.main)
    let probe = try Probe("open-as-stranger", scratch.store, "box")
    #expect(try probe.lines() == ["unreadable"])
    #expect(try scratch.bytes() == bytes)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: scratch.main)
    let again = try Probe("open-as-stranger", scratch.store, "box")
    #expect(try again.lines() == ["opened"])
  }

  @Test func `S-11 in a directory it may not write to opens nothing and changes nothing`() throws {
    try scratch.makeStore()
    try files.removeItem(atPath: scratch.store + "/box.lock")
    try giveToStranger()
    let before = try scratch.snapshot()
    try files.setAttributes([.posixPermissions: 0o500], ofItemAtPath: scratch.store)
    let probe = try Probe("open-as-stranger", scratch.store, "box")
    #expect(try probe.lines() == ["unreadable"])
    #expect(try scratch.snapshot() == before)
  }

  /// Root is stopped by no permission, so the probe becomes another user; it needs the files.
  private func giveToStranger() throws {
    guard geteuid() == 0 else { return }
    let stranger = [FileAttributeKey.ownerAccountID: 65_534, .groupOwnerAccountID: 65_534]
    for name in try files.contentsOfDirectory(atPath: scratch.store) {
      try files.setAttributes(stranger, ofItemAtPath: scratch.store + "/" + name)
    }
    try files.setAttributes(stranger, ofItemAtPath: scratch.store)
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path)
  }

  @Test func `refuses a directory of another user`() throws {
    guard geteuid() == 0 else { return }
    try scratch.makeStore()
    try files.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: scratch.store)
    #expect(scratch.refusal() == .unreadable)
  }

  @Test(arguments: ["", "a/b", "a\0b"]) func `takes no name that leaves the directory`(name: String)
    async
  {
    await #expect(processExitsWith: .failure) { [name] in
      _ = try? Database.open(directory: "/tmp", name: name, schema: Fixtures.release1)
    }
  }
}
