import Testing
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

@Suite(.timeLimit(.minutes(3))) struct `The end of a session` {
  @Test func `W-22 lets the peer read the owed frames and the Error behind them`() async throws {
    let time = ManualTime()
    let pair = try RelayPair(loop: time.loop)
    let (device, relay) = try await pair.pushSession()
    // Bytes the relay will never read; closing over them would reset the connection.
    let push = Frame.push(
      recipient: [UInt8](repeating: 1, count: 32), envelope: [UInt8](repeating: 2, count: 60_000))
    try await device.send([Frame](repeating: push, count: 3))
    #expect(try await relay.receive() == push)

    let owed = Task { try await relay.send([Frame](repeating: .ack, count: 63)) }
    try await owed.value
    let finishing = Task { await relay.finish(with: .error(.protocolError)) }
    for _ in 0..<63 { #expect(try await device.receive() == .ack) }
    #expect(try await device.receive() == .error(.protocolError))
    #expect(try await device.receive() == nil)

    // The device goes on sending for a while; the relay reads and forgets, but not for ever.
    try await device.send([Frame](repeating: push, count: 3))
    time.advance(by: .seconds(2))
    await finishing.value
    #expect(await outcome { () throws(LinkError) in try await relay.receive() }.code == .closed)
  }

  @Test func `W-22 comes at once when the peer ends too`() async throws {
    let pair = try RelayPair(loop: ManualTime().loop)
    let (device, relay) = try await pair.receiveSession()
    let finishing = Task { await relay.finish(with: .error(.tooManySessions)) }
    #expect(try await device.receive() == .error(.tooManySessions))
    device.close()
    await finishing.value
  }

  @Test func `W-22 ends a call that waits for a frame, and takes no more of them`() async throws {
    let pair = try RelayPair()
    let (device, relay) = try await pair.receiveSession()
    let waiting = Task { await outcome { () throws(LinkError) in try await relay.receive() } }
    let finishing = Task { await relay.finish(with: [.deliver(blobID: 1, envelope: [1])]) }
    #expect(await waiting.value.code == .closed)
    let late = await outcome { () throws(LinkError) in try await relay.send(.heartbeat) }
    #expect(late.code == .closed)
    #expect(try await device.receive() == .deliver(blobID: 1, envelope: [1]))
    #expect(try await device.receive() == nil)
    await relay.finish(with: .heartbeat)
    device.close()
    await finishing.value
  }

  @Test func `comes to every call that waits, at once and with closed`() async throws {
    let pair = try RelayPair()
    let (device, relay) = try await pair.receiveSession()
    let waiting = Task { await outcome { () throws(LinkError) in try await relay.receive() } }
    let sending = Task {
      await outcome { () throws(LinkError) in
        while true { try await relay.send(.deliver(blobID: 0, envelope: Self.large)) }
      }
    }
    await until { relay.unwrittenByteCount > 0 }
    relay.close()
    relay.close()
    #expect(await sending.value.code == .closed)
    #expect(await waiting.value.code == .closed)
    #expect(relay.unwrittenByteCount == 0)
    device.close()
    for link in [device, relay] {
      #expect(await outcome { () throws(LinkError) in try await link.receive() }.code == .closed)
      #expect(
        await outcome { () throws(LinkError) in try await link.send(.heartbeat) }.code == .closed)
      await link.finish(with: .heartbeat)
    }
  }

  @Test func `comes when nobody holds the link any more`() async throws {
    let pair = try RelayPair()
    let relay = try await pair.receiveSession().relay
    #expect(try await relay.receive() == nil)
  }

  @Test func `within a message is an error, not an end`() async throws {
    let pair = try RelayPair()
    let device = try await RawEnd.device(to: pair.listener.port, on: pair.loop)
    let connection = try await pair.accept()
    let key = pair.relayKey.secret().exposed()
    let answered = Task { try await connection.handshakePush(with: relayEnd(key)) }
    var session = try await device.openSession(
      .nk, relayKey: pair.relayKey.publicKey, as: .generate(from: .system))
    let relay = try await answered.value
    let message = RawEnd.behindLength(try session.sending.sealed([1, 2, 3]))
    try await device.send(Array(message.dropLast()))
    device.stream.close()
    let result = await outcome { () throws(LinkError) in try await relay.receiveMessage() }
    #expect(result.code == .closed)
  }

  @Test func `does not come from a cancelled wait`() async throws {
    let pair = try RelayPair()
    let (device, relay) = try await pair.receiveSession()
    let waiting = Task { await outcome { () throws(LinkError) in try await relay.receive() } }
    waiting.cancel()
    #expect(await waiting.value.code == .cancelled)
    let sending = Task {
      await outcome { () throws(LinkError) in
        while true { try await relay.send(.deliver(blobID: 0, envelope: Self.large)) }
      }
    }
    await until { relay.unwrittenByteCount > 0 }
    sending.cancel()
    #expect(await sending.value.code == .cancelled)

    // Whole frames only, then what is sent next.
    let last = Task { try await relay.send(.heartbeat) }
    while true {
      let frame = try await device.receive()
      if frame == .heartbeat { break }
      #expect(frame == .deliver(blobID: 0, envelope: Self.large))
    }
    try await last.value
    try await device.send(.heartbeat)
    #expect(try await relay.receive() == .heartbeat)
  }

  @Test func `W-22 is up to the reader when a frame decrypts and is none`() async throws {
    let pair = try RelayPair()
    let device = try await RawEnd.device(to: pair.listener.port, on: pair.loop)
    let connection = try await pair.accept()
    let key = pair.relayKey.secret().exposed()
    let answered = Task { try await connection.handshakePush(with: relayEnd(key)) }
    var session = try await device.openSession(
      .nk, relayKey: pair.relayKey.publicKey, as: .generate(from: .system))
    let relay = try await answered.value
    for frame in [[0x99, 0, 0, 0, 0], Frame.heartbeat.encoded(), Frame.ack.encoded()] {
      try await device.send(RawEnd.behindLength(session.sending.sealed(frame)))
      let result = await outcome { () throws(LinkError) in try await relay.receive() }
      #expect(result.code == .malformed)
    }
    let finishing = Task { await relay.finish(with: .error(.protocolError)) }
    #expect(
      try Frame(decoding: session.receiving.opened(await device.receiveMessage()))
        == .error(.protocolError))
    #expect(await device.sawEnd())
    device.stream.close()
    await finishing.value
  }

  static let large = [UInt8](repeating: 7, count: 60_000)
}
