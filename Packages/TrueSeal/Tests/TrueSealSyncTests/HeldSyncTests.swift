import Testing
import TrueSealTesting

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `A request that outlives a restart` {
  @Test func `D-08 P-05 holds back nothing that is said once it was granted`() async throws {
    let home = try Household(seed: 541)
    let alice = try await home.phone("alice")
    let asking = try await home.phone("bob")
    asking.line.off()
    try await asking.client.join(try await alice.client.startPairing().text)
    await asking.client.close()
    let bob = try await home.phone("bob")
    try await home.pass { alice.lastRequest != nil }
    try await alice.client.accept(try #require(alice.lastRequest))
    try await home.pass { await bob.client.status == .member }
    try await expectHeard(from: bob, by: alice, in: home)
  }

  @Test func `D-08 P-05 holds back nothing from one who was asked first and asks in the end`()
    async throws
  {
    let home = try Household(seed: 542)
    let alice = try await home.phone("alice")
    let asking = try await home.phone("bob")
    asking.line.off()
    try await asking.client.join(try await alice.client.startPairing().text)
    await asking.client.close()
    let line = Line()
    line.off()
    let bob = Phone(try await home.device("bob", through: line), on: line)
    try await bob.client.cancelJoin()
    line.on()
    try await alice.client.join(try await bob.client.startPairing().text)
    try await home.pass { bob.lastRequest != nil }
    try await bob.client.accept(try #require(bob.lastRequest))
    try await home.pass { await alice.client.status == .member }
    try await expectHeard(from: bob, by: alice, in: home)
  }

  private func expectHeard(from speaker: Phone, by listener: Phone, in home: Household) async throws
  {
    let received = Collector<[UInt8]>()
    let handling = try await listener.client.onMessage { received.add($0.body) }
    defer { handling.cancel() }
    try await speaker.client.send([7])
    try await home.pass { !received.elements.isEmpty }
    #expect(received.elements == [[7]])
  }
}
