import Testing
import TrueSealManifest
import TrueSealTesting

@testable import TrueSealSync

@Suite struct `The log of manifests` {
  @Test func `M-11 M-22 has who issued what, parents before children, and marks current`()
    async throws
  {
    let house = try Household(seed: 31)
    let (anna, ben, cat) = (
      try await house.device("Anna"), try await house.device("Ben"), try await house.device("Cat")
    )
    #expect(try await anna.manifestLog().isEmpty)
    try await house.pair(ben, with: anna)
    try await house.pair(cat, with: anna)
    let log = try await anna.manifestLog()
    try #require(log.count == 2)
    let (me, others) = await (anna.me, anna.members)
    #expect(log.map(\.version) == [1, 2] && log.map(\.memberCount) == [2, 3])
    #expect(log.map(\.issuer) == [me, me])
    #expect(log[0].parent == nil && log[1].parent == log[0].id)
    #expect(Set(log[0].admitted.map(\.name)) == ["Anna", "Ben"] && log[0].removed.isEmpty)
    #expect(log[1].admitted == others.filter { $0.name == "Cat" } && log[1].onBehalf.isEmpty)
    #expect(log.map(\.fate) == [.ancestor, .current])
    #expect(log.allSatisfy { $0.id.count == 64 && $0.id.hasPrefix($0.shortID) })
    // Cat was not there for the first one, but has it as an ancestor.
    #expect(try await cat.manifestLog().map(\.id) == log.map(\.id))
    await anna.close()
    await #expect(throws: TrueSealError.closed) { try await anna.manifestLog() }
    await ben.close()
    await cat.close()
  }
}
