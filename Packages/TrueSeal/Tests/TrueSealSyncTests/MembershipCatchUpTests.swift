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
    var phones: [(key: [UInt8], phone: Phone)] = []
    for phone in try await home.group("alice", "bob", "carol", "dave") {
      phones.append((await phone.client.keys.publicKeys.signingKey, phone))
    }
    phones.sort { $0.key.lexicographicallyPrecedes($1.key) }
    // The last by key reminds nobody, and nobody is there to remind it: what it says, it asks.
    let (first, second, away) = (phones[0].phone, phones[1].phone, phones[3].phone)
    await away.client.close()
    try await first.client.remove(await phones[2].phone.client.me.id)
    try await home.agree([first, second])
    try await home.loseMail(of: away)
    let inbox = await home.relay.key(of: first.client)
    await first.client.close()
    await second.client.close()
    home.clock.advance(by: .seconds(days * 86_400))
    _ = try await home.phone(away.name)
    guard asks else {
      await home.pass(seconds: 120)
      #expect(await home.relay.inbox(of: inbox).isEmpty)
      return
    }
    try await home.pass { await !home.relay.inbox(of: inbox).isEmpty }
  }
}
