import Synchronization
import Testing
import TrueSealManifest
import TrueSealManifestStore
import TrueSealStore
import TrueSealStoreTesting
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

/// One device's way to the relay, each direction with a switch of its own.
final class Line: Sendable {
  private struct State {
    var pushes = true
    var receives = true
    var pushLinks: [any Link] = []
    var receiveLinks: [any Link] = []
  }
  private let state = Mutex(State())

  /// Lets the device send, receive, both or nothing; what is open and no longer allowed ends.
  func set(push: Bool, receive: Bool) {
    let ended = state.withLock { state in
      state.pushes = push
      state.receives = receive
      var ended: [any Link] = []
      if !push {
        ended += state.pushLinks
        state.pushLinks = []
      }
      if !receive {
        ended += state.receiveLinks
        state.receiveLinks = []
      }
      return ended
    }
    for link in ended { link.close() }
  }

  func off() { set(push: false, receive: false) }
  func on() { set(push: true, receive: true) }

  /// The parts with this line between them and the relay.
  func through(_ parts: Parts) -> Parts {
    var parts = parts
    let (connectPush, connectReceive) = (parts.connectPush, parts.connectReceive)
    parts.connectPush = { () async throws(LinkError) -> any Link in
      guard self.state.withLock({ $0.pushes }) else { throw LinkError(.unreachable, "off") }
      let link = try await connectPush()
      self.state.withLock { $0.pushLinks.append(link) }
      return link
    }
    parts.connectReceive = { keys async throws(LinkError) -> any Link in
      guard self.state.withLock({ $0.receives }) else { throw LinkError(.unreachable, "off") }
      let link = try await connectReceive(keys)
      self.state.withLock { $0.receiveLinks.append(link) }
      return link
    }
    return parts
  }
}

/// A device with its line and all it told its app.
final class Phone: Sendable {
  let client: TrueSeal
  let name: String
  let line: Line
  let events = Collector<Event>()
  let issues = Collector<DeliveryIssue>()
  private let listening: [Subscription]

  init(_ client: TrueSeal, called name: String = "", on line: Line, isHeard: Bool = true) {
    self.client = client
    self.name = name
    self.line = line
    listening = [
      isHeard ? client.onEvent { [events] in events.add($0) } : nil,
      client.onDeliveryIssue { [issues] in issues.add($0) },
    ].compactMap(\.self)
  }

  deinit { for one in listening { one.cancel() } }

  /// The ends of a membership, and other changes of status.
  var statuses: [Event] {
    events.elements.filter { if case .statusChanged = $0 { true } else { false } }
  }

  /// The names of those whose admission it gave up.
  var dropped: [String] {
    events.elements.compactMap { event in
      guard case .admissionDropped(let name, .groupFull) = event else { return nil }
      return name
    }
  }

  /// The lists it told of, by name.
  var lists: [[String]] {
    events.elements.compactMap { event in
      guard case .membersChanged(let members) = event else { return nil }
      return members.map(\.name).sorted()
    }
  }

  /// The names of everybody on its list, itself included when it is.
  var names: [String] {
    get async {
      await (client.ledger?.current?.manifest.members ?? []).map(\.label.text).sorted()
    }
  }
}

extension Household {
  /// Opens the device called `name` on a line of its own; the same name is the same device again.
  func phone(
    _ name: String, isHeard: Bool = true, on disk: TestDisk? = nil
  ) async throws -> Phone {
    let line = Line()
    let client = try await device(name, through: line, on: disk)
    return Phone(client, called: name, on: line, isHeard: isHeard)
  }

  /// A group of these devices, all of whom know all others and have nothing left to say.
  func group(_ names: String..., on disk: TestDisk? = nil) async throws -> [Phone] {
    var phones: [Phone] = []
    for name in names {
      phones.append(try await phone(name, on: disk))
      guard phones.count > 1 else { continue }
      try await pair(phones[phones.count - 1].client, with: phones[0].client)
    }
    try await agree(phones)
    return phones
  }

