import Testing
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

@Suite(.timeLimit(.minutes(3))) struct `A version exchange` {
  @Test(arguments: [NoisePattern.xx, .nk])
  func `W-10 begins with ten bytes, and they are the prologue`(pattern: NoisePattern) async throws {
    let pair = try RelayPair()
    let connector = try pair.connector()
    let task = Task {
      await outcome { () throws(LinkError) in
        pattern == .xx
          ? try await connector.openReceive(as: .generate(from: .system))
          : try await connector.openPush()
      }
    }
    let connection = try await pair.accept()
    let relay = RawEnd.relay(connection, on: pair.loop)
    let prefix = try await relay.receive(10)
    #expect(prefix == Array("TRUESEAL".utf8) + [0, 1])

    // Only an end that hashed the same ten bytes agrees to the end.
    var handshake = try NoiseHandshake(
      pattern, .responder, prologue: prefix, staticKey: pair.relayKey)
    _ = try handshake.read(await relay.receiveMessage())
    try await relay.send(RawEnd.behindLength(handshake.write()))
    if !handshake.isComplete { _ = try handshake.read(await relay.receiveMessage()) }
    var session = try handshake.split()
    let link = try await task.value.get()
    #expect(link.handshakeHash == session.handshakeHash)
    try await link.send(
      pattern == .xx ? .heartbeat : .push(recipient: prefix + [UInt8](1...22), envelope: [1]))
    let frame = try Frame(decoding: session.receiving.opened(await relay.receiveMessage()))
    #expect(frame.isAllowed(from: .device, on: pattern == .xx ? .receive : .push))
  }

  @Test(arguments: [NoisePattern.xx, .nk], [1, 2] as [UInt16])
  func `W-10 goes by the device's version at a relay that speaks two`(
    pattern: NoisePattern, version: UInt16
  ) async throws {
    let pair = try RelayPair()
    let device = try await RawEnd.device(to: pair.listener.port, on: pair.loop)
    let connection = try await pair.accept()
    let key = pair.relayKey.secret().exposed()
    let answered = Task {
      try await pattern == .xx
        ? connection.handshakeReceive(with: relayEnd(key), speaking: 1...2)
        : connection.handshakePush(with: relayEnd(key), speaking: 1...2)
    }
    // The device hashes the ten bytes it sent, so the relay must have hashed the same ones.
    let session = try await device.openSession(
      pattern, relayKey: pair.relayKey.publicKey, as: .generate(from: .system), version: version)
    #expect(try await answered.value.handshakeHash == session.handshakeHash)
  }

  @Test(arguments: [0, 2, 0x0100, 0xFFFF] as [UInt16])
  func `W-11 tells a device of another version what the relay speaks`(version: UInt16) async throws
  {
    let time = ManualTime()
    let pair = try RelayPair(loop: time.loop)
    let device = try await RawEnd.device(to: pair.listener.port, on: pair.loop)
    try await device.send(VersionPrefix(version: version).encoded() + RawEnd.behindLength([1, 2]))
    let connection = try await pair.accept()
    let relayKey = pair.relayKey.secret().exposed()
    let answer = Task {
      await outcome { () throws(LinkError) in
        try await connection.handshakeReceive(with: relayEnd(relayKey))
      }
    }
    #expect(try await device.receive(12) == Array("TSREFUSE".utf8) + [0, 1, 0, 1])
    #expect(await device.sawEnd())
    // The relay reads on until the device ends, or two seconds have passed.
    time.advance(by: .seconds(2))
    #expect(await answer.value.code == .versionUnsupported)
  }

  @Test func `W-11 half-closes behind the answer and drains for two seconds, no longer`()
    async throws
  {
    let time = ManualTime()
    let pair = try RelayPair(loop: time.loop)
    let device = try await RawEnd.device(to: pair.listener.port, on: pair.loop)
    try await device.send(VersionPrefix(version: 2).encoded())
    let connection = try await pair.accept()
    let relayKey = pair.relayKey.secret().exposed()
    let ended = Noted<LinkError.Code?>()
    let answer = Task {
      let result = await outcome { () throws(LinkError) in
        try await connection.handshakePush(with: relayEnd(relayKey))
      }
      ended.note(result.code)
    }
    #expect(try await device.receive(12) == Array("TSREFUSE".utf8) + [0, 1, 0, 1])
    #expect(await device.sawEnd())
    // More than the system holds on the way: it leaves only if the relay still reads it, and a relay
    // that had closed would break the connection.
    time.advance(by: .milliseconds(1_900))
    try await device.send([UInt8](repeating: 7, count: 64 << 20))
    #expect(ended.value == nil)
    time.advance(by: .milliseconds(100))
    await answer.value
    #expect(ended.value == .versionUnsupported)
  }

  @Test(
    arguments: [
      "GET / HTTP/1.1\r\n\r\n", "TSREFUSE\u{0}\u{1}", "trueseal\u{0}\u{1}",
      "TRUESEA\u{0}\u{0}\u{1}",
    ].indices)
  func `W-11 closes without an answer what does not begin with the magic`(index: Int) async throws {
    let text = [
      "GET / HTTP/1.1\r\n\r\n", "TSREFUSE\u{0}\u{1}", "trueseal\u{0}\u{1}",
      "TRUESEA\u{0}\u{0}\u{1}",
    ][index]
    let pair = try RelayPair()
    let device = try await RawEnd.device(to: pair.listener.port, on: pair.loop)
    try await device.send(Array(text.utf8).prefix(8) + [])
    let connection = try await pair.accept()
    let result = await outcome { () throws(LinkError) in
      try await connection.handshakePush(with: pair.relayKey)
    }
    #expect(result.code == .malformed)
    #expect(await device.sawEnd())
  }

  @Test(
    arguments: [
      ([0, 2, 0, 2], 2...2), ([0, 2, 0, 9], 2...9), ([1, 0, 0xFF, 0xFF], 256...65_535),
    ] as [([UInt8], ClosedRange<UInt16>)])
  func `W-11 is reported by the device with the relay's range`(
    bytes: [UInt8], range: ClosedRange<UInt16>
  ) async throws {
    let failure = try await Self.failure(after: Array("TSREFUSE".utf8) + bytes)
    #expect(failure.code == .versionUnsupported)
    #expect(failure.supported == range)
  }

  @Test(
    arguments: [[0, 0, 0, 3], [0, 3, 0, 2], [0, 1, 0, 1], [0, 1, 0, 2], [0, 1, 0xFF, 0xFF]]
      as [[UInt8]])
  func `W-11 is not believed by the device with an impossible range`(bytes: [UInt8]) async throws {
    #expect(try await Self.failure(after: Array("TSREFUSE".utf8) + bytes).code == .malformed)
  }

  @Test func `W-11 in full agrees between a device and a relay of another version`() async throws {
    let pair = try RelayPair()
    let connector = try pair.connector()
    let opened = Task { await outcome { () throws(LinkError) in try await connector.openPush() } }
    let answered = await outcome { () throws(LinkError) in
      try await pair.listener.accept()?.handshakePush(with: pair.relayKey, speaking: 2...3)
    }
    #expect(answered.code == .versionUnsupported)
    #expect(await opened.value.failure?.supported == 2...3)
  }

  @Test func `is begun once a connection, or the program stops`() async {
    await #expect(processExitsWith: .failure) {
      let pair = try RelayPair()
      let device = try await RawEnd.device(to: pair.listener.port, on: pair.loop)
      let connection = try await pair.accept()
      device.stream.close()
      for _ in 0..<2 { _ = try? await connection.handshakePush(with: pair.relayKey) }
    }
  }

  /// How opening a session ends when the relay answers with `bytes`.
  static func failure(after bytes: [UInt8]) async throws -> LinkError {
    let pair = try RelayPair()
    let connector = try pair.connector()
    let opened = Task { await outcome { () throws(LinkError) in try await connector.openPush() } }
    let connection = try await pair.accept()
    let relay = RawEnd.relay(connection, on: pair.loop)
    _ = try await relay.receive(60)
    try await relay.send(bytes)
    relay.stream.close()
    return try #require(await opened.value.failure)
  }
}

/// A relay's key from its secret half, which a task can capture.
func relayEnd(_ secret: [UInt8]) throws(LinkError) -> AgreementKey {
  do throws(CryptoError) {
    return try AgreementKey(secret: SecretBytes(secret))
  } catch {
    throw LinkError(.handshakeFailed, error.detail)
  }
}
