import Testing
import TrueSealManifest

/// Devices that missed mail for good, and how they find the group again.
@Suite struct `Catching up` {
  static let day: UInt64 = 86_400_000
  let world: World

  init() throws { world = try World(5) }

  /// Has the device's inbox run dry after an absence.
  private func drain(_ world: inout World, _ number: Int, absence: UInt64 = 0) throws {
    try world.act(number) { machine, now, sign in
      try machine.drained(absence: absence, at: now, sign: sign)
    }
  }

  @Test func `M-14 accepts a further root only once the inbox is drained`() throws {
    var world = world
    let line = try world.chain(by: 0, on: world.base, length: 4, in: [10, 11])
    world.post([line[3]], by: 1, to: [4])
    try world.deliver()
    #expect(world[4]?.ledger.waiting.map(\.manifest) == [line[3]])
    #expect(world.current(4) == world.base)
    try drain(&world, 4)
    #expect(world.current(4) == line[3] && world[4]?.ledger.waiting == [])
    // Its ancestors may come later, and are judged then.
    world.post([line[2], line[1], line[0]], by: 0, to: [4])
    try world.deliver()
    let ledger = try #require(world[4]?.ledger)
    #expect(ledger.descends(line[3].hash, from: world.base.hash) && ledger.current == line[3])
    #expect(ledger.parent(of: line[3].hash) == line[2])
  }

