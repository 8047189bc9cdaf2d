import Dispatch
import Testing
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

#if canImport(Glibc)
  import Glibc
#endif

@Suite(.timeLimit(.minutes(3))) struct `A deadline` {
  @Test func `D-16 ends a lookup that takes too long, and leaves it behind`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let begun = Noted<String>()
    let time = ManualTime { host, _ in
      begun.note(host)
      gate.wait()
      return []
    }
    let address = try RelayAddress(
      relayKey: AgreementKey.generate(from: .system).publicKey, host: "relay.invalid")
    let connector = RelayConnector(address: address, eventLoop: time.loop)
    let opened = Task { await outcome { () throws(LinkError) in try await connector.openPush() } }
    await until { begun.value == "relay.invalid" }
    time.advance(by: .milliseconds(9_999))
    time.advance(by: .milliseconds(1))
    #expect(await opened.value.code == .timedOut)
    gate.signal()
  }

  @Test func `D-16 lets few lookups run at once and skips those that are too late`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let begun = Tally()
    let time = ManualTime { _, _ in
      begun.count()
      gate.wait()
      return []
    }
    let address = try RelayAddress(
      relayKey: AgreementKey.generate(from: .system).publicKey, host: "relay.invalid")
    let connector = RelayConnector(address: address, eventLoop: time.loop)
    let ended = Tally()
    let tasks = (0..<3 * RelayLinkLimits.Chosen.lookupsMax).map { _ in
      Task {
        let code = await outcome { () throws(LinkError) in try await connector.openPush() }.code
        ended.count()
        return code
      }
    }
    await until { begun.value == RelayLinkLimits.Chosen.lookupsMax }
    await until {
      time.advance(by: .seconds(1))
      return ended.value == tasks.count
    }
    for task in tasks { #expect(await task.value == .timedOut) }
    // The hung ones come back; nobody waits for the others any more, so none of them begins.
    for _ in tasks { gate.signal() }
    let late = Task { await outcome { () throws(LinkError) in try await connector.openPush() } }
    #expect(await late.value.code == .unreachable)
    #expect(begun.value == RelayLinkLimits.Chosen.lookupsMax + 1)
  }

  #if canImport(Glibc)
    @Test func `D-16 ends a connection that nobody answers`() async throws {
      let full = try FullListener()
      let time = ManualTime()
      let address = try RelayAddress(
        relayKey: AgreementKey.generate(from: .system).publicKey, host: "127.0.0.1",
        pushPort: full.port)
      let connector = RelayConnector(address: address, eventLoop: time.loop)
      let ended = Noted<LinkError.Code>()
      Task {
        ended.note(
          await outcome { () throws(LinkError) in try await connector.openPush() }.code ?? .closed)
      }
      await until {
        time.advance(by: .seconds(1))
        return ended.value != nil
      }
      #expect(ended.value == .timedOut)
    }
  #endif

  @Test func `D-16 ends a handshake the relay never answers`() async throws {
    let time = ManualTime()
    let pair = try RelayPair(loop: time.loop)
    let connector = try pair.connector()
    let opened = Task { await outcome { () throws(LinkError) in try await connector.openPush() } }
    let connection = try await pair.accept()
    let relay = RawEnd.relay(connection, on: pair.loop)
    _ = try await relay.receive(60)
    time.advance(by: .seconds(10))
    #expect(await opened.value.code == .timedOut)
    #expect(await relay.sawEnd())
  }

  @Test(arguments: [9_999, 10_000])
  func `D-16 for a handshake counts from accept, whatever comes meanwhile`(milliseconds: Int)
    async throws
  {
    let time = ManualTime()
    let pair = try RelayPair(loop: time.loop)
    let device = try await RawEnd.device(to: pair.listener.port, on: pair.loop)
    let connection = try await pair.accept()
    let key = pair.relayKey.secret().exposed()
    let answered = Task {
      await outcome { () throws(LinkError) in
        try await connection.handshakePush(with: relayEnd(key))
      }
    }
    let prefix = VersionPrefix().encoded()
    var handshake = NoiseHandshake(anonymousTo: pair.relayKey.publicKey, prologue: prefix)
    let bytes = prefix + RawEnd.behindLength(try handshake.write())
    // One byte at a time, and each well within the deadline of the byte before.
    let step = milliseconds / (bytes.count - 1)
    for byte in bytes.dropLast() {
      try await device.send([byte])
      time.advance(by: .milliseconds(step))
    }
    time.advance(by: .milliseconds(milliseconds - step * (bytes.count - 1)))
    if milliseconds < 10_000 {
      try await device.send([bytes[bytes.count - 1]])
      _ = try handshake.read(await device.receiveMessage())
      #expect(await answered.value.code == nil)
    } else {
      #expect(await answered.value.code == .timedOut)
      #expect(await device.sawEnd())
    }
  }

  @Test func `D-16 for writing ends a session whose peer does not read, and no other`()
    async throws
  {
    let time = ManualTime()
    let pair = try RelayPair(loop: time.loop)
    // Time runs fast here, and only the deadline for writing may be reached.
    var patient = LinkDeadlines.relayReceive
    patient.idle = .seconds(Int64(1) << 50)
    var device = LinkDeadlines.device
    device.idle = patient.idle
    let stuck = try await pair.receiveSession(device: device, relay: patient)
    let other = try await pair.receiveSession(device: device, relay: patient)
    let ended = Noted<LinkError.Code>()
    Task {
      let result = await outcome { () throws(LinkError) in
        while true {
          try await stuck.relay.send(.deliver(blobID: 0, envelope: `The end of a session`.large))
        }
      }
      ended.note(result.code ?? .closed)
    }
    let receiving = Task {
      await outcome { () throws(LinkError) in try await stuck.relay.receive() }
    }
    await until {
      time.advance(by: .seconds(1))
      return ended.value != nil
    }
    #expect(ended.value == .timedOut)
    #expect(await receiving.value.code == .timedOut)
    try await other.device.send(.heartbeat)
    #expect(try await other.relay.receive() == .heartbeat)
  }

  @Test func `D-16 between frames is two heartbeat intervals for a device`() async throws {
    let idle = Duration.seconds(25) * 2
    try #require(LinkDeadlines.device.idle == idle)
    let time = ManualTime()
    let pair = try RelayPair(loop: time.loop)
    let (device, relay) = try await pair.receiveSession()
    let waiting = Task { await outcome { () throws(LinkError) in try await device.receive() } }
    time.advance(by: idle - .milliseconds(1))
    try await relay.send(.heartbeat)
    #expect(try await waiting.value.get() == .heartbeat)
    // The frame counts from when it was read; without another one the line is left.
    let last = Task { await outcome { () throws(LinkError) in try await device.receive() } }
    time.advance(by: idle)
    #expect(await last.value.code == .timedOut)
  }

  @Test func `D-16 RL-04 is ten seconds for each step, and a relay's own between frames`() {
    for deadlines in [LinkDeadlines.device, .relayReceive, .relayPush] {
      #expect(deadlines.resolve == .seconds(10) && deadlines.connect == .seconds(10))
      #expect(deadlines.handshake == .seconds(10) && deadlines.write == .seconds(10))
    }
    #expect(LinkDeadlines.relayReceive.idle == .seconds(75))
    #expect(LinkDeadlines.relayPush.idle == .seconds(30))
  }

  @Test func `D-16 between frames is not moved by parts of one`() async throws {
    let time = ManualTime()
    let pair = try RelayPair(loop: time.loop)
    let device = try await RawEnd.device(to: pair.listener.port, on: pair.loop)
    let connection = try await pair.accept()
    let key = pair.relayKey.secret().exposed()
    let answered = Task { try await connection.handshakePush(with: relayEnd(key)) }
    var session = try await device.openSession(
      .nk, relayKey: pair.relayKey.publicKey, as: .generate(from: .system))
    let relay = try await answered.value

    time.advance(by: .seconds(29))
    let first = RawEnd.behindLength(try session.sending.sealed([1]))
    try await device.send(first)
    #expect(try await relay.receiveMessage() == [1])
    let waiting = Task {
      await outcome { () throws(LinkError) in try await relay.receiveMessage() }
    }
    let second = RawEnd.behindLength(try session.sending.sealed([UInt8](repeating: 2, count: 60)))
    for byte in second.prefix(29) {
      try await device.send([byte])
      time.advance(by: .seconds(1))
    }
    time.advance(by: .seconds(1))
    #expect(await waiting.value.code == .timedOut)
    #expect(await device.sawEnd())
  }
}
