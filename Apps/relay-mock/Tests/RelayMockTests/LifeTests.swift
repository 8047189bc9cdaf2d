import Foundation
import Synchronization
import Testing
import TrueSealRelayLink
import TrueSealTransport

@testable import RelayMock

@Suite(.timeLimit(.minutes(1))) struct `A relay that stops` {
  @Test func `RL-07 answers the pushes being written, takes no others, and ends every session`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let (relay, shelf) = try await RelayMock.gated(in: directory)
    let device = Device()
    let reader = try await Device().openReceive(at: relay)
    let link = try await relay.openPush()
    try await link.send(.push(recipient: device.inbox, envelope: [1]))
    await shelf.waitForCommit()
    async let stopped: Void = relay.stop()
    while (try? RawClient(port: relay.pushPort)) != nil { await Task.yield() }
    while (try? RawClient(port: relay.receivePort)) != nil { await Task.yield() }
    try? await link.send(.push(recipient: device.inbox, envelope: [2]))
    shelf.open()
    #expect(try await link.receive() == .ack)
    #expect(try await link.receive() == nil)
    #expect(try await reader.receive() == nil)
    link.close()
    reader.close()
    await stopped

    let again = try await RelayMock.test(in: directory)
    #expect(try await again.blobCount(in: device.inbox) == 1)
    await again.stop()
  }

  @Test func `RL-07 does not wait longer than its grace for those who neither read nor leave`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let relay = try await RelayMock.test(in: directory)
    let device = Device()
    for _ in 0..<8 {
      try await relay.push(
        Array(repeating: [UInt8](repeating: 1, count: 65_000), count: 30), to: device.inbox)
    }
    let deaf = try RawClient(port: relay.receivePort)
    try await deaf.shakeHandsForReceive(as: device.key)
    let mute = try RawClient(port: relay.pushPort)
    try await mute.shakeHandsForPush(with: relay.address.relayKey)
    let ungreeted = try RawClient(port: relay.pushPort)
    await relay.stop(within: .milliseconds(10))
    #expect(await mute.receiveToEnd() == [])
    #expect(await ungreeted.receiveToEnd() == [])
    // A second call finds the work done.
    await relay.stop()
  }

  @Test func `ends its sessions and frees its directory when it is dropped instead`() async throws {
    let directory = try TemporaryDirectory()
    var relay: RelayMock? = try await RelayMock.test(in: directory)
    let link = try await relay?.openPush()
    relay = nil
    #expect(try await link?.receive() == nil)
    link?.close()
    var next: RelayMock?
    while next == nil { next = try? await RelayMock.test(in: directory) }
    await next?.stop()
  }

  @Test func `breaks connections off on request and takes new ones`() async throws {
    let directory = try TemporaryDirectory()
    let notes = Notes()
    let relay = try await RelayMock.test(in: directory, notes: notes)
    let device = Device()
    let reader = try await device.openReceive(at: relay)
    let link = try await relay.openPush()
    #expect(try await link.push([[1]], to: Device().inbox) == [.ack])
    await notes.wait { $0 == .receiveOpened(inbox: device.inbox) }
    relay.cutConnections()
    await notes.wait { $0 == .receiveClosed(inbox: device.inbox) }
    await notes.wait { $0 == .pushClosed }
    #expect((try? await link.receive()) == nil)
    #expect((try? await reader.receive()) == nil)
    #expect(try await relay.push([[2]], to: device.inbox) == [.ack])
    await relay.stop()
  }

  @Test func `RL-03 closes a connection beyond the limit, and takes one when another left`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let notes = Notes()
    let relay = try await RelayMock.test(in: directory, notes: notes) {
      $0.connectionCountMax = 2
    }
    let first = try await relay.openPush()
    let second = try await relay.openPush()
    await #expect(throws: LinkError.self) { try await relay.openPush() }
    // The other listener counts for itself.
    let reader = try await Device().openReceive(at: relay)
    first.close()
    await notes.wait { $0 == .pushClosed }
    var third: NoiseLink?
    while third == nil { third = try? await relay.openPush() }
    #expect(try await third?.push([[1]], to: Device().inbox) == [.ack])
    for link in [second, reader, third] { link?.close() }
    await relay.stop()
  }
}