  @Test func `M-14 takes the lowest version first, and what rests on it`() throws {
    let line = try world.chain(by: 0, on: world.base, length: 6)
    var ledger = try Ledger(groupID: Making.group, restoring: world.line)
    _ = ledger.insert(contentsOf: [line[5], line[3], line[2]], from: 0.key)
    #expect(
      ledger.acceptFurtherRoots() == [
        .held(line[2].hash), .held(line[3].hash), .held(line[5].hash),
        .currentChanged(line[5].hash),
      ])
    #expect(ledger.parent(of: line[3].hash) == line[2] && ledger.parent(of: line[5].hash) == nil)
  }

  private func isAccepted(_ manifest: VerifiedManifest, from author: Int) throws -> Bool {
    var ledger = try Ledger(groupID: Making.group, restoring: world.line)
    guard ledger.insert(manifest, from: author.key) == [.waiting(manifest.hash)] else {
      return false
    }
    _ = ledger.acceptFurtherRoots()
    return ledger.current == manifest
  }

  /// A manifest far ahead whose parent nobody here holds.
  private func far(
    _ version: UInt64, edit: (inout [Member]) throws -> Void = { _ in }
  ) throws -> VerifiedManifest {
    let unknown = try Making.child(
      of: world.base, by: World.row[0], version: version - 1, checks: .hashing)
    return try Making.child(of: unknown, by: World.row[0], checks: .hashing, edit: edit)
  }

  @Test func `B1 M-14 leaps 10,000 versions at most`() throws {
    let version = world.base.manifest.version
    #expect(try isAccepted(far(version + 10_000), from: 1))
    #expect(try !isAccepted(far(version + 10_001), from: 1))
    #expect(try !isAccepted(far(ManifestLimits.versionMax), from: 1))
  }

  @Test func `M-14 accepts nothing that current does not vouch for`() throws {
    let version = world.base.manifest.version
    #expect(try isAccepted(far(version + 5), from: 4))
    #expect(try isAccepted(far(version + 5) { $0.removeLast() }, from: 4))
    // An author that was listed once, and is no member now.
    var ledger = try Ledger(groupID: Making.group, restoring: world.line)
    _ = ledger.insert(try world.forge(by: 0, on: world.base, out: [4]), from: 0.key)
    let late = try far(version + 5)
    #expect(ledger.insert(late, from: 4.key) == [.waiting(late.hash)])
    #expect(ledger.acceptFurtherRoots() == [])
    _ = ledger.insert(try world.forge(by: 0, on: late), from: 1.key)
    // One that does not outrank what is believed.
    let rivals = try (0..<16).map { number in
      try Making.child(of: late, by: World.row[0], version: version, checks: .hashing) {
        $0.append(try World.row[60 + number].member(since: version))
      }
    }
    #expect(Set(rivals.map { $0.rank < world.base.rank }) == [true, false])
    for rival in rivals {
      #expect(try isAccepted(rival, from: 1) == (rival.rank > world.base.rank))
    }
  }

  @Test func `M-14 accepts no member whose entry has changed, and no key that moves`() throws {
    let version = world.base.manifest.version
    func edited(_ edit: @escaping (Member) throws -> Member) throws -> VerifiedManifest {
      try far(version + 5) { members in
        members = try members.map { $0.signingKey == 2.key ? try edit($0) : $0 }
      }
    }
    let spare = World.row[60]
    for manifest in try [
      edited {
        Member(
          signingKey: $0.signingKey, agreementKey: spare.agreementKey,
          admissionVersion: $0.admissionVersion, label: $0.label)
      },
      edited {
        Member(
          signingKey: $0.signingKey, agreementKey: $0.agreementKey,
          admissionVersion: $0.admissionVersion, label: try Label("other"))
      },
      edited {
        Member(
          signingKey: $0.signingKey, agreementKey: $0.agreementKey,
          admissionVersion: $0.admissionVersion - 1, label: $0.label)
      },
      edited {
        Member(
          signingKey: spare.signingKey, agreementKey: $0.agreementKey,
          admissionVersion: version + 4, label: $0.label)
      },
    ] { #expect(try !isAccepted(manifest, from: 1)) }
  }

  @Test func `M-14 M-24 takes what may be an ancestor for one, between trees`() throws {
    let version = world.base.manifest.version
    // 4 admitted 12 before it went offline; the group removed 4 long after, or 4 left.
    let admission = try world.forge(by: 4, on: world.base, in: [12])
    for isLeave in [false, true] {
      let late = try far(version + 20)
      let end = try world.forge(by: isLeave ? 4 : 0, on: late, out: [4])
      var ledger = try Ledger(groupID: Making.group, restoring: world.line + [admission])
      _ = ledger.insert(contentsOf: [end, late], from: 0.key)
      #expect(ledger.current == admission)
      _ = ledger.acceptFurtherRoots()
      #expect(ledger.current == end && !ledger.isVoid(admission.hash))
      #expect(isLeave ? ledger.hasLeft(4.key) : ledger.isRemoved(4.key))
    }
    // What is no older than the other tree's root stays concurrent.
    let own = try world.chain(by: 4, on: world.base, length: 8)
    let late = try far(version + 7)
    let end = try world.forge(by: 0, on: late, out: [4])
    let ledger = try Ledger(groupID: Making.group, restoring: world.line + own + [late, end])
    #expect(
      own.map { ledger.isDirectlyVoid($0.hash) } == [Bool](repeating: false, count: 6) + [
        true, true,
      ])
  }

  @Test func `M-14 never voids the lowest root`() throws {
    let version = world.base.manifest.version + 5
    // Two roots of one version, and in the tree of the higher one the lower one's issuer is removed.
    let roots = try [0, 4].map { issuer in
      try Making.child(of: world.base, by: World.row[issuer], version: version, checks: .hashing)
    }.sorted { $0.rank < $1.rank }
    let issuer = try #require(World.numbers[roots[0].manifest.issuer])
    let removal = try world.forge(by: 2, on: roots[1], out: [issuer])
    let ledger = try Ledger(groupID: Making.group, restoring: roots + [removal])
    #expect(ledger.isRemoved(issuer.key) && ledger.current == removal)
    #expect(!ledger.isVoid(roots[0].hash) && !ledger.isVoid(roots[1].hash))
  }

  @Test func `M-14 M-17 repeats nothing of a further root, whose changes nobody knows`() throws {
    var world = world
    let before = try world.chain(by: 4, on: world.base, length: 2)
    let root = try world.forge(by: 4, on: before[1], in: [12])
    let leave = try world.forge(by: 4, on: root, out: [4])
    world.wipe(4)
    world.post([leave, root], by: 1, to: [0])
    try world.deliver()
    try drain(&world, 0)
    #expect(world.current(0) == leave)
    // Something higher without 12 wins: only the leave is made again.
    let winner = try world.chain(by: 2, on: world.base, length: 8)
    world.post(winner.reversed(), by: 2, to: [0])
    try world.deliver()
    #expect(world.list(0) == [0, 1, 2, 3])
    // And whoever names the root must wait until its parent tells what it changed.
    let naming = try world.forge(
      by: 1, on: try #require(world.current(0)), in: [12], onBehalf: [root])
    world.post([naming], by: 1, to: [0])
    try world.deliver()
    #expect(world[0]?.ledger.waitingManifest(naming.hash) != nil)
    world.post(before.reversed(), by: 1, to: [0])
    try world.deliver()
    #expect(world.current(0) == naming)
  }

  @Test func `M-14 M-47 finds the group after 40 days offline, and nothing is lost`() throws {
    var world = world
    world.leaveOffline(4)
    try world.admit(12, by: 4)
    world.lose { _ in true }
    try world.admit(10, by: 0)
    try world.pass(.seconds(60))
    try world.remove(2, by: 1)
    try world.pass(.seconds(60))
    try world.leaveForGood(3)
    world.lose { $0.recipient == 4 }
    try world.pass(.seconds(60))
    world.lose { $0.recipient == 4 }
    try world.admit(11, by: 1)
    try world.pass(.seconds(60))
    #expect(world.list(0) == [0, 1, 4, 10, 11])
    try world.reconnect(4, absence: 40 * Self.day)
    try world.pass(.seconds(300))
    // 12 waits for an admission whose message the relay lost; it is listed all the same.
    for number in [0, 1, 4, 10, 11] {
      #expect(world.list(number) == [0, 1, 4, 10, 11, 12], "\(number)")
    }
  }

  @Test func `M-47 M-52 tells a device that it was removed 40 days ago, and no more`() throws {
    var world = world
    world.leaveOffline(4)
    try world.remove(4, by: 0)
    let removal = try #require(world.current(0))
    try world.pass(.seconds(10))
    try world.admit(10, by: 1)
    try world.pass(.seconds(10))
    world.lose { $0.recipient == 4 }
    let before = world.sent.count
    try world.reconnect(4, absence: 40 * Self.day)
    try world.pass(.seconds(300))
    #expect(world.wasRemoved(4))
    let letters = world.letters(to: 4, since: before)
    #expect(!letters.isEmpty && letters.allSatisfy { $0.manifests[0] == removal })
  }

  @Test(arguments: [UInt64(19), 20]) func `M-47 asks around after 20 days without a line`(
    days: UInt64
  ) throws {
    var world = world
    world.leaveOffline(0, 1, 2, 3)
    try drain(&world, 4, absence: days * Self.day)
    let asked = world.letters(from: 4)
    #expect(Set(asked.map(\.recipient)) == (days == 20 ? [0, 1, 2, 3] : []))
    #expect(asked.allSatisfy { $0.manifests[0] == world.base })
    // Once a day is enough.
    try drain(&world, 4, absence: days * Self.day)
    #expect(world.letters(from: 4).count == asked.count)
  }

  @Test func `M-47 sends its heads to all it knows who are not gone`() throws {
    var world = world
    world.leaveOffline(0, 1, 2, 3)
    let loser = try world.forge(by: 1, on: world.base, in: [20])
    let left = try world.forge(by: 2, on: world.base, out: [2])
    let removal = try world.forge(by: 0, on: left, out: [3])
    world.post([loser], by: 1, to: [4])
    world.post([removal, left], by: 0, to: [4])
    try world.deliver()
    let before = world.sent.count
    try drain(&world, 4, absence: 30 * Self.day)
    let letters = world.letters(from: 4, since: before)
    // Whom it holds for removed it shows why, and nothing more.
    #expect(Set(letters.map(\.recipient)) == [0, 1, 3, 20])
    #expect(letters.filter { $0.recipient == 3 }.map { $0.manifests[0] } == [removal])
    for number in [0, 1, 20] {
      let heads = letters.filter { $0.recipient == number }.map { $0.manifests[0].hash }
      #expect(Set(heads) == [removal.hash, loser.hash], "\(number)")
    }
  }

  /// A device that learns of a view by some envelope.
  private func hear(
    _ view: VerifiedManifest, of author: Int, at number: Int, in world: inout World
  ) throws {
    try world.act(number) { machine, now, _ in
      machine.viewHeard(view.hash, from: author.key, at: now)
      return []
    }
  }

  @Test func `M-47 asks around when a view stays unknown for 60 seconds`() throws {
    var world = world
    let view = try world.forge(by: 1, on: world.base)
    world.leaveOffline(0, 1, 2, 3)
    try hear(view, of: 1, at: 4, in: &world)
    try world.pass(.milliseconds(59_999))
    #expect(world.letters(from: 4).isEmpty)
    try world.pass(.milliseconds(1))
    #expect(Set(world.letters(from: 4).map(\.recipient)) == [0, 1, 2, 3])
    // Nobody is asked twice within a day, and again after it.
    try hear(view, of: 1, at: 4, in: &world)
    try world.pass(.seconds(3_600))
    #expect(world.letters(from: 4).count == 4)
    try world.pass(.seconds(86_400))
    try hear(view, of: 1, at: 4, in: &world)
    try world.pass(.seconds(60))
    #expect(world.letters(from: 4).count == 8)
  }

  @Test func `M-47 does not ask for a view that comes meanwhile, or a stranger's, or of zeros`()
    throws
  {
    var world = world
    let view = try world.forge(by: 1, on: world.base)
    world.leaveOffline(0, 1, 2, 3)
    try hear(view, of: 1, at: 4, in: &world)
    try hear(try world.forge(by: 2, on: world.base), of: 50, at: 4, in: &world)
    try world.act(4) { machine, now, _ in
      machine.viewHeard([UInt8](repeating: 0, count: 32), from: 1.key, at: now)
      return []
    }
    try world.pass(.seconds(59))
    world.post([view], by: 1, to: [4])
    try world.pass(.seconds(3_600))
    #expect(world.letters(from: 4).isEmpty)
  }

  @Test func `M-47 asks around for what waits in vain`() throws {
    var world = world
    // The carrier's message is lost for good, and its sender believes it to be known.
    let leave = try world.forge(by: 3, on: world.base, out: [3])
    let winner = try world.chain(by: 0, on: world.base, length: 2)
    let again = try world.forge(by: 0, on: winner[1], out: [3], onBehalf: [leave])
    world.wipe(3)
    world.post([again, winner[1], winner[0], leave], by: 0, to: [0, 1, 2])
    world.post([again, winner[1], winner[0]], by: 0, to: [4], view: again.hash)
    try world.deliver()
    #expect(world.current(4) == winner[1])
    try world.pass(.seconds(59))
    #expect(world.current(4) == winner[1])
    try world.pass(.seconds(120))
    #expect(world.agree([0, 1, 2, 4]))
  }

  @Test func `M-47 answers a view that stays outdated for 60 seconds, three members in turn`()
    throws
  {
    var world = world
    let news = try world.forge(by: 0, on: world.base)
    world.leaveOffline(4)
    world.post([news], by: 0, to: [0, 1, 2, 3])
    try world.deliver()
    for number in 0...3 { try hear(world.base, of: 4, at: number, in: &world) }
    let before = world.sent.count
    var counts: [Int] = []
    for wait in [59_999, 1, 4_999, 1, 4_999, 1, 600_000] {
      try world.pass(.milliseconds(wait))
      counts.append(world.letters(to: 4, since: before).count)
    }
    #expect(counts == [0, 1, 1, 2, 2, 3, 3])
    #expect(world.letters(since: before).allSatisfy { $0.manifests == [news] })
    #expect(world.letters(from: 3, to: 4, since: before).isEmpty)
  }

  @Test func `M-47 does not answer who caught up meanwhile, or has left`() throws {
    var world = world
    let news = try world.forge(by: 4, on: world.base, out: [4])
    world.leaveOffline(3, 4)
    world.post([news], by: 4, to: [0, 1, 2])
    try world.deliver()
    for number in 0...2 {
      try hear(world.base, of: 3, at: number, in: &world)
      try hear(world.base, of: 4, at: number, in: &world)
    }
    try world.pass(.seconds(30))
    for number in 0...2 { try hear(news, of: 3, at: number, in: &world) }
    let before = world.sent.count
    try world.pass(.seconds(600))
    #expect(world.letters(since: before).isEmpty)
  }

  @Test func `M-47 M-53 is asked for by a device left out after 60 seconds, then daily`() throws {
    var world = world
    world.leaveOffline(0, 1, 2, 3, 4)
    try world.admit(10, by: 4)
    try world.deliver()
    world.lose { _ in true }
    let winner = try world.chain(by: 0, on: world.base, length: 3)
    world.post(winner.reversed(), by: 0, to: [10])
    try world.deliver()
    #expect(world[10]?.standing == .overtaken)
    let before = world.sent.count
    var counts: [Int] = []
    for wait in [59_999, 1, 86_399_999, 1, 86_400_000] {
      try world.pass(.milliseconds(wait))
      counts.append(world.letters(from: 10, to: 2, since: before).count)
    }
    // Two heads each time: its admission and what won.
    #expect(counts == [0, 2, 2, 4, 6])
  }
}
