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
      // A list of another group, and ending the group, have verdicts of their own.
      guard one.in.sessionReset != true, ![3, 4].contains(one.out?.tag ?? 0),
        one.id != "order/bad-body-of-a-member-refused"
      else { continue }
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
        "handled": 3, "malformed": 5, "unauthorized": 3, "unreadable(expired)": 3,
        "unreadable(senderOutdated)": 1,
      ])
  }

  @Test func `D-11 a device's own key may say nothing to it`() async throws {
    let client = try await Placed(with: "alice", now: 1_800_000_000_000)
    let bob = try ClientVectors.all.device("bob")
    let envelope = try client.envelope(from: bob, sentAt: 1_800_000_000_000)
    #expect(try await client.verdict(on: envelope) == .issue(.unauthorized))
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

  init(with other: String?, now: Int64) async throws {
    scratch = try Scratch()
    bob = try ClientVectors.all.device("bob")
    let folder = scratch.path + "/bob"
    try Self.makeStore(
      in: folder, for: bob, with: try other.map { try ClientVectors.all.device($0) })
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

  func verdict(on envelope: [UInt8]) async throws -> Verdict {
    await relay.place(envelope, for: bob.publicKeys.agreementKey)
    let verdict = await verdicts.first(1)[0]
    // Handled or dropped, it may be forgotten (D-10).
    await relay.until { [bob] in $0.inbox(of: bob.publicKeys.agreementKey).isEmpty }
    await client.close()
    return verdict
  }

  func envelope(from author: DeviceKeys, sentAt time: UInt64) throws -> [UInt8] {
    try Outbound(
      recipient: bob.publicKeys.agreementKey, sequence: 9, timestamp: time,
      view: [UInt8](repeating: 0, count: 32), tag: .sync, body: [1], compression: false
    ).sealed(by: author, entropy: ScriptedEntropy(seed: 2).entropy, deflater: Deflater())
  }

  private static func makeStore(
    in folder: String, for bob: DeviceKeys, with other: DeviceKeys?
  ) throws {
    let database = try Database.open(directory: folder, name: "default", schema: .client)
    defer { database.close() }
    var ledger: Ledger?
    if let other {
      let made = Ledger(groupID: [UInt8](repeating: 5, count: 32))
      let manifest = try Ledger.founding(
        groupID: made.groupID, founder: try member(other, "founder"), joiner: try member(bob, "bob")
      )
      let signed = try SignedManifest.signing(manifest, by: .live) { other.signing.sign($0) }
      var holding = made
      _ = holding.insert(try signed.verified(by: .live), from: nil)
      ledger = holding
    }
    try database.write { [ledger] transaction throws(StoreError) in
      try IdentityRecord().save(bob, in: transaction)
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
