import Testing
import TrueSealRelayLink
import TrueSealTransport

@testable import RelayMock

@Suite(.timeLimit(.minutes(2))) struct `The relay's deadlines` {
  /// A round trip through both listeners: whatever was sent before has been taken in.
  private func settle(_ relay: RelayMock) async throws {
    let push = try RawClient(port: relay.pushPort)
    try await push.shakeHandsForPush(with: relay.address.relayKey)
    push.send(try push.sealed([1, 0, 0, 0, 0]))
    #expect(try await push.receiveFrame() == .error(.malformed))
    let receive = try RawClient(port: relay.receivePort)
    try await receive.shakeHandsForReceive(as: Device().key)
    receive.send(try receive.sealed(Frame.heartbeat.encoded()))
    #expect(try await receive.receiveFrame() == .heartbeat)
  }

  @Test(arguments: [10.0, 2.5])
  func `RL-04 a handshake ends in time, counted from accept, however slowly bytes come`(
    seconds: Double
  ) async throws {
    let directory = try TemporaryDirectory()
    let time = ManualTime()
    let relay = try await RelayMock.test(in: directory, parts: time.parts) {
      $0.deadlines.handshake = .seconds(seconds)
    }
    // A receive handshake begins with 32 bytes, a push handshake with 48.
    for (port, byteCount) in [(relay.receivePort, UInt8(32)), (relay.pushPort, 48)] {
      let whole = VersionPrefix().encoded() + [0, byteCount, 1, 2, 3, 4]
      let starts = [0, 5, 10, 15]
      let slow = try starts.map { start in
        let client = try RawClient(port: port)
        client.send(Array(whole.prefix(start)))
        return client
      }
      try await settle(relay)
      time.advance(by: seconds - 0.5)
      for (client, start) in zip(slow, starts) { client.send([whole[start]]) }
      try await settle(relay)
      for client in slow { #expect(client.isSilent) }
      time.advance(by: 0.5)
      for client in slow { #expect(await client.receiveToEnd() == []) }
    }
    try await settle(relay)
    await relay.stop(within: .zero)
  }

  @Test(arguments: [30.0, 4.0])
  func `RL-04 a push session ends when no whole frame came in time`(seconds: Double) async throws {
    let directory = try TemporaryDirectory()
    let time = ManualTime()
    let relay = try await RelayMock.test(in: directory, parts: time.parts) {
      $0.deadlines.pushIdle = .seconds(seconds)
    }
    let client = try RawClient(port: relay.pushPort)
    try await client.shakeHandsForPush(with: relay.address.relayKey)
    let push = Frame.push(recipient: Device().inbox, envelope: [1]).encoded()
    for _ in 0..<2 {
      client.send(try client.sealed(push))
      #expect(try await client.receiveFrame() == .ack)
      time.advance(by: seconds - 0.5)
    }
    client.send(Array(try client.sealed(push).dropLast()))
    try await settle(relay)
    #expect(client.isSilent)
    time.advance(by: 0.5)
    #expect(await client.receiveToEnd() == [])
    await relay.stop(within: .zero)
  }

  @Test(arguments: [75.0, 6.0])
  func `RL-04 a receive session ends when no whole frame came in time`(
    seconds: Double
  ) async throws {
    let directory = try TemporaryDirectory()
    let time = ManualTime()
    let relay = try await RelayMock.test(in: directory, parts: time.parts) {
      $0.deadlines.receiveIdle = .seconds(seconds)
    }
    let client = try RawClient(port: relay.receivePort)
    try await client.shakeHandsForReceive(as: Device().key)
    let heartbeat = Frame.heartbeat.encoded()
    for _ in 0..<2 {
      client.send(try client.sealed(heartbeat))
      #expect(try await client.receiveFrame() == .heartbeat)
      time.advance(by: seconds - 0.5)
    }
    client.send(Array(try client.sealed(heartbeat).dropLast()))
    try await settle(relay)
    #expect(client.isSilent)
    time.advance(by: 0.5)
    #expect(await client.receiveToEnd() == [])
    await relay.stop(within: .zero)
  }

  @Test(arguments: [10, 3])
  func `RL-04 a reader that does not read is dropped in time, and its blobs stay`(
    seconds: Int
  ) async throws {
    let directory = try TemporaryDirectory()
    let time = ManualTime()
    let notes = Notes()
    let relay = try await RelayMock.test(in: directory, parts: time.parts, notes: notes) {
      $0.deadlines.write = .seconds(seconds)
    }
    let device = Device()
    let envelope = [UInt8](repeating: 1, count: 65_000)
    for _ in 0..<8 {
      try await relay.push(Array(repeating: envelope, count: 30), to: device.inbox)
    }
    let client = try RawClient(port: relay.receivePort)
    try await client.shakeHandsForReceive(as: device.key)
    _ = try await client.receiveFrame()
    // The relay's clock moves only here, so a session that ends before 75 s ends by a write.
    var elapsed = 0
    while !notes.all.contains(.receiveClosed(inbox: device.inbox)), elapsed < 74 {
      time.advance(by: 1)
      elapsed += 1
      try await settle(relay)
    }
    #expect(elapsed >= seconds && elapsed < 74)
    #expect(try await relay.blobCount(in: device.inbox) == 240)
    await relay.stop(within: .zero)
  }

  @Test func `RL-04 may be shortened and not lengthened`() throws {
    typealias Change = (inout RelayDeadlines, Duration) -> Void
    let changes: [(Duration, Change)] = [
      (.seconds(10), { $0.handshake = $1 }), (.seconds(30), { $0.pushIdle = $1 }),
      (.seconds(75), { $0.receiveIdle = $1 }), (.seconds(10), { $0.write = $1 }),
    ]
    for (limit, change) in changes {
      var settings = RelaySettings(directory: "unused")
      for allowed in [limit, limit / 2, .milliseconds(1)] {
        change(&settings.deadlines, allowed)
        try settings.check()
      }
      for refused in [limit + .milliseconds(1), .zero, .seconds(-1)] {
        change(&settings.deadlines, refused)
        #expect(throws: RelayError(.invalidSetting)) { try settings.check() }
      }
    }
  }

  @Test(arguments: [(16_383, false), (16_384, true), (65_482, true), (65_483, false), (-1, false)])
  func `RL-03 the envelope size goes only downward, and not below its floor`(
    size: Int, isAllowed: Bool
  ) async throws {
    var settings = RelaySettings(directory: "unused")
    settings.envelopeByteCountMax = size
    guard !isAllowed else { return try settings.check() }
    let refused = settings
    let error = await #expect(throws: RelayError(.invalidSetting)) {
      try await RelayMock.start(refused)
    }
    #expect(error?.detail == "envelope size \(size) is outside 16384 to 65482 bytes")
  }
}
