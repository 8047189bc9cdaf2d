import Testing
import TrueSealStoreTesting
import TrueSealTesting

@testable import TrueSealSync

/// What a client does by itself, when mail comes or is taken.
extension ClientDeed {
  static let acknowledged = ClientDeed(
    testDescription: "is told that its messages were taken", names: ["alice", "bob"],
    prepare: { try await $0.group("alice", "bob", on: TestDisk()) },
    states: [
      Facts.line(.member, held: 1, pending: 1, "3/0/0/0"),
      Facts.line(.member, held: 1, pending: 1, "2/0/0/0"),
      Facts.line(.member, held: 1, pending: 1, "1/0/0/0"),
      Facts.line(.member, held: 1, pending: 1, "0/0/0/0"),
    ], isCall: false,
    begin: { scene in
      scene.hero.line.off()
      for number: UInt8 in 1...3 { try await scene.say([UInt8](repeating: number, count: 700)) }
    },
    act: { $0.hero.line.on() },
    isDone: { try await $0.hasSaidAll },
    finish: { scene in
      try await scene.expectKept(to: ["bob"])
      try await scene.pass { try await scene.hasSaidAll }
      for body in scene.promised.map(\.body) {
        #expect(try !scene.home.contents(of: "alice").contains { $0.contains(body) })
      }
    })

  static let handles = ClientDeed(
    testDescription: "has messages handled", names: ["alice", "bob"],
    prepare: { try await $0.group("alice", "bob", on: TestDisk()) },
    states: [
      Facts.line(.member, held: 1, pending: 1, handled: 0),
      Facts.line(.member, held: 1, pending: 1, handled: 1),
      Facts.line(.member, held: 1, pending: 1, handled: 2),
      Facts.line(.member, held: 1, pending: 1, handled: 3),
    ], isCall: false,
    begin: { scene in
      scene.hero.line.off()
      let bob = scene.other("bob").client
      for number: UInt8 in 1...3 { try await bob.send([number]) }
      try await scene.pass { try await bob.outbox().isEmpty }
    },
    act: { $0.hero.line.on() },
    isDone: { $0.heard.elements.count < 3 ? false : await $0.isInboxEmpty },
    finish: { scene in
      try await scene.pass { await scene.isInboxEmpty }
      var bodies: [[UInt8]] = []
      for message in scene.heard.elements where !bodies.contains(message.body) {
        bodies.append(message.body)
      }
      #expect(bodies == [[1], [2], [3]])
    })

  static let isAdmitted = ClientDeed(
    testDescription: "is admitted", names: ["bob", "alice"],
    prepare: { [try await $0.phone("alice"), try await $0.phone("bob")] },
    states: [Facts.line(.pendingJoin), Facts.line(.member, held: 1)], isCall: false,
    begin: { scene in
      let alice = scene.other("alice").client
      try await scene.hero.client.join(alice.startPairing().text)
      try await scene.pass { scene.other("alice").lastRequest != nil }
      try await scene.pass { try await scene.hasSaidAll }
      scene.hero.line.off()
      try await alice.accept(try #require(scene.other("alice").lastRequest))
      try await scene.pass { try await alice.outbox().isEmpty }
    },
    act: { $0.hero.line.on() },
    isDone: { await $0.hero.client.status == .member ? await $0.isInboxEmpty : false },
    finish: { try await $0.expectGroup("alice", "bob") })

  static let hearsOfThird = ClientDeed(
    testDescription: "hears of a third", names: ["bob", "alice", "carol"],
    prepare: { try await $0.group("alice", "bob", on: TestDisk()) + [$0.phone("carol")] },
    states: [Facts.line(.member, held: 1), Facts.line(.member, held: 2)], isCall: false,
    begin: { scene in
      scene.hero.line.off()
      let alice = scene.other("alice").client
      try await scene.home.pair(scene.other("carol").client, with: alice)
      try await scene.pass { try await alice.outbox().isEmpty }
    },
    act: { $0.hero.line.on() },
    isDone: { await $0.hero.names.count == 3 ? await $0.isInboxEmpty : false },
    finish: { try await $0.expectGroup("alice", "bob", "carol") })

  static let wipesAfterLeaving = ClientDeed(
    testDescription: "wipes after leaving", names: ["bob", "alice", "carol"],
    prepare: { try await $0.group("alice", "bob", "carol", on: TestDisk()) },
    states: [
      Facts.line(.leaving, held: 3, pending: 1, "0/2/0/0"),
      Facts.line(.leaving, held: 3, pending: 1, "0/1/0/0"),
      Facts.line(.leaving, held: 3, pending: 1, "0/0/0/0"),
      Facts.line(.notJoined, ended: "left", as: "other"), Facts.line(.notJoined, as: "other"),
    ], isCall: false,
    begin: { scene in
      try await scene.beginEnd()
      try await scene.hero.client.leave()
    },
    act: { $0.hero.line.on() },
    isDone: { try await $0.isEnded },
    finish: { try await $0.expectEnd(.left) })

  static let wipesWhenRemoved = ClientDeed(
    testDescription: "wipes when removed", names: ["bob", "alice", "carol"],
    prepare: { try await $0.group("alice", "bob", "carol", on: TestDisk()) },
    states: [
      Facts.line(.member, held: 2, "2/0/0/0"),
      Facts.line(.notJoined, ended: "removed", as: "other"), Facts.line(.notJoined, as: "other"),
    ], isCall: false,
    begin: { scene in
      try await scene.beginEnd()
      let alice = scene.other("alice").client
      try await alice.remove(await scene.hero.client.me.id)
      try await scene.pass { try await alice.outbox().isEmpty }
    },
    act: { $0.hero.line.set(push: false, receive: true) },
    isDone: { try await $0.isEnded },
    finish: { try await $0.expectEnd(.removed) })

  static let wipesWhenDestroyed = ClientDeed(
    testDescription: "wipes when another ends the group", names: ["bob", "alice", "carol"],
    prepare: { try await $0.group("alice", "bob", "carol", on: TestDisk()) },
    states: [
      Facts.line(.member, held: 2, "2/0/0/0"), Facts.line(.member, held: 2, "1/0/0/0"),
      Facts.line(.member, held: 2, "0/0/0/0"), Facts.line(.destroying, held: 2, "0/0/0/1"),
      Facts.line(.destroying, held: 2, "0/0/0/0"),
      Facts.line(.notJoined, ended: "destroyed", as: "other"), Facts.line(.notJoined, as: "other"),
    ], isCall: false,
    begin: { scene in
      try await scene.beginEnd()
      let alice = scene.other("alice")
      try await alice.client.destroyGroup()
      try await scene.pass { alice.statuses.last == .statusChanged(.notJoined, .destroyed) }
    },
    act: { $0.hero.line.on() },
    isDone: { try await $0.isEnded },
    finish: { try await $0.expectEnd(.destroyed) })
}
