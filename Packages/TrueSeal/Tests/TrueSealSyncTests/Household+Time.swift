import TrueSealTesting

@testable import TrueSealSync

extension Household {
  /// Lets a second pass at a time, whenever everybody waits, until enough was collected.
  func pass<Element>(untilCount count: Int, of collector: Collector<Element>) async throws {
    while collector.elements.count < count {
      clock.advance(by: .seconds(1))
      for _ in 0..<1_000 where collector.elements.count < count { await Task.yield() }
    }
  }
}

extension Household {
  /// Lets a second pass at a time until something holds; false when it does not within so many seconds.
  func pass(atMost seconds: Int, until holds: () async throws -> Bool) async rethrows -> Bool {
    for _ in 0..<seconds {
      for _ in 0..<1_000 {
        if try await holds() { return true }
        await Task.yield()
      }
      clock.advance(by: .seconds(1))
    }
    return try await holds()
  }
}

extension LoopbackRelay {
  /// The inbox a device reads.
  func key(of client: TrueSeal) async -> [UInt8] {
    await client.keys.publicKeys.agreementKey
  }
}

extension ManualClock {
  /// A clock on which short waits, of up to 10 s, are over at once and reported.
  func hurrying(_ report: @escaping @Sendable (Duration) -> Void) -> Clock {
    var hurried = clock
    hurried.sleep = { [self] time in
      guard time <= .seconds(10) else { return try await sleep(time) }
      report(time)
      await Task.yield()
    }
    return hurried
  }
}

extension Household {
  /// Waits until nothing these devices have to say is on its way.
  func settle(_ devices: [TrueSeal]) async {
    for device in devices {
      while (try? await device.info().queuedEntryCount) ?? 0 > 0 { await Task.yield() }
    }
  }
}

extension Household {
  /// The bytes of every file of one device.
  func contents(of name: String) throws -> [[UInt8]] {
    try scratch.contents().filter { $0.key.hasPrefix(name + "/") }.map(\.value)
  }
}
