import Foundation
import Testing
import TrueSealTesting

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `What outlives the process` {
  @Test func `D-14 D-12 a handler that ends the process five times is not called a sixth time`()
    async throws
  {
    let home = try Household(seed: 421)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    let id = try await alice.send([1])
    try await alice.send([2])
    let calls = Collector<[UInt8]>()
    var subscriptions: [Subscription] = []
    var opened = [bob]
    for number in 1...5 {
      // It never returns: to the files, this process ends here.
      subscriptions.append(
        try await opened[number - 1].onMessage { message in
          calls.add(message.body)
          await Never.returns()
        })
      #expect(await calls.first(number).last == [1])
      try home.copy(number == 1 ? "bob" : "bob\(number - 1)", to: "bob\(number)")
      opened.append(try await home.device("bob\(number)"))
    }
    let (last, handled, issues) = (opened[5], Collector<[UInt8]>(), Collector<DeliveryIssue>())
    subscriptions.append(last.onDeliveryIssue { issues.add($0) })
    subscriptions.append(try await last.onMessage { handled.add($0.body) })
    defer { for one in subscriptions { one.cancel() } }
    #expect(await handled.first(1) == [[2]])
    guard case .handlerGaveUp(id, _) = issues.elements.first else {
      Issue.record("\(issues.elements)")
      return
    }
    #expect(calls.elements == [[UInt8]](repeating: [1], count: 5))
    for one in opened { await one.close() }
  }

  @Test func `D-14 a call that closing cut off does not count`() async throws {
    let home = try Household(seed: 422)
    let alice = try await home.device("alice")
    var bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    try await alice.send([1])
    let calls = Collector<[UInt8]>()
    for number in 1...7 {
      let handling = try await bob.onMessage { message in
        calls.add(message.body)
        await Never.returns()
      }
      _ = await calls.first(number)
      await bob.close()
      handling.cancel()
      bob = try await home.device("bob")
    }
    let handled = Collector<[UInt8]>()
    let handling = try await bob.onMessage { handled.add($0.body) }
    defer { handling.cancel() }
    #expect(await handled.first(1) == [[1]])
    await bob.close()
  }

  @Test func `D-15 W-36 a hundred blobs of a newer version wait, the newest beyond goes`()
    async throws
  {
    let home = try Household(seed: 423)
    let bob = try await home.device("bob")
    let key = await home.relay.key(of: bob)
    let issues = Collector<DeliveryIssue>()
    var listening = bob.onDeliveryIssue { issues.add($0) }
    let blobs = (0...100).map { number in
      [0, 2] + key + [UInt8](repeating: UInt8(number), count: 304)
    }
    for blob in blobs { await home.relay.place(blob, for: key) }
    let held = [DeliveryIssue](repeating: .heldForUpgrade(version: 2), count: 100)
    #expect(await issues.first(101) == held + [.unreadable(.droppedWhileHeld)])
    await home.relay.until { $0.inbox(of: key).count == 100 }
    #expect(await home.relay.inbox(of: key) == Array(blobs[..<100]))
    listening.cancel()
    await bob.close()
    // A later start knows the hundred again, and still takes no more.
    let again = try await home.device("bob")
    let later = Collector<DeliveryIssue>()
    listening = again.onDeliveryIssue { later.add($0) }
    defer { listening.cancel() }
    #expect(await later.first(100) == held)
    await home.relay.place(blobs[100], for: key)
    #expect(await later.first(101).last == .unreadable(.droppedWhileHeld))
    // What the relay has forgotten after its thirty days makes room.
    home.clock.advance(by: .seconds(31 * 86_400))
    await home.relay.place(blobs[100], for: key)
    try await home.pass { await home.relay.inbox(of: key).count == 101 }
    try await home.pass {
      later.elements.count > 101 && later.elements.last == .heldForUpgrade(version: 2)
    }
    #expect(await home.relay.inbox(of: key).count == 101)
    await again.close()
  }
}

extension Never {
  /// Waits until the task is cancelled, which nobody does.
  fileprivate static func returns() async {
    let (forever, source) = AsyncStream.makeStream(of: Never.self)
    for await _ in forever {}
    source.finish()
  }
}

extension Household {
  /// Copies a device's files as a crash of its process leaves them.
  fileprivate func copy(_ name: String, to other: String) throws {
    try FileManager.default.copyItem(
      atPath: scratch.path + "/" + name, toPath: scratch.path + "/" + other)
  }
}
