import Testing
import TrueSealTesting

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `Mail that was lost` {
  @Test func `M-47 W-31 who hears of a list it does not hold asks for it`() async throws {
    let home = try Household(seed: 251)
    let phones = try await home.group("alice", "bob", "carol", "dave")
    let alice = phones[0]
    alice.line.off()
    try await phones[1].client.remove(await phones[3].client.me.id)
    try await home.agree(Array(phones[1...2]))
    try await home.loseMail(of: alice)
    alice.line.on()
    await home.pass(seconds: 120)
    #expect(await alice.names == ["alice", "bob", "carol", "dave"])
    // Nobody handles it, and yet it says what its author believes.
    try await phones[2].client.send([1])
    try await home.pass { await alice.names == ["alice", "bob", "carol"] }
    #expect(alice.lists.last == ["bob", "carol"])
  }

  @Test(arguments: [(days: 19, asks: false), (days: 21, asks: true)])
  func `M-47 S-05 who was away for 20 days asks what it missed`(days: Int, asks: Bool)
    async throws
  {
    let home = try Household(seed: 252 + UInt64(days))
    let phones = try await home.group("alice", "bob", "carol", "dave")
    await phones[0].client.close()
    try await phones[1].client.remove(await phones[3].client.me.id)
    try await home.agree(Array(phones[1...2]))
    try await home.loseMail(of: phones[0])
    home.clock.advance(by: .seconds(days * 86_400))
    try await home.pass { await phones[1].client.connection == .connected }
    let alice = try await home.phone("alice")
    guard asks else {
      await home.pass(seconds: 120)
      #expect(await alice.names == ["alice", "bob", "carol", "dave"])
      return
    }
    try await home.pass { await alice.names == ["alice", "bob", "carol"] }
  }
}
