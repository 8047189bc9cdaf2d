import Testing
import TrueSealStoreTesting
import TrueSealTesting

@testable import TrueSealSync

/// What an app does by a call, each of which is one transaction.
extension ClientDeed {
  static let sends = ClientDeed(
    testDescription: "sends", names: ["alice", "bob"],
    prepare: { try await $0.group("alice", "bob", on: TestDisk()) },
    states: [
      Facts.line(.member, held: 1, pending: 1), Facts.line(.member, held: 1, pending: 1, "1/0/0/0"),
    ],
    begin: { $0.hero.line.off() },
    act: { try await $0.say([1]) },
    finish: { scene in
      scene.hero.line.on()
      try await scene.say([2])
      try await scene.expectKept(to: ["bob"])
    })

  static let founds = ClientDeed(
    testDescription: "makes a group", names: ["alice", "bob"],
    prepare: { [try await $0.phone("alice"), try await $0.phone("bob")] },
    states: [Facts.line(.notJoined), Facts.line(.member, held: 1, pending: 1, "0/1/0/0")],
    begin: { scene in
      try await scene.hearRequest(of: "bob")
      scene.hero.line.off()
    },
    act: { try await $0.acceptLast() },
    resume: { scene in
      try await scene.hearRequest(of: "bob")
      try await scene.acceptLast()
    },
    finish: { try await $0.expectGroup("alice", "bob") })

  static let admits = ClientDeed(
    testDescription: "admits a third", names: ["alice", "bob", "carol"],
    prepare: { try await $0.group("alice", "bob", on: TestDisk()) + [$0.phone("carol")] },
    states: [
      Facts.line(.member, held: 1, pending: 1), Facts.line(.member, held: 2, pending: 2, "0/2/0/0"),
    ],
    begin: { scene in
      try await scene.hearRequest(of: "carol")
      scene.hero.line.off()
    },
    act: { try await $0.acceptLast() },
    resume: { scene in
      try await scene.hearRequest(of: "carol")
      try await scene.acceptLast()
    },
    finish: { try await $0.expectGroup("alice", "bob", "carol") })

  static let asks = ClientDeed(
    testDescription: "asks to join", names: ["bob", "alice"],
    prepare: { [try await $0.phone("alice"), try await $0.phone("bob")] },
    states: [Facts.line(.notJoined), Facts.line(.pendingJoin, "0/0/1/0")],
    begin: { $0.hero.line.off() },
    act: { scene in
      try await scene.hero.client.join(scene.other("alice").client.startPairing().text)
    },
    finish: { scene in
      scene.hero.line.on()
      try await scene.admitHero(by: "alice")
      try await scene.expectGroup("alice", "bob")
    })

  static let asksNoLonger = ClientDeed(
    testDescription: "asks no longer", names: ["bob", "alice"],
    prepare: { [try await $0.phone("alice"), try await $0.phone("bob")] },
    states: [Facts.line(.pendingJoin, "0/0/1/0"), Facts.line(.notJoined)],
    begin: { scene in
      scene.hero.line.off()
      try await scene.hero.client.join(scene.other("alice").client.startPairing().text)
    },
    act: { try await $0.hero.client.cancelJoin() },
    finish: { scene in
      scene.hero.line.on()
      try await scene.pass { try await scene.hasSaidAll }
      #expect(await scene.hero.client.status == .notJoined)
      // A start between the two calls may have sent it.
      if scene.hasOneLife { #expect(scene.other("alice").lastRequest == nil) }
    })

  static let removes = ClientDeed(
    testDescription: "removes another", names: ["alice", "bob", "carol"],
    prepare: { try await $0.group("alice", "bob", "carol", on: TestDisk()) },
    states: [
      Facts.line(.member, held: 2, pending: 2), Facts.line(.member, held: 3, pending: 3, "0/2/0/0"),
    ],
    begin: { $0.hero.line.off() },
    act: { scene in
      let carol = try #require(await scene.hero.client.members.first { $0.name == "carol" })
      try await scene.hero.client.remove(carol.id)
    },
    finish: { scene in
      scene.hero.line.on()
      try await scene.pass {
        scene.other("carol").statuses.last == .statusChanged(.notJoined, .removed)
      }
      try await scene.expectGroup("alice", "bob")
    })

  static let leaves = ClientDeed(
    testDescription: "leaves", names: ["bob", "alice", "carol"],
    prepare: { try await $0.group("alice", "bob", "carol", on: TestDisk()) },
    states: [
      Facts.line(.member, held: 2, "2/0/0/0"), Facts.line(.leaving, held: 3, pending: 1, "0/2/0/0"),
    ],
    begin: { try await $0.beginEnd() },
    act: { try await $0.hero.client.leave() },
    finish: { scene in
      try await scene.expectEnd(.left)
      try await scene.pass { await scene.other("alice").names == ["alice", "carol"] }
    })

  static let destroys = ClientDeed(
    testDescription: "ends the group", names: ["bob", "alice", "carol"],
    prepare: { try await $0.group("alice", "bob", "carol", on: TestDisk()) },
    states: [Facts.line(.member, held: 2, "2/0/0/0"), Facts.line(.destroying, held: 2, "0/0/0/2")],
    begin: { try await $0.beginEnd() },
    act: { try await $0.hero.client.destroyGroup() },
    finish: { scene in
      try await scene.expectEnd(.destroyed)
      for other in scene.others {
        try await scene.pass { other.statuses.last == .statusChanged(.notJoined, .destroyed) }
      }
    })
}
