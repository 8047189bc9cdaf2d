import Testing
import TrueSealStoreTesting
import TrueSealTesting

@testable import TrueSealSync

/// A whole life of a device, in which each call that changes its file is struck.
@Suite(
  .enabled(if: `A client on a disk that fails`.isLong), .timeLimit(.minutes(120))
) struct `A life on a disk that fails` {
  typealias Chapter = @Sendable (Scene) async throws -> Void

  /// Joins, talks, hears a third come and go, leaves, and joins again as another.
  static let chapters: [Chapter] = [
    { try await $0.beMember() },
    { try await $0.say([UInt8](repeating: 1, count: 2_000)) },
    { scene in
      let carol = scene.other("carol").client
      guard await carol.status == .notJoined else { return }
      try await scene.home.pair(carol, with: scene.other("alice").client)
    },
    { scene in try await scene.passOrEnd { await scene.hero.names.count == 3 } },
    { try await $0.say([2]) },
    { scene in
      try await scene.other("alice").client.send([42])
      try await scene.passOrEnd { scene.heard.elements.contains { $0.body == [42] } }
    },
    { try await $0.expectKept(to: ["alice"]) },
    { scene in
      if await scene.hero.client.status == .member { try await scene.hero.client.leave() }
      try await scene.passOrEnd { await scene.hero.client.status == .notJoined }
    },
    { try await $0.beMember() },
    { try await $0.say([3]) },
  ]

  @Test(arguments: `A client on a disk that fails`.kinds)
  func `S-04 D-01 S-07 S-10 D-14 loses nothing it promised and is another device only once`(
    kind: `A client on a disk that fails`.Kind
  ) async throws {
    let troupe = try await Troupe(["bob", "alice", "carol"], seed: 531) { home in
      [try await home.phone("bob")] + [
        try await home.phone("alice"), try await home.phone("carol"),
      ]
    }
    for number in stride(from: 1, to: .max, by: 2) {
      let scene = try await Scene(of: troupe, seed: UInt64(number) &* 7_919)
      scene.disk.plan(DiskFault(kind.effect, at: number, isLasting: kind.isLasting))
      try await live(in: scene)
      let isStruck = !scene.disk.strikes.isEmpty
      if isStruck { try await expectGood(scene) }
      await scene.close()
      guard isStruck else {
        #expect(number > 100, "a life has more calls than that")
        break
      }
    }
  }

  private func live(in scene: Scene) async throws {
    for chapter in Self.chapters {
      while true {
        do {
          try await chapter(scene)
          break
        } catch is Scene.Ended {
          #expect(try await scene.restart().flaw == nil)
        } catch is TrueSealError {
          if scene.disk.isOff, scene.hasOneLife {
            #expect(try await scene.restart().flaw == nil)
          } else {
            await scene.home.pass(seconds: 20)
            scene.disk.mend()
          }
        }
      }
    }
    scene.disk.mend()
  }

  private func expectGood(_ scene: Scene) async throws {
    try await scene.expectGroup("alice", "bob", "carol")
    scene.expectHandledOnce()
    let ends = scene.events.filter { $0 == .statusChanged(.notJoined, .left) }
    #expect(!ends.isEmpty)
    let key = await scene.hero.client.keys.publicKeys.signingKey
    #expect(key != scene.signingKey)
    #expect(try await scene.restart().signingKey == key)
  }
}

extension Scene {
  /// Lets time pass until something holds, or the disk is off.
  fileprivate func passOrEnd(until holds: () async throws -> Bool) async throws {
    try await pass {
      if disk.isOff, hasOneLife { throw Ended() }
      return try await holds()
    }
  }

  /// Has the hero be in Alice's group, whatever it takes.
  fileprivate func beMember() async throws {
    let alice = other("alice")
    while await hero.client.status != .member {
      let before = alice.requests.count
      if await hero.client.status == .notJoined {
        try await hero.client.join(alice.client.startPairing().text)
      }
      try await passOrEnd {
        if await hero.client.status == .member { return true }
        return alice.requests.count > before
      }
      if let request = alice.lastRequest, alice.requests.count > before {
        try? await alice.client.accept(request)
      }
      try await passOrEnd { await hero.client.status == .member }
    }
  }
}
