import Testing
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

@Suite(.timeLimit(.minutes(3))) struct `A session` {
  @Test func `W-12 of the Receive kind proves both keys and carries frames both ways`()
    async throws
  {
    let pair = try RelayPair()
    let (device, relay) = try await pair.receiveSession()
    #expect(relay.remoteKey == pair.deviceKey.publicKey)
    #expect(device.remoteKey == pair.relayKey.publicKey)
    #expect(device.handshakeHash == relay.handshakeHash)

    try await device.send(.heartbeat)
    #expect(try await relay.receive() == .heartbeat)
    try await relay.send(.deliver(blobID: 7, envelope: [1, 2, 3]))
    #expect(try await device.receive() == .deliver(blobID: 7, envelope: [1, 2, 3]))
  }

  @Test func `W-12 of the Push kind leaves the device anonymous, with a fresh key each time`()
    async throws
  {
    let pair = try RelayPair()
    let (first, relay) = try await pair.pushSession()
    #expect(relay.remoteKey == nil)
    #expect(first.remoteKey == pair.relayKey.publicKey)
    let (second, _) = try await pair.pushSession()
    #expect(first.handshakeHash != second.handshakeHash)
    first.close()
    #expect(try await relay.receive() == nil)
  }

  @Test func `W-12 with the wrong relay key ends before message 3, and says so`() async throws {
    let pair = try RelayPair()
    let other = AgreementKey.generate(from: .system)
    let connector = try pair.connector()
    let opened = Task {
      await outcome { () throws(LinkError) in
        try await connector.openReceive(as: .generate(from: .system))
      }
    }
    let connection = try await pair.accept()
    let relay = RawEnd.relay(connection, on: pair.loop)
    let prefix = try await relay.receive(10)
    var handshake = try NoiseHandshake(.xx, .responder, prologue: prefix, staticKey: other)
    _ = try handshake.read(await relay.receiveMessage())
    try await relay.send(RawEnd.behindLength(handshake.write()))
    #expect(await opened.value.code == .wrongRelayKey)
    #expect(await relay.sawEnd())
  }

  @Test func `W-12 with the wrong relay key cannot be opened for pushing`() async throws {
    let pair = try RelayPair()
    let connector = try pair.connector(relayKey: AgreementKey.generate(from: .system).publicKey)
    let opened = Task { await outcome { () throws(LinkError) in try await connector.openPush() } }
    let connection = try await pair.accept()
    let answered = await outcome { () throws(LinkError) in
      try await connection.handshakePush(with: pair.relayKey)
    }
    #expect(answered.code == .handshakeFailed)
    #expect(await opened.value.code == .closed)
  }

  @Test(arguments: [31, 33, 47, 49, 0, 65_535])
  func `W-12 W-13 refuses a first message of another length before its bytes`(count: Int)
    async throws
  {
    let pair = try RelayPair()
    let device = try await RawEnd.device(to: pair.listener.port, on: pair.loop)
    try await device.send(
      VersionPrefix().encoded() + [UInt8(count >> 8), UInt8(count & 0xFF)])
    let connection = try await pair.accept()
    let answered = await outcome { () throws(LinkError) in
      count < 40
        ? try await connection.handshakeReceive(with: pair.relayKey)
        : try await connection.handshakePush(with: pair.relayKey)
    }
    #expect(answered.code == .handshakeFailed)
  }

  @Test func `W-13 carries the longest frame in one message, and never splits one`() async throws {
    let pair = try RelayPair()
    let connector = try pair.connector()
    let opened = Task { await outcome { () throws(LinkError) in try await connector.openPush() } }
    let connection = try await pair.accept()
    let relay = RawEnd.relay(connection, on: pair.loop)
    var handshake = try NoiseHandshake(
      .nk, .responder, prologue: await relay.receive(10), staticKey: pair.relayKey)
    _ = try handshake.read(await relay.receiveMessage())
    try await relay.send(RawEnd.behindLength(handshake.write()))
    var session = try handshake.split()
    let device = try await opened.value.get()

    let longest = Frame.push(
      recipient: [UInt8](repeating: 1, count: 32), envelope: [UInt8](repeating: 2, count: 65_482))
    let short = Frame.push(recipient: [UInt8](repeating: 1, count: 32), envelope: [3])
    let last = Frame.push(recipient: [UInt8](repeating: 1, count: 32), envelope: [4, 5])
    let sending = Task { try await device.send([short, longest, last]) }
    let lengths = [54, 65_535, 55]
    for (frame, length) in zip([short, longest, last], lengths) {
      let message = try await relay.receiveMessage()
      #expect(message.count == length)
      #expect(try Frame(decoding: session.receiving.opened(message)) == frame)
    }
    try await sending.value
  }

  @Test func `W-13 reads the same however the stream is cut`() async throws {
    let pair = try RelayPair()
    let device = try await RawEnd.device(to: pair.listener.port, on: pair.loop)
    let connection = try await pair.accept()
    let key = pair.relayKey.secret().exposed()
    let answered = Task {
      try await connection.handshakePush(with: relayEnd(key))
    }
    var session = try await device.openSession(
      .nk, relayKey: pair.relayKey.publicKey, as: .generate(from: .system))
    let relay = try await answered.value

    let frames = (0..<40).map { number in
      Frame.push(
        recipient: [UInt8](repeating: 1, count: 32),
        envelope: [UInt8](repeating: UInt8(number), count: 1 + number * number))
    }
    var stream: [UInt8] = []
    for frame in frames {
      stream += RawEnd.behindLength(try session.sending.sealed(frame.encoded()))
    }
    let bytes = stream
    let sending = Task {
      var start = 0
      var size = 0
      while start < bytes.count {
        size = size % 97 + 1
        try await device.send(Array(bytes[start..<min(start + size, bytes.count)]))
        start += size
      }
    }
    for frame in frames { #expect(try await relay.receive() == frame) }
    try await sending.value
  }

  @Test(arguments: [1, 1_000])
  func `W-13 waits for the second byte of a length`(byteCount: Int) async throws {
    let pair = try RelayPair()
    let device = try await RawEnd.device(to: pair.listener.port, on: pair.loop)
    let connection = try await pair.accept()
    let key = pair.relayKey.secret().exposed()
    let answered = Task { try await connection.handshakePush(with: relayEnd(key)) }
    let message = [UInt8](repeating: 7, count: byteCount)
    // The first byte of the session's first message arrives with the handshake, so the relay holds
    // exactly that byte when it looks for a message.
    let first = UInt8((byteCount + NoiseCipher.tagByteCount) >> 8)
    var session = try await device.openSession(
      .nk, relayKey: pair.relayKey.publicKey, as: .generate(from: .system), early: [first])
    let relay = try await answered.value
    try await device.send(
      Array(RawEnd.behindLength(try session.sending.sealed(message)).dropFirst()))
    #expect(try await relay.receiveMessage() == message)
  }

  @Test(arguments: [false, true])
  func `W-14 keeps the order in which sends were made while the socket was full`(
    isOneTakenBack: Bool
  ) async throws {
    let pair = try RelayPair()
    let (device, relay) = try await pair.receiveSession()
    let sender = NumberedSender(link: relay)
    var sending: [Task<Void, any Error>] = []
    // Nobody reads yet, so at least a dozen of these sends wait behind one another in the end.
    while relay.unwrittenByteCount < 1_000_000 {
      sending.append(Task { try await sender.sendNext() })
      while await sender.sentCount < sending.count { await Task.yield() }
    }
    var expected = Array(1...UInt64(sending.count))
    if isOneTakenBack {
      // Far behind what is being written, so it goes without a trace, and the others do not.
      let taken = sending.remove(at: sending.count - 4)
      expected.remove(at: expected.count - 4)
      taken.cancel()
      await #expect(throws: LinkError.self) { try await taken.value }
    }
    for number in expected {
      guard case .deliver(let blobID, _) = try await device.receive() else {
        Issue.record("Something else than a Deliver came.")
        break
      }
      #expect(blobID == number)
    }
    for task in sending { try await task.value }
    #expect(relay.unwrittenByteCount == 0)
  }

  /// Numbers frames in the order in which it hands them over.
  private actor NumberedSender {
    private let link: NoiseLink
    private(set) var sentCount = 0

    init(link: NoiseLink) {
      self.link = link
    }

    /// Runs on this actor until the frame waits in the link, so no other send comes between.
    func sendNext() async throws {
      sentCount += 1
      try await link.send(
        .deliver(blobID: UInt64(sentCount), envelope: [UInt8](repeating: 7, count: 60_000)))
    }
  }

  @Test func `W-14 keeps one order however many tasks send, one frame or several`() async throws {
    let pair = try RelayPair()
    let (device, relay) = try await pair.pushSession()
    let taskCount = 32
    let frameCount = 42
    let sending = Task {
      try await withThrowingTaskGroup { group in
        for task in 0..<taskCount {
          group.addTask {
            let frames = (0..<frameCount).map { Self.push(from: task, number: $0) }
            for start in stride(from: 0, to: frameCount, by: 6) {
              for frame in frames[start..<start + 3] { try await device.send(frame) }
              try await device.send(Array(frames[start + 3..<start + 6]))
            }
          }
        }
        try await group.waitForAll()
      }
    }
    // A message encrypted in another order than it was written would not decrypt.
    var next = [Int](repeating: 0, count: taskCount)
    for _ in 0..<taskCount * frameCount {
      guard case .push(let recipient, let envelope) = try await relay.receive() else {
        Issue.record("Something else than a Push came.")
        break
      }
      #expect(Int(envelope[0]) == next[Int(recipient[0])])
      next[Int(recipient[0])] += 1
    }
    #expect(next == [Int](repeating: frameCount, count: taskCount))
    try await sending.value
    #expect(device.unwrittenByteCount == 0)
  }

  private static func push(from task: Int, number: Int) -> Frame {
    let rest = [UInt8](repeating: 0, count: (task * 37 + number * 101) % 3_000)
    return .push(
      recipient: [UInt8](repeating: UInt8(task), count: 32), envelope: [UInt8(number)] + rest)
  }

  @Test func `hands each frame to one of the tasks that receive`() async throws {
    let pair = try RelayPair()
    let (device, relay) = try await pair.receiveSession()
    let received = Task {
      try await withThrowingTaskGroup(of: [UInt64].self) { group in
        for _ in 0..<4 {
          group.addTask {
            var ids: [UInt64] = []
            while case .deliverAck(let id) = try await relay.receive() { ids.append(id) }
            return ids
          }
        }
        return try await group.reduce(into: [UInt64]()) { $0 += $1 }
      }
    }
    for id in 0..<500 as Range<UInt64> { try await device.send(.deliverAck(blobID: id)) }
    let ending = Task { await device.finish(with: nil) }
    #expect(try await received.value.sorted() == Array(0..<500))
    // What the device still waits for, on a clock that stands still.
    relay.close()
    await ending.value
  }
}
