import Testing
import TrueSealCrypto
import TrueSealManifest
import TrueSealManifestStore
import TrueSealStore
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

/// The known envelopes, laid in the inbox of a real client: Bob's, in a group with Alice or with Carol.
@Suite(.timeLimit(.minutes(1))) struct `The order of judgement` {
  @Test func `D-10 D-11 D-20 is that of the known answers`() async throws {
    var told: [String: Int] = [:]
    for one in ClientVectors.all.cases("receive") {
      // A list of another group, the end of the group and conversations have verdicts of their own, and some cases
      // are for a client that is built without the package SessionReset.
      guard one.in.sessionReset != false, ![3, 4, 5].contains(one.out?.tag ?? 0) else { continue }
      let mayAliceSend = one.in.maySend?.isEmpty == false
      let client = try await Placed(
        with: mayAliceSend ? "alice" : "carol", now: try #require(one.in.now))
      let verdict = try await client.verdict(on: try #require(one.in.envelope).unhexed)
      switch one.refusal {
      case nil: #expect(verdict == .handled(try #require(one.out?.id)), "\(one.id)")
      case "malformed": #expect(verdict == .issue(.unreadable(.malformed)), "\(one.id)")
      case "unreadable(expired)": #expect(verdict == .issue(.unreadable(.expired)), "\(one.id)")
      case "unreadable(senderOutdated)":
        #expect(verdict == .issue(.unreadable(.senderOutdated)), "\(one.id)")
      default: #expect(verdict == .issue(.unauthorized), "\(one.id)")
      }
      told[one.refusal ?? "handled", default: 0] += 1
    }
    #expect(
      told == [
        "handled": 3, "malformed": 4, "unauthorized": 4, "unreadable(expired)": 3,
        "unreadable(senderOutdated)": 1,
      ])
  }

  @Test func `D-11 a device's own key may say nothing to it`() async throws {
    let client = try await Placed(with: "alice", now: 1_800_000_000_000)
    let bob = try ClientVectors.all.device("bob")
    let envelope = try client.envelope(from: bob, sentAt: 1_800_000_000_000)
    #expect(try await client.verdict(on: envelope) == .issue(.unauthorized))
  }

  @Test func `D-10 a body is not looked at before its id, and an id handled is no issue`()
    async throws
  {
    let one = try #require(
      ClientVectors.all.cases("receive").first { $0.id == "order/broken-zlib-of-a-member-refused" })
    let envelope = try #require(one.in.envelope).unhexed
    let now = try #require(one.in.now)
    let fresh = try await Placed(with: "alice", now: now)
    #expect(try await fresh.verdict(on: envelope) == .issue(.unreadable(.malformed)))
    // The same bytes under an id that was handled are dropped in silence: only what follows is told.
    let alice = try ClientVectors.all.device("alice").publicKeys.signingKey
    let handled = MessageID(author: alice, sequence: 1)
    let client = try await Placed(with: "alice", now: now, handled: handled)
    let older: [UInt8] = [0, 0] + envelope.dropFirst(2)
    #expect(
      try await client.verdict(on: envelope, older) == .issue(.unreadable(.senderOutdated)))
  }

  @Test func `D-11 a device that only an overtaken list names is not listened to`() async throws {
    let devices = (1...3).map { DeviceKeys(from: ScriptedEntropy(seed: $0).entropy) }
    let (carol, dora, erin) = (devices[0], devices[1], devices[2])
    let alice = try ClientVectors.all.device("alice")
    var ledger = try Placed.founded(by: alice)
    try ledger.admit(carol, by: alice)
    // Two members admit a device each at the same time, and one list overtakes the other.
    let before = ledger
    try ledger.admit(dora, by: alice)
    var other = before
    let late = try other.admit(erin, by: carol)
    _ = ledger.insert(late, from: nil)
    let current = try #require(ledger.current?.manifest)
    let overtaken = current.member(dora.publicKeys.signingKey) == nil ? dora : erin
    #expect(ledger.everListed(signingKey: overtaken.publicKeys.signingKey))
    let client = try await Placed(holding: ledger, now: 1_800_000_000_000)
    let envelopes = try [overtaken, carol].map {
      try client.envelope(from: $0, sentAt: 1_800_000_000_000)
    }
    let handled = try await client.messages(in: envelopes, until: carol)
    #expect(handled == [MessageID(author: carol.publicKeys.signingKey, sequence: 9).description])
  }

  @Test func `D-11 P-06 a device without a group takes messages from nobody`() async throws {
    let client = try await Placed(with: nil, now: 1_800_000_000_000)
    let alice = try ClientVectors.all.device("alice")
    let envelope = try client.envelope(from: alice, sentAt: 1_800_000_000_000)
    #expect(try await client.verdict(on: envelope) == .issue(.unauthorized))
  }
}

/// Bob's client with a store made by hand, so that keys and list are the known ones.
private final class Placed: Sendable {
  enum Verdict: Hashable, Sendable {
    case handled(String)
    case issue(DeliveryIssue)
  }