@Suite(.timeLimit(.minutes(1))) struct `A relay's data directory` {
  @Test func `RL-08 gets a key of mode 0600 at the first start and keeps it`() async throws {
    let directory = try TemporaryDirectory()
    #expect(throws: RelayError(.keyMissing)) { try RelayMock.publicKey(in: directory.path) }
    let first = try await RelayMock.test(in: directory)
    await first.stop()
    let path = directory.path + "/relay.key"
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    let second = try await RelayMock.test(in: directory)
    await second.stop()
    #expect(second.address.relayKey == first.address.relayKey)
    #expect(try RelayMock.publicKey(in: directory.path) == first.publicKey)
    var settings = RelaySettings(directory: directory.path)
    settings.advertisedHost = "relay.example"
    #expect(
      try RelayMock.address(with: settings).description
        == "trueseal://\(first.publicKey)@relay.example:7700?push=7701")
    settings.pushPort = 0
    #expect(throws: RelayError(.invalidSetting)) { try RelayMock.address(with: settings) }
  }

  @Test(arguments: ["readable by others", "too short", "too long", "a link"])
  func `RL-08 is refused when the key in it is not one the relay wrote`(flaw: String) async throws {
    let directory = try TemporaryDirectory()
    await (try RelayMock.test(in: directory)).stop()
    let path = directory.path + "/relay.key"
    let key = try Data(contentsOf: URL(fileURLWithPath: path))
    switch flaw {
    case "too short": try key.dropLast().write(to: URL(fileURLWithPath: path))
    case "too long": try (key + [0]).write(to: URL(fileURLWithPath: path))
    case "a link":
      try FileManager.default.moveItem(atPath: path, toPath: path + ".there")
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: path + ".there")
    default: break
    }
    if flaw != "a link" {
      try FileManager.default.setAttributes(
        [.posixPermissions: flaw == "readable by others" ? 0o640 : 0o600], ofItemAtPath: path)
    }
    await #expect(throws: RelayError(.keyUnusable)) { try await RelayMock.test(in: directory) }
    #expect(throws: RelayError(.keyUnusable)) { try RelayMock.publicKey(in: directory.path) }
  }

  @Test func `RL-08 starts at store version 1 and is refused, unchanged, when it is newer`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let relay = try await RelayMock.test(in: directory)
    try await relay.push([[1], [2]], to: Device().inbox)
    await relay.stop()
    let path = URL(fileURLWithPath: directory.path + "/inbox.trueseal")
    var store = try Data(contentsOf: path)
    #expect(Array(store[60..<64]) == [0, 0, 0, 1])
    store[63] = 2
    try store.write(to: path)
    let before = try directory.files()
    await #expect(throws: RelayError(.storeTooNew)) { try await RelayMock.test(in: directory) }
    #expect(try directory.files() == before)
  }

  @Test func `RL-08 belongs to one relay at a time`() async throws {
    let directory = try TemporaryDirectory()
    let relay = try await RelayMock.test(in: directory)
    await #expect(throws: RelayError(.storeInUse)) { try await RelayMock.test(in: directory) }
    #expect(try await relay.push([[1]], to: Device().inbox) == [.ack])
    await relay.stop()
    await (try RelayMock.test(in: directory)).stop()
  }

  @Test func `is left alone by a start whose port is taken, and can be opened afterwards`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let elsewhere = try TemporaryDirectory()
    let other = try await RelayMock.test(in: elsewhere)
    for taken in [\RelaySettings.receivePort, \.pushPort] {
      await #expect(throws: RelayError(.portUnavailable)) {
        try await RelayMock.test(in: directory) { $0[keyPath: taken] = other.receivePort }
      }
    }
    await (try RelayMock.test(in: directory)).stop()
    await other.stop()
  }
}
