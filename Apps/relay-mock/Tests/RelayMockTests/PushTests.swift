import Testing
import TrueSealRelayLink
import TrueSealTransport

@testable import RelayMock

@Suite(.timeLimit(.minutes(1))) struct `A push session` {
  @Test func `W-20 answers 64 pipelined pushes in order and refuses all behind the refused one`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let alice = Device()
    let bob = Device()
    let refusal = try Fault(.refuse(.inboxFull), at: .push, nth: 20, for: alice.inbox)
    let relay = try await RelayMock.test(in: directory, faults: FaultPlan([refusal]))
    let link = try await relay.openPush()
    let pushes = (0..<64).map { place in
      Frame.push(recipient: (place % 2 == 0 ? alice : bob).inbox, envelope: [UInt8(place)])
    }
    try await link.send(pushes)
    let answers = try await link.answers(64)
    for (place, answer) in answers.enumerated() {
      let isRefused = place % 2 == 0 && place / 2 >= 19
      #expect(answer == (isRefused ? .error(.inboxFull) : .ack), "\(place)")
    }
    #expect(try await relay.blobCount(in: alice.inbox) == 19)
    #expect(try await relay.blobCount(in: bob.inbox) == 32)

    // The device resumes from the refused one in a new session.
    let resumed = (19..<32).map { [UInt8($0 * 2)] }
    #expect(try await relay.push(resumed, to: alice.inbox).allSatisfy { $0 == .ack })
    let session = try await alice.openReceive(at: relay)
    let blobs = try await Device.blobs(32, from: session)
    #expect(blobs.map(\.envelope) == (0..<32).map { [UInt8($0 * 2)] })
    session.close()
    link.close()
    await relay.stop()
  }

  @Test func `W-20 W-21 keeps a temporary refusal for a recipient and forgets a permanent one`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let device = Device()
    let plan = FaultPlan([
      try Fault(.refuse(.tooLarge), at: .push, nth: 1),
      try Fault(.refuse(.unavailable), at: .push, nth: 3),
    ])
    let relay = try await RelayMock.test(in: directory, faults: plan)
    let link = try await relay.openPush()
    #expect(
      try await link.push([[1], [2], [3], [4]], to: device.inbox) == [
        .error(.tooLarge), .ack, .error(.unavailable), .error(.unavailable),
      ])
    #expect(try await relay.blobCount(in: device.inbox) == 1)
    #expect(try await link.push([[5]], to: Device().inbox) == [.ack])
    link.close()
    await relay.stop()
  }

  @Test func `RL-03 refuses an envelope above the limit as too large and takes one at it`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let device = Device()
    let relay = try await RelayMock.test(in: directory) { $0.envelopeByteCountMax = 16_384 }
    let fits = [UInt8](repeating: 1, count: 16_384)
    #expect(
      try await relay.push([fits + [1], fits], to: device.inbox) == [.error(.tooLarge), .ack])
    #expect(try await relay.blobCount(in: device.inbox) == 1)
    await relay.stop()
  }

  @Test func `RL-03 takes the longest envelope a frame can hold`() async throws {
    let directory = try TemporaryDirectory()
    let device = Device()
    let relay = try await RelayMock.test(in: directory)
    let longest = [UInt8](repeating: 9, count: 65_482)
    #expect(Frame.push(recipient: device.inbox, envelope: longest).encodedByteCount == 65_519)
    #expect(try await relay.push([longest], to: device.inbox) == [.ack])
    let link = try await device.openReceive(at: relay)
    #expect(try await Device.blobs(1, from: link).map(\.envelope) == [longest])
    link.close()
    await relay.stop()
  }

  @Test func `W-22 answers a short push with Error 02 in its turn and goes on`() async throws {
    let directory = try TemporaryDirectory()
    let device = Device()
    let relay = try await RelayMock.test(in: directory)
    let client = try RawClient(port: relay.pushPort)
    try await client.shakeHandsForPush(with: relay.address.relayKey)
    let whole = Frame.push(recipient: device.inbox, envelope: [1]).encoded()
    var wire = try client.sealed(whole)
    for bodyByteCount in [0, 1, 31, 32] {
      let body = [UInt8](repeating: 2, count: bodyByteCount)
      wire += try client.sealed([1, 0, 0, 0, UInt8(bodyByteCount)] + body)
    }
    wire += try client.sealed(whole)
    client.send(wire)
    var answers: [Frame?] = []
    for _ in 0..<6 { answers.append(try await client.receiveFrame()) }
    let malformed = Frame.error(.malformed)
    #expect(answers == [.ack, malformed, malformed, malformed, malformed, .ack])
    #expect(try await relay.blobCount(in: device.inbox) == 2)
    await relay.stop(within: .zero)
  }

  @Test(
    arguments: [
      [], [1], [1, 0, 0, 0], [7, 0, 0, 0, 0], [0, 0, 0, 0, 0], [4, 0, 0, 0, 0], [3, 0, 0, 0, 0],
      [6, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 1], [2, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 1],
      [5, 0, 0, 0, 1, 2], [1, 0, 0, 0, 40, 1],
      [1, 255, 255, 255, 255] + [UInt8](repeating: 0, count: 40),
    ] as [[UInt8]])
  func `W-22 gives the answers it owes, then Error 03, and closes`(wrong: [UInt8]) async throws {
    let directory = try TemporaryDirectory()
    let device = Device()
    let relay = try await RelayMock.test(in: directory)
    let client = try RawClient(port: relay.pushPort)
    try await client.shakeHandsForPush(with: relay.address.relayKey)
    let push = Frame.push(recipient: device.inbox, envelope: [1]).encoded()
    client.send(
      try client.sealed(push) + client.sealed(push) + client.sealed(wrong) + client.sealed(push))
    #expect(try await client.receiveFrame() == .ack)
    #expect(try await client.receiveFrame() == .ack)
    #expect(try await client.receiveMessage() == [5, 0, 0, 0, 1, 3])
    #expect(try await client.receiveMessage() == nil)
    #expect(try await relay.blobCount(in: device.inbox) == 2)
    await relay.stop(within: .zero)
  }

  @Test func `W-23 keeps and delivers bytes it cannot make sense of`() async throws {
    let directory = try TemporaryDirectory()
    let device = Device()
    let relay = try await RelayMock.test(in: directory)
    let envelopes: [[UInt8]] = [[0], [255, 255], Array(repeating: 0, count: 66), device.inbox]
    try await relay.push(envelopes, to: device.inbox)
    let link = try await device.openReceive(at: relay)
    #expect(try await Device.blobs(4, from: link).map(\.envelope) == envelopes)
    link.close()
    await relay.stop()
  }

  @Test func `is closed when it had too many recipients refused`() async throws {
    let directory = try TemporaryDirectory()
    let plan = FaultPlan([try Fault(.refuse(.rateLimited), at: .push, times: nil)])
    let relay = try await RelayMock.test(in: directory, faults: plan)
    let link = try await relay.openPush()
    let countMax = RelayLimits.Chosen.refusedRecipientCountMax
    var answerCount = 0
    sending: for start in stride(from: 0, to: 2 * countMax, by: 64) {
      let pushes = (start..<start + 64).map { number in
        let key = [UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 0, count: 30)
        return Frame.push(recipient: key, envelope: [1])
      }
      guard (try? await link.send(pushes)) != nil else { break }
      for _ in pushes {
        guard let answer = try? await link.receive() else { break sending }
        #expect(answer == .error(.rateLimited))
        answerCount += 1
      }
    }
    #expect(answerCount >= countMax && answerCount < countMax + 128)
    link.close()
    await relay.stop()
  }
}
