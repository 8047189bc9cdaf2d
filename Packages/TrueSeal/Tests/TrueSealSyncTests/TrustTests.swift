import Testing
import TrueSealCrypto
import TrueSealManifest
import TrueSealManifestStore
import TrueSealTesting
import TrueSealTransport

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(1))) struct `Trust while joining` {
  @Test func `P-06 M-45 only the token's key can admit`() async throws {
    let home = try Household(seed: 81)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let events = alice.eventStream
    let issues = Collector<DeliveryIssue>()
    let listening = bob.onDeliveryIssue { issues.add($0) }
    defer { listening.cancel() }
    try await bob.join(try await alice.startPairing().text)
    let mallory = DeviceKeys(from: ScriptedEntropy(seed: 3).entropy)
    let list = try await foundingList(of: mallory, admitting: bob, signedBy: mallory)
    try await home.relay.lay(list, by: mallory, for: bob)
    // It lists Bob, so it may rest on an admission that is still to come; it is kept, and not believed.
    while await bob.joinWait?.kept.isEmpty != false { await Task.yield() }
    #expect(await bob.status == .pendingJoin)
    #expect(await bob.members == [])
    let arrivals = bob.eventStream
    for await event in events {
      guard case .joinRequest(let request) = event else { continue }
      try await alice.accept(request)
      break
    }
    for await event in arrivals {
      if case .statusChanged(.member, .joined) = event { break }
    }
    #expect(await bob.members == [await alice.me])
    #expect(await issues.first(1) == [.unreadable(.malformed)])
  }

  @Test func `D-20 W-43 a list with a wrong signature is reported, and changes nothing`()
    async throws
  {
    let home = try Household(seed: 82)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    try await home.pair(bob, with: alice)
    let issues = Collector<DeliveryIssue>()
    let listening = bob.onDeliveryIssue { issues.add($0) }
    defer { listening.cancel() }
    let mallory = DeviceKeys(from: ScriptedEntropy(seed: 4).entropy)
    let list = try await foundingList(of: await alice.keys, admitting: bob, signedBy: mallory)
    try await home.relay.lay(list, by: await alice.keys, for: bob)
    #expect(await issues.first(1) == [.unreadable(.malformed)])
    #expect(await bob.members == [await alice.me])
  }

  @Test func `P-01 a new window knows nothing of the old one's requests`() async throws {
    let home = try Household(seed: 83)
    let alice = try await home.device("alice")
    let bob = try await home.device("bob")
    let events = alice.eventStream
    let old = try await alice.startPairing()
    try await bob.join(old.text)
    for await event in events {
      guard case .joinRequest(let request) = event else { continue }
      _ = try await alice.startPairing()
      #expect(await alice.window?.requests == [])
      await #expect(throws: TrueSealError.pairingClosed) { try await alice.accept(request) }
      break
    }
    // Cancelling spends the secret as well.
    let last = try await alice.startPairing()
    try await alice.cancelPairing()
    #expect(await alice.window == nil)
    let issues = Collector<DeliveryIssue>()
    let listening = alice.onDeliveryIssue { issues.add($0) }
    defer { listening.cancel() }
    try await bob.join(last.text)
    #expect(await issues.first(1) == [.unauthorized])
  }

  private func foundingList(
    of founder: DeviceKeys, admitting joiner: TrueSeal, signedBy signer: DeviceKeys
  ) async throws -> [UInt8] {
    let manifest = try Ledger.founding(
      groupID: [UInt8](repeating: 6, count: 32), founder: try member(founder.publicKeys, "founder"),
      joiner: try member(await joiner.keys.publicKeys, "bob"))
    let signed = try SignedManifest.signing(manifest, by: .live) { signer.signing.sign($0) }
    return try GroupManifestMessage.encode([signed.encoded])
  }

  private func member(_ keys: DevicePublicKeys, _ label: String) throws -> Member {
    Member(
      signingKey: keys.signingKey, agreementKey: keys.agreementKey, admissionVersion: 1,
      label: try Label(label))
  }
}

extension LoopbackRelay {
  /// Lays a list of manifests in a device's inbox as if `author` had sent it.
  fileprivate func lay(
    _ body: [UInt8], by author: DeviceKeys, for client: TrueSeal
  ) async throws {
    let recipient = await client.keys.publicKeys.agreementKey
    let envelope = try Outbound(
      recipient: recipient, sequence: 1, timestamp: 1_700_000_000_000,
      view: [UInt8](repeating: 0, count: 32), tag: .groupManifest, body: body, compression: true
    ).sealed(by: author, entropy: ScriptedEntropy(seed: 9).entropy, deflater: Deflater())
    place(envelope, for: recipient)
  }
}