  private let scratch: Scratch
  private let relay = LoopbackRelay()
  private let client: TrueSeal
  private let bob: DeviceKeys
  private let verdicts = Collector<Verdict>()
  private let listening: [Subscription]

  convenience init(with other: String?, now: Int64, handled: MessageID? = nil) async throws {
    let founder = try other.map { try ClientVectors.all.device($0) }
    try await self.init(
      holding: try founder.map { try Self.founded(by: $0) }, now: now, handled: handled)
  }

  init(holding ledger: Ledger?, now: Int64, handled: MessageID? = nil) async throws {
    scratch = try Scratch()
    bob = try ClientVectors.all.device("bob")
    let folder = scratch.path + "/bob"
    try Self.makeStore(in: folder, for: bob, holding: ledger, handled: handled)
    client = try await TrueSeal.open(
      parts: relay.parts(
        directory: folder, clock: ManualClock(unixMilliseconds: now).clock,
        entropy: ScriptedEntropy(seed: 1).entropy))
    listening = [
      client.onDeliveryIssue { [verdicts] in verdicts.add(.issue($0)) },
      try await client.onMessage { [verdicts] in verdicts.add(.handled($0.id.description)) },
    ]
  }

  deinit { for one in listening { one.cancel() } }

  /// The first thing that is told of these envelopes.
  func verdict(on envelopes: [UInt8]...) async throws -> Verdict {
    for envelope in envelopes { await relay.place(envelope, for: bob.publicKeys.agreementKey) }
    let verdict = await verdicts.first(1)[0]
    // Handled or dropped, it may be forgotten (D-10).
    await relay.until { [bob] in $0.inbox(of: bob.publicKeys.agreementKey).isEmpty }
    await client.close()
    return verdict
  }

  /// The ids of the messages among these that are handled, up to the one `last` has written.
  func messages(in envelopes: [[UInt8]], until last: DeviceKeys) async throws -> [String] {
    for envelope in envelopes { await relay.place(envelope, for: bob.publicKeys.agreementKey) }
    let id = MessageID(author: last.publicKeys.signingKey, sequence: 9).description
    while !verdicts.elements.contains(.handled(id)) { await Task.yield() }
    await client.close()
    return verdicts.elements.compactMap { verdict in
      if case .handled(let id) = verdict { id } else { nil }
    }
  }

  func envelope(from author: DeviceKeys, sentAt time: UInt64) throws -> [UInt8] {
    try Outbound(
      recipient: bob.publicKeys.agreementKey, sequence: 9, timestamp: time,
      view: [UInt8](repeating: 0, count: 32), tag: .sync, body: [1], compression: false
    ).sealed(by: author, entropy: ScriptedEntropy(seed: 2).entropy, deflater: Deflater())
  }

  /// The ledger of a group whose founder has admitted Bob.
  static func founded(by founder: DeviceKeys) throws -> Ledger {
    var ledger = Ledger(groupID: [UInt8](repeating: 5, count: 32))
    let manifest = try Ledger.founding(
      groupID: ledger.groupID, founder: try member(founder, "founder"),
      joiner: try member(try ClientVectors.all.device("bob"), "bob"))
    let signed = try SignedManifest.signing(manifest, by: .live) { founder.signing.sign($0) }
    _ = ledger.insert(try signed.verified(by: .live), from: nil)
    return ledger
  }

  private static func makeStore(
    in folder: String, for bob: DeviceKeys, holding ledger: Ledger?, handled: MessageID?
  ) throws {
    let database = try Database.open(directory: folder, name: "default", schema: .client)
    defer { database.close() }
    try database.write { transaction throws(StoreError) in
      try IdentityRecord().save(bob, in: transaction)
      if let handled {
        try HandledRecords().insert(handled, keptUntil: .max, in: transaction)
      }
      guard let ledger else { return }
      try LedgerRecords().insert(ledger, in: transaction)
      try JoinRecord().save(.member, in: transaction)
    }
  }

  private static func member(_ keys: DeviceKeys, _ label: String) throws -> Member {
    Member(
      signingKey: keys.publicKeys.signingKey, agreementKey: keys.publicKeys.agreementKey,
      admissionVersion: 1, label: try Label(label))
  }
}

extension Ledger {
  /// Takes a list by which a member admits a device.
  @discardableResult
  fileprivate mutating func admit(
    _ joiner: DeviceKeys, by issuer: DeviceKeys
  ) throws -> VerifiedManifest {
    let keys = joiner.publicKeys
    let manifest = try admission(
      of: keys.signingKey, agreementKey: keys.agreementKey, label: try Label("joiner"),
      by: issuer.publicKeys.signingKey)
    let signed = try SignedManifest.signing(manifest, by: .live) { issuer.signing.sign($0) }
    let verified = try signed.verified(by: .live)
    _ = insert(verified, from: nil)
    return verified
  }
}
