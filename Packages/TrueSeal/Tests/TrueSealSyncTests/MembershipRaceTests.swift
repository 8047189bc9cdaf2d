import Testing
import TrueSealManifest
import TrueSealTesting

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `Rival changes` {
  @Test func `M-00 M-01 M-32 the family's two changes, made offline, are both in every list`()
    async throws
  {
    let home = try Household(seed: 211)
    let phones = try await home.group("dad", "mum", "old phone")
    let (dad, mum, old) = (phones[0], phones[1], phones[2])
    let tablet = try await home.phone("tablet")
    let requests = dad.client.eventStream
    try await tablet.client.join(try await dad.client.startPairing().text)
    for await event in requests {
      guard case .joinRequest(let request) = event else { continue }
      for phone in [dad, mum] { phone.line.off() }
      try await dad.client.accept(request)
      break
    }
    try await mum.client.remove(await old.client.me.id)
    // What Dad stands for survives the end of his app.
    await dad.client.close()
    let line = Line()
    let dadAgain = Phone(try await home.device("dad", through: line), on: line)
    mum.line.on()
    try await home.agree([dadAgain, mum, tablet])
    try await home.pass { await old.client.status == .notJoined }
    for phone in [dadAgain, mum, tablet] {
      #expect(await phone.names == ["dad", "mum", "tablet"])
      #expect(await phone.client.status == .member)
      #expect(await phone.client.members.count == 2)
    }
    #expect(old.statuses.last == .statusChanged(.notJoined, .removed))
  }

  @Test func `M-05 a member leaves the list and comes back while its admission is made again`()
    async throws
  {
    let race = try await Race(seed: 212)
    let before = race.kid.lists.count
    try await race.run()
    try await race.end()
    #expect(
      race.kid.lists.dropFirst(before) == [
        ["dad", "mum"], ["dad", "mum", "tablet"],
      ])
    for phone in [race.dad, race.mum, race.kid, race.tablet] {
      #expect(await phone.names == ["dad", "kid", "mum", "tablet"])
    }
  }

  @Test func `M-53 M-54 S-05 who lost a race keeps everything, waits over a restart, and is back`()
    async throws
  {
    let race = try await Race(seed: 213)
    let identity = await race.tablet.client.me.id
    try await race.run()
    let tablet = race.tablet
    #expect(tablet.statuses.last == .statusChanged(.pendingJoin, .raceLost))
    #expect(await tablet.client.me.id == identity)
    #expect(await tablet.client.members.map(\.name).sorted() == ["dad", "kid", "mum"])
    let held = await tablet.client.ledger?.heldCount
    await #expect(throws: TrueSealError.notMember(.pendingJoin)) {
      try await tablet.client.send([])
    }
    await #expect(throws: TrueSealError.notMember(.pendingJoin)) {
      _ = try await tablet.client.startPairing()
    }
    await #expect(throws: TrueSealError.notMember(.pendingJoin)) {
      try await tablet.client.remove(await race.mum.client.me.id)
    }
    await tablet.client.close()
    let line = Line()
    let again = Phone(try await race.home.device("tablet", through: line), on: line)
    #expect(await again.client.status == .pendingJoin)
    #expect(await again.client.me.id == identity)
    #expect(await again.client.ledger?.heldCount == held)
    race.dad.line.on()
    try await race.home.agree([race.dad, race.mum, race.kid, again])
    #expect(again.statuses == [.statusChanged(.member, .joined)])
    #expect(await again.client.me.id == identity)
  }

  @Test func `D-08 M-54 messages of and for who lost a race pause, and those for the gone vanish`()
    async throws
  {
    let race = try await Race(seed: 214)
    let (home, kid, tablet) = (race.home, race.kid, race.tablet)
    for phone in [kid, tablet] {
      phone.line.set(push: false, receive: true)
      try await phone.client.send([1])
      #expect(try await phone.client.outbox().map(\.recipients.count) == [5])
    }
    let inbox = await home.relay.key(of: tablet.client)
    try await race.run()
    try await home.pass { await kid.client.members.count == 2 }
    // The two that were removed are no longer waited for; nobody is told that they got nothing.
    #expect(try await kid.client.unsent().map(\.count) == [3])
    for phone in [kid, tablet] { phone.line.on() }
    try await home.pass { try await kid.client.unsent() == [[nil]] }
    try await home.passControl([tablet])
    await home.pass(seconds: 40)
    for phone in [kid, tablet] {
      #expect(!phone.issues.elements.contains { if case .sendFailed = $0 { true } else { false } })
    }
    #expect(try await kid.client.unsent() == [[nil]])
    #expect(try await tablet.client.unsent().map(\.count) == [3])
    try await home.pass { await home.relay.inbox(of: inbox).isEmpty }

    let received = Collector<[String]>()
    var handling: [Subscription] = []
    for (name, phone) in [("mum", race.mum), ("kid", kid), ("tablet", tablet)] {
      handling.append(
        try await phone.client.onMessage { received.add([name, $0.sender.name]) })
    }
    defer { for one in handling { one.cancel() } }
    try await race.end()
    try await home.pass(untilCount: 4, of: received)
    #expect(
      Set(received.elements) == [
        ["mum", "kid"], ["mum", "tablet"], ["kid", "tablet"], ["tablet", "kid"],
      ])
  }

  @Test func `D-08 what waits for the return is kept back over a restart as well`() async throws {
    let race = try await Race(seed: 215)
    race.kid.line.set(push: false, receive: true)
    try await race.kid.client.send([1])
    let inbox = await race.home.relay.key(of: race.tablet.client)
    try await race.run()
    try await race.home.pass { await race.kid.client.members.count == 2 }
    await race.kid.client.close()
    let line = Line()
    let kid = Phone(try await race.home.device("kid", through: line), on: line)
    try await race.home.pass { try await kid.client.unsent() == [[nil]] }
    await race.home.pass(seconds: 40)
    #expect(try await kid.client.unsent() == [[nil]])
    try await race.home.pass { await race.home.relay.inbox(of: inbox).isEmpty }
    race.dad.line.on()
    try await race.home.agree([race.dad, race.mum, kid])
    #expect(try await kid.client.unsent() == [])
    await race.home.relay.until { $0.inbox(of: inbox).count == 1 }
  }

  @Test func `D-17 a message of who is not listed yet stays on the relay and is handled later`()
    async throws
  {
    let race = try await Race(seed: 216)
    let received = Collector<Message>()
    let handling = try await race.mum.client.onMessage { received.add($0) }
    defer { handling.cancel() }
    let inbox = await race.home.relay.key(of: race.mum.client)
    // It has not heard that it lost, and goes on talking.
    race.tablet.line.set(push: true, receive: false)
    let sent = try await race.tablet.client.send([1])
    race.mum.line.on()
    try await race.home.pass { await race.mum.client.receiving.isAwaiting }
    await race.home.pass(seconds: 60)
    #expect(received.elements == [])
    #expect(race.mum.issues.elements == [])
    #expect(await race.home.relay.inbox(of: inbox).count == 1)
    race.tablet.line.on()
    try await race.end()
    try await race.home.pass(untilCount: 1, of: received)
    #expect(received.elements.map(\.id) == [sent])
    await race.home.relay.until { $0.inbox(of: inbox).isEmpty }
  }

  @Test(arguments: [true, false])
  func `M-54 who stops waiting leaves first, and is out for good`(cancels: Bool) async throws {
    let race = try await Race(seed: cancels ? 217 : 218)
    try await race.run()
    let tablet = race.tablet
    let identity = await tablet.client.me.id
    tablet.line.off()
    if cancels { try await tablet.client.cancelJoin() } else { try await tablet.client.leave() }
    #expect(await tablet.client.status == .leaving)
    await race.home.pass(seconds: 40)
    #expect(await tablet.client.status == .leaving)
    tablet.line.on()
    try await race.home.pass { await tablet.client.status == .notJoined }
    #expect(
      tablet.statuses.suffix(3) == [
        .statusChanged(.pendingJoin, .raceLost), .statusChanged(.leaving, nil),
        .statusChanged(.notJoined, .left),
      ])
    #expect(await tablet.client.me.id != identity)
    race.dad.line.on()
    try await race.home.agree([race.dad, race.mum, race.kid])
    #expect(await race.dad.names == ["dad", "kid", "mum"])
  }

  @Test func `M-36 M-61 a removed device lets go of its changes, and who it admitted pairs again`()
    async throws
  {
    let home = try Household(seed: 219)
    let phones = try await home.group("alice", "bob", "carol")
    let (alice, bob) = (phones[0], phones[1])
    let dave = try await home.phone("dave")
    let requests = bob.client.eventStream
    try await dave.client.join(try await bob.client.startPairing().text)
    for await event in requests {
      guard case .joinRequest(let request) = event else { continue }
      bob.line.off()
      try await bob.client.accept(request)
      break
    }
    try await alice.client.remove(await bob.client.me.id)
    try await home.agree([alice, phones[2]])
    bob.line.on()
    try await home.pass { await bob.client.status == .notJoined }
    #expect(bob.statuses.last == .statusChanged(.notJoined, .removed))
    #expect(try await bob.client.info().queuedEntryCount == 0)
    await home.pass(seconds: 120)
    #expect(await alice.names == ["alice", "carol"])
    #expect(await phones[2].names == ["alice", "carol"])
    #expect(await dave.client.status == .pendingJoin)
    try await dave.client.cancelJoin()
    try await home.pass { await dave.client.status == .notJoined }
    try await home.pair(dave.client, with: alice.client)
    try await home.agree([alice, phones[2], dave])
    #expect(await phones[2].names == ["alice", "carol", "dave"])
  }

  @Test func `D-05 D-08 what waited 30 days for a return is given up and reported`() async throws {
    let race = try await Race(seed: 220)
    race.kid.line.set(push: false, receive: true)
    let sent = try await race.kid.client.send([1])
    try await race.run()
    race.kid.line.on()
    try await race.home.pass { try await race.kid.client.unsent() == [[nil]] }
    async let outcome = race.kid.client.outcome(of: sent)
    race.home.clock.advance(by: .seconds(30 * 86_400 - 3_600))
    await race.home.pass(seconds: 5)
    #expect(try await race.kid.client.unsent() == [[nil]])
    race.home.clock.advance(by: .seconds(7_200))
    try await race.home.pass { try await race.kid.client.unsent() == [] }
    #expect(race.kid.issues.elements == [.sendFailed(sent, recipient: nil, .expired)])
    #expect(try await outcome == .failed)
  }
}

