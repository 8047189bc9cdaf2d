import Testing
import TrueSealRelayLink
import TrueSealTransport

@testable import RelayMock

@Suite(.timeLimit(.minutes(1))) struct `A receive session` {
  @Test func `echoes every heartbeat, between blobs as well`() async throws {
    let directory = try TemporaryDirectory()
    let relay = try await RelayMock.test(in: directory)
    let device = Device()
    let envelope = [UInt8](repeating: 1, count: 60_000)
    try await relay.push(Array(repeating: envelope, count: 60), to: device.inbox)
    let link = try await device.openReceive(at: relay)
    for _ in 0..<5 { try await link.send(.heartbeat) }
    var frames: [Frame] = []
    while frames.count < 65, let frame = try await link.receive() { frames.append(frame) }
    #expect(frames.count { $0 == .heartbeat } == 5)
    link.close()
    await relay.stop()
  }

  @Test(
    arguments: [
      [], [3], [3, 0, 0, 0, 1, 0], [6, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 1], [9, 0, 0, 0, 0],
      [4, 0, 0, 0, 0], [5, 0, 0, 0, 1, 1], [2, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 1],
      [1, 0, 0, 0, 33] + [UInt8](repeating: 0, count: 33), [1, 0, 0, 0, 0],
    ] as [[UInt8]])
  func `W-22 echoes what it owes, then says Error 03, and closes`(wrong: [UInt8]) async throws {
    let directory = try TemporaryDirectory()
    let relay = try await RelayMock.test(in: directory)
    let client = try RawClient(port: relay.receivePort)
    try await client.shakeHandsForReceive(as: Device().key)
    let heartbeat = Frame.heartbeat.encoded()
    client.send(
      try client.sealed(heartbeat) + client.sealed(heartbeat) + client.sealed(wrong))
    #expect(try await client.receiveFrame() == .heartbeat)
    #expect(try await client.receiveFrame() == .heartbeat)
    #expect(try await client.receiveMessage() == [5, 0, 0, 0, 1, 3])
    #expect(try await client.receiveMessage() == nil)
    await relay.stop(within: .zero)
  }

  @Test func `is one of several of the same key, and each gets every blob`() async throws {
    let directory = try TemporaryDirectory()
    let relay = try await RelayMock.test(in: directory)
    let device = Device()
    let first = try await device.openReceive(at: relay)
    let second = try await device.openReceive(at: relay)
    try await relay.push([[1], [2]], to: device.inbox)
    for link in [first, second] {
      #expect(try await Device.blobs(2, from: link).map(\.envelope) == [[1], [2]])
      link.close()
    }
    await relay.stop()
  }
}
