import Testing
import TrueSealRelayLink
import TrueSealTransport

@testable import RelayMock

@Suite(.timeLimit(.minutes(1))) struct `A relay with faults` {
  @Test func `stores, and withholds this Ack and all later ones of the session`() async throws {
    let directory = try TemporaryDirectory()
    let plan = FaultPlan([try Fault(.withhold, at: .answer, nth: 2)])
    let notes = Notes()
    let relay = try await RelayMock.test(in: directory, faults: plan, notes: notes)
    let device = Device()
    let link = try await relay.openPush()
    try await link.send([[1], [2], [3]].map { .push(recipient: device.inbox, envelope: $0) })
    #expect(try await link.receive() == .ack)
    await notes.wait(for: 3) { if case .held = $0 { true } else { false } }
    relay.cutConnections()
    #expect((try? await link.receive()) == nil)
    #expect(try await relay.blobCount(in: device.inbox) == 3)
    #expect(plan.counts.map(\.firedCount) == [1])
    // The next session is answered again.
    #expect(try await relay.push([[3]], to: device.inbox) == [.ack])
    await relay.stop()
  }

  @Test(arguments: [(Fault.Point.push, 1), (.answer, 2)])
  func `cuts a push session before or after it has stored`(
    point: Fault.Point, storedCount: Int
  ) async throws {
    let directory = try TemporaryDirectory()
    let plan = FaultPlan([try Fault(.cut, at: point, nth: 2)])
    let relay = try await RelayMock.test(in: directory, faults: plan)
    let device = Device()
    let link = try await relay.openPush()
    #expect(try await link.push([[1]], to: device.inbox) == [.ack])
    #expect((try? await link.push([[2]], to: device.inbox)) != [.ack])
    #expect(try await relay.blobCount(in: device.inbox) == storedCount)
    #expect(plan.unfired.isEmpty)
    #expect(try await relay.push([[2]], to: device.inbox) == [.ack])
    await relay.stop()
  }

  @Test func `refuses for one recipient as often as asked, and serves the others`() async throws {
    let directory = try TemporaryDirectory()
    let device = Device()
    let plan = FaultPlan([
      try Fault(.refuse(.unavailable), at: .push, times: 2, for: Array(device.inbox.prefix(4)))
    ])
    let relay = try await RelayMock.test(in: directory, faults: plan)
    for expected in [Frame.error(.unavailable), .error(.unavailable), .ack] {
      #expect(try await relay.push([[1]], to: Device().inbox) == [.ack])
      #expect(try await relay.push([[1]], to: device.inbox) == [expected])
    }
    #expect(plan.counts.map(\.firedCount) == [2])
    await relay.stop()
  }

  @Test func `cuts a receive session before the nth blob, which comes again later`() async throws {
    let directory = try TemporaryDirectory()
    let plan = FaultPlan([try Fault(.cut, at: .delivery, nth: 2)])
    let relay = try await RelayMock.test(in: directory, faults: plan)
    let device = Device()
    try await relay.push([[1], [2]], to: device.inbox)
    let cut = try await device.openReceive(at: relay)
    #expect((try? await Device.blobs(2, from: cut))?.count ?? 0 < 2)
    let whole = try await device.openReceive(at: relay)
    #expect(try await Device.blobs(2, from: whole).map(\.envelope) == [[1], [2]])
    #expect(plan.unfired.isEmpty)
    whole.close()
    await relay.stop()
  }

  @Test func `withholds a blob for one session`() async throws {
    let directory = try TemporaryDirectory()
    let plan = FaultPlan([try Fault(.withhold, at: .delivery)])
    let relay = try await RelayMock.test(in: directory, faults: plan)
    let device = Device()
    try await relay.push([[1], [2]], to: device.inbox)
    let first = try await device.openReceive(at: relay)
    #expect(try await Device.blobs(1, from: first).map(\.envelope) == [[2]])
    let second = try await device.openReceive(at: relay)
    #expect(try await Device.blobs(2, from: second).map(\.envelope) == [[1], [2]])
    first.close()
    second.close()
    await relay.stop()
  }

  @Test(arguments: [Fault.Action.withhold, .cut])
  func `loses a DeliverAck, and the connection too when asked`(action: Fault.Action) async throws {
    let directory = try TemporaryDirectory()
    let plan = FaultPlan()
    let relay = try await RelayMock.test(in: directory, faults: plan)
    let device = Device()
    try await relay.push([[1]], to: device.inbox)
    let link = try await device.openReceive(at: relay)
    let blobID = try await Device.blobs(1, from: link)[0].id
    plan.arm(try Fault(action, at: .acknowledgement))
    try await link.send([.deliverAck(blobID: blobID), .heartbeat])
    let next = try? await link.receive()
    #expect(next == (action == .cut ? nil : .heartbeat))
    #expect(try await relay.blobCount(in: device.inbox) == 1)
    #expect(plan.counts.map(\.firedCount) == [1])
    link.close()
    await relay.stop()
  }
}