@Suite(.timeLimit(.minutes(3))) struct `A full group` {
  @Test func `M-03 M-04 of two admissions that fill it twice one is dropped, and its device told`()
    async throws
  {
    let home = try Household(seed: 241)
    let phones = try await home.group("alice", "bob")
    let alice = phones[0]
    for number in 3...31 {
      let joiner = try await home.device("joiner \(number)")
      try await home.pair(joiner, with: alice.client)
      await joiner.close()
    }
    try await home.agree(phones)
    #expect(await alice.client.members.count == 30)
    let joiners = [try await home.phone("dave"), try await home.phone("erin")]
    for (joiner, member) in zip(joiners, phones) {
      let requests = member.client.eventStream
      try await joiner.client.join(try await member.client.startPairing().text)
      for await event in requests {
        guard case .joinRequest(let request) = event else { continue }
        member.line.off()
        try await member.client.accept(request)
        break
      }
    }
    for member in phones { member.line.on() }
    try await home.pass {
      phones.contains { $0.dropped.count > 0 }
    }
    try await home.agree(phones)
    let dropped = phones.flatMap(\.dropped)
    #expect(dropped.count == 1)
    let loser = try #require(joiners.first { $0.name == dropped.first })
    let winner = try #require(joiners.first { $0.name != dropped.first })
    #expect(await alice.client.members.count == 31)
    #expect(await alice.names.contains(winner.name))
    try await home.pass { await winner.client.status == .member }
    // Three members tell it, and they were away.
    let tellers = (await alice.client.ledger?.current?.manifest.members ?? []).prefix(3)
    var opened: [Phone] = []
    for teller in tellers where teller.label.text.hasPrefix("joiner") {
      opened.append(try await home.phone(teller.label.text))
    }
    try await home.pass { await loser.client.status == .pendingJoin }
  }
}
