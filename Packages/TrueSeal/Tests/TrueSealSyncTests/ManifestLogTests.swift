import Testing
import TrueSealManifest
import TrueSealTesting

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `The log of manifests` {
  @Test func `has who issued what, parents before children, and marks current`()
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

  @Test func `M-22 shows both of two removals that were made at once, one of them lost`()
    async throws
  {
    let house = try Household(seed: 32)
    let (anna, ben, cat) = try await three(in: house)
    await house.relay.goOffline()
    let target = await cat.me.id
    try await anna.remove(target)
    try await ben.remove(target)
    await house.relay.goOnline()
    let log = try await house.log(of: anna, untilCount: 4)
    #expect(log.map(\.version) == [1, 2, 3, 3])
    #expect(log.map(\.fate) == [.ancestor, .ancestor, .lost, .current])
    #expect(log[2...].allSatisfy { $0.removed.map(\.id) == [target] && $0.parent == log[1].id })
    // Between equal versions the lower hash ranks higher.
    #expect(log[3].id < log[2].id)
    #expect(Set(log[2...].map(\.issuer.name)) == ["Anna", "Ben"])
    for device in [anna, ben, cat] { await device.close() }
  }

  @Test func `M-20 names the manifest that makes another one void`() async throws {
    let house = try Household(seed: 33)
    let (anna, ben, cat) = try await three(in: house)
    let (benID, catID) = await (ben.me.id, cat.me.id)
    await house.relay.goOffline()
    try await anna.remove(benID)
    try await ben.remove(catID)
    let removal = try #require(try await anna.manifestLog().last)
    await house.relay.goOnline()
    let log = try await house.log(of: anna, untilCount: 4)
    let void = try #require(log.first { $0.issuer.id == benID })
    #expect(void.fate == .void(.issuerRemoved(by: removal.id)))
    #expect(void.removed.map(\.id) == [catID])
    #expect(log.first { $0.id == removal.id }?.fate == .current)
    for device in [anna, ben, cat] { await device.close() }
  }

  private func three(
    in house: Household
  ) async throws -> (TrueSeal, TrueSeal, TrueSeal) {
    let (anna, ben, cat) = (
      try await house.device("Anna"), try await house.device("Ben"), try await house.device("Cat")
    )
    try await house.pair(ben, with: anna)
    try await house.pair(cat, with: anna)
    await house.settle([anna, ben, cat])
    while await ben.members.count < 2 { await Task.yield() }
    return (anna, ben, cat)
  }
}

extension Household {
  /// The log once it has so many entries; meanwhile time passes.
  fileprivate func log(
    of device: TrueSeal, untilCount count: Int
  ) async throws -> [ManifestLogEntry] {
    while try await device.manifestLog().count < count {
      clock.advance(by: .seconds(1))
      for _ in 0..<1_000 { await Task.yield() }
    }
    return try await device.manifestLog()
  }
}
