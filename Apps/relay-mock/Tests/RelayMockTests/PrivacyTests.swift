import Foundation
import Testing
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

@testable import RelayMock

@Suite(.timeLimit(.minutes(1))) struct `A relay's discretion` {
  /// Visits of every kind from one address: served, refused, broken off, never greeted.
  private func visit(_ relay: RelayMock, as device: Device) async throws -> [RawClient] {
    let host = "127.0.0.77"
    let pusher = try RawClient(port: relay.pushPort, from: host)
    try await pusher.shakeHandsForPush(with: relay.address.relayKey)
    pusher.send(
      try pusher.sealed(Frame.push(recipient: device.inbox, envelope: [1, 2, 3]).encoded())
        + pusher.sealed([9]))
    #expect(try await pusher.receiveFrame() == .ack)
    #expect(try await pusher.receiveFrame() == .error(.protocolError))
    let reader = try RawClient(port: relay.receivePort, from: host)
    try await reader.shakeHandsForReceive(as: device.key)
    let delivered = try await reader.receiveFrame()
    #expect(delivered == .deliver(blobID: 1, envelope: [1, 2, 3]))
    let stranger = try RawClient(port: relay.receivePort, from: host)
    stranger.send(Array("GET / HTTP/1.1\r\n\r\n".utf8))
    #expect(await stranger.receiveToEnd() == [])
    return [pusher, reader, stranger]
  }

  @Test(arguments: [false, true])
  func `RL-05 no log line and no file holds the address of a client`(
    isDevelopment: Bool
  ) async throws {
    let directory = try TemporaryDirectory()
    let notes = Notes()
    let relay = try await RelayMock.test(in: directory, notes: notes) {
      $0.isDevelopment = isDevelopment
    }
    let visitors = try await visit(relay, as: Device())
    let open = try directory.files()
    await relay.stop(within: .zero)
    let log = notes.all.map(\.description).joined(separator: "\n")
    #expect(!log.isEmpty && open.count >= 3)
    for (name, bytes) in open.merging(
      try directory.files().map { ($0 + ".closed", $1) }, uniquingKeysWith: { $1 })
    {
      #expect(bytes.range(of: Data([127, 0, 0, 77])) == nil, "\(name)")
      #expect(bytes.range(of: Data("127.0.0.77".utf8)) == nil, "\(name)")
    }
    #expect(!log.contains("127.0.0"))
    for visitor in visitors { #expect(!log.contains(String(visitor.source.port))) }
  }

  @Test func `RL-05 a normal log says start and stop and nothing of what happened between`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let notes = Notes()
    let relay = try await RelayMock.test(in: directory, notes: notes) { $0.isDevelopment = false }
    _ = try await visit(relay, as: Device())
    await relay.stop(within: .zero)
    #expect(notes.all.map(\.description) == ["relay started", "relay stopped"])
  }

  @Test func `RL-05 a development log warns, and shows key prefixes and never a payload`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let notes = Notes()
    let device = Device()
    let relay = try await RelayMock.test(in: directory, notes: notes)
    try await relay.push([Array("very private".utf8)], to: device.inbox)
    await relay.stop()
    let log = notes.all.map(\.description).joined(separator: "\n")
    let key = Hexadecimal.encode(device.inbox)
    #expect(log.contains("warning: --dev is on"))
    #expect(log.contains("blob 1 of 12 bytes held for \(key.prefix(8))…"))
    #expect(!log.contains(key.prefix(10)))
    #expect(!log.contains("private"))
  }

  @Test func `RL-05 keeps the hour of an arrival and nothing finer`() async throws {
    let directory = try TemporaryDirectory()
    var parts = RelayParts.live
    let recorder = Recorder()
    parts.openShelf = { directory throws(RelayError) in
      RecordingShelf(try SQLiteShelf(directory: directory), recorder)
    }
    parts.wallClock = { 1_700_000_123_456 }
    let relay = try await RelayMock.test(in: directory, parts: parts)
    let device = Device()
    try await relay.push([[1]], to: device.inbox)
    await relay.stop()
    #expect(
      recorder.changes == [
        .hold(envelope: [1], recipient: device.inbox, hour: 1_700_000_123_456 / 3_600_000)
      ])
  }
}