  /// Lets time pass until these devices believe the same and have nothing more to say.
  func agree(_ phones: [Phone]) async throws {
    try await pass { [clock] in
      var views: Set<[UInt8]?> = []
      for phone in phones {
        views.insert(await phone.client.ledger?.current?.hash)
        guard try await phone.client.info().queuedEntryCount == 0 else { return false }
        guard await phone.client.receiving.isDrained else { return false }
        // What falls due soon may still change the list.
        guard await phone.client.upkeep.due.map({ $0 > clock.now + .seconds(40) }) ?? true
        else { return false }
      }
      return views.count == 1 && views != [nil]
    }
  }

  /// Lets a second pass at a time until something holds.
  func pass(until holds: () async throws -> Bool) async throws {
    while try await !holds() {
      try Task.checkCancellation()
      clock.advance(by: .seconds(1))
      for _ in 0..<200 { await Task.yield() }
    }
  }

  /// Lets time pass until these devices have said everything that is not the app's.
  func passControl(_ phones: [Phone]) async throws {
    try await pass {
      for phone in phones {
        guard try await phone.client.outbox().allSatisfy({ $0.purpose == .app }) else {
          return false
        }
      }
      return true
    }
  }

  /// Loses everything that waits for a device.
  func loseMail(of phone: Phone) async throws {
    let inbox = await relay.key(of: phone.client)
    let thief = try await relay.openReceive(for: inbox)
    for _ in await relay.inbox(of: inbox) {
      guard case .deliver(let id, _) = try await thief.receive() else { break }
      try await thief.send(.deliverAck(blobID: id))
    }
    await relay.until { $0.inbox(of: inbox).isEmpty }
    thief.close()
  }

  /// Lets seconds pass.
  func pass(seconds: Int) async {
    for _ in 0..<seconds {
      clock.advance(by: .seconds(1))
      for _ in 0..<200 { await Task.yield() }
    }
  }
}

/// Dad admits a tablet while Mum, who cannot hear of it, takes two old phones off the list: her list outranks his.
struct Race {
  let home: Household
  let dad: Phone
  let mum: Phone
  let kid: Phone
  let gone: [Phone]
  let tablet: Phone

  /// Runs the race up to where only Dad's side knows of the tablet, he is off and Mum not yet back.
  init(seed: UInt64) async throws {
    home = try Household(seed: seed)
    let phones = try await home.group("dad", "mum", "kid", "old", "spare")
    (dad, mum, kid, gone) = (phones[0], phones[1], phones[2], Array(phones[3...]))
    mum.line.off()
    tablet = try await home.phone("tablet")
    try await home.pair(tablet.client, with: dad.client)
    try await home.agree([dad, kid, tablet] + gone)
    dad.line.off()
    for phone in gone { try await mum.client.remove(await phone.client.me.id) }
  }

  /// Has Mum come back, and waits until the tablet knows that it lost.
  func run() async throws {
    mum.line.on()
    try await home.pass { await tablet.client.status == .pendingJoin }
  }

  /// Has Dad come back, and waits until nobody has anything left to say.
  func end() async throws {
    dad.line.on()
    try await home.agree([dad, mum, kid, tablet])
  }
}

extension TrueSeal {
  /// Puts a manifest in the store alone.
  func hold(_ manifest: VerifiedManifest) throws {
    try database.write { transaction throws(StoreError) in
      try HeldRecords().insert(manifest, in: transaction)
    }
  }

  /// Whom each of the app's messages still waits for.
  func unsent() throws -> [[String?]] {
    try outbox().filter { $0.purpose == .app }.map(\.recipients)
  }

  /// What the app has not heard of yet.
  func unheardEndings() throws -> [EndingRecords.Ending] {
    try database.read { transaction throws(StoreError) in
      try EndingRecords().all(in: transaction)
    }
  }
}
