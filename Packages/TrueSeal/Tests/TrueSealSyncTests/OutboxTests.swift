import Testing
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `The client's outbox` {
  @Test func `D-02 D-04 tells what became of a message`() async throws {
    let home = try Household(seed: 41)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let carol = try await home.device("carol")
    try await home.pair(bob, with: alice)
    try await home.pair(carol, with: alice)
    await home.settle([alice, bob, carol])
    #expect(try await alice.outcome(of: try await alice.send([1])) == .accepted)

    let issues = Collector<DeliveryIssue>()
    let listening = alice.onDeliveryIssue { issues.add($0) }
    defer { listening.cancel() }
    await home.relay.refuse(push: await home.relay.pushCount + 1, with: .tooLarge)
    let refused = try await alice.send([2])
    #expect(try await alice.outcome(of: refused) == .failed)
    guard case .sendFailed(refused, let recipient, .tooLarge) = await issues.first(1)[0] else {
      Issue.record("\(issues.elements)")
      return
    }
    #expect([await bob.me.id, await carol.me.id].contains(recipient))
    #expect(await home.relay.faultCounts.refused == 1)
  }

  @Test func `D-04 D-07 a refusal that passes keeps the order for its recipient`() async throws {
    let home = try Household(seed: 42)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    await home.settle([alice, bob])
    let received = Collector<[UInt8]>()
    let handling = try await bob.onMessage { received.add($0.body) }
    defer { handling.cancel() }
    let next = await home.relay.pushCount + 1
    await home.relay.refuse(push: next + 2, with: .rateLimited)
    await home.relay.cut(atPush: next + 7)
    for number in 0..<20 { try await alice.send([UInt8(number)]) }
    try await home.pass(untilCount: 20, of: received)
    #expect(received.elements == (0..<20).map { [UInt8($0)] })
    let faults = await home.relay.faultCounts
    #expect(faults.refused == 1)
    #expect(faults.cut == 1)
  }

  @Test func `D-01 lists what waits, and for whom`() async throws {
    let home = try Household(seed: 43)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    await home.settle([alice, bob])
    #expect(try await alice.outbox().isEmpty)
    await home.relay.goOffline()
    let id = try await alice.send([1])
    let waiting = OutboxMessage(
      id: id, purpose: .app, sentAt: 1_700_000_000_000, recipients: [await bob.me.id])
    #expect(try await alice.outbox() == [waiting])
    let asking = Task { try await alice.outcome(of: id) }
    while await alice.waiters.isEmpty { await Task.yield() }
    asking.cancel()
    #expect(try await asking.value == .queued)
    let closing = Task { try await alice.outcome(of: id) }
    while await alice.waiters.isEmpty { await Task.yield() }
    await alice.close()
    #expect(try await closing.value == .queued)
  }
}
