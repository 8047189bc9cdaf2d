import Testing
import TrueSealTesting

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `Tries to send` {
  @Test func `are counted until something comes through, each with its pause`() async throws {
    let house = try Household(seed: 34)
    let (anna, ben) = (try await house.device("Anna"), try await house.device("Ben"))
    try await house.pair(ben, with: anna)
    await house.settle([anna, ben])
    #expect(try await anna.deliveryTries().isEmpty)

    await house.relay.goOffline()
    let id = try await anna.send([1])
    var counts: [Int] = []
    while counts.count < 4 {
      let tries = try await anna.deliveryTries()
      try #require(tries.count == 1)
      #expect(await tries[0].recipient == ben.me.id)
      let count = tries[0].failureCount
      if count > counts.last ?? 0 {
        counts.append(count)
        // 1, 2, 4 and 8 s, and at most a fifth more by chance.
        let pause = try #require(tries[0].millisecondsToNext)
        #expect(pause > 0 && pause <= (1_000 << (count - 1)) * 12 / 10)
      }
      house.clock.advance(by: .milliseconds(500))
      for _ in 0..<200 { await Task.yield() }
    }
    #expect(counts == [1, 2, 3, 4])

    await house.relay.goOnline()
    let outcome = Task { try await anna.outcome(of: id) }
    while try await !anna.deliveryTries().isEmpty {
      house.clock.advance(by: .seconds(1))
      for _ in 0..<200 { await Task.yield() }
    }
    #expect(try await outcome.value == .accepted)
    await anna.close()
    await ben.close()
    await #expect(throws: TrueSealError.closed) { try await anna.deliveryTries() }
  }

  @Test func `the libraries below can be named in a report`() {
    for version in [TrueSeal.cryptoVersion, TrueSeal.compressionVersion, TrueSeal.engineVersion] {
      #expect(version.split(separator: ".").count >= 3 && version.first?.isNumber == true)
    }
  }
}
