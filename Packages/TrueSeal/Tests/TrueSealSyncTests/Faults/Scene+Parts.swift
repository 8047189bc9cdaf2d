import Testing
import TrueSealTesting

@testable import TrueSealSync

/// What deeds have in common.
extension Scene {
  /// Opens a window of the hero's, through which another device asks.
  func hearRequest(of name: String) async throws {
    let before = hero.requests.count
    try await other(name).client.join(hero.client.startPairing().text)
    try await pass { hero.requests.count > before }
  }

  /// Admits who asked last.
  func acceptLast() async throws {
    try await hero.client.accept(try #require(hero.lastRequest))
  }

  /// Has another device admit the hero, who has asked it.
  func admitHero(by name: String) async throws {
    let admitter = other(name)
    try await pass { admitter.lastRequest != nil }
    try await admitter.client.accept(try #require(admitter.lastRequest))
    try await pass { await hero.client.status == .member }
  }

  /// Asserts that these are a group, know it, and have nothing more to say.
  func expectGroup(_ names: String...) async throws {
    hero.line.on()
    let phones = ([hero] + others).filter { names.contains($0.name) }
    try await home.agree(phones)
    for phone in phones { #expect(await phone.names == names, "\(phone.name)") }
    try await say([77])
    try await expectKept(to: names.filter { $0 != hero.name })
  }

  /// Takes the hero off the network, with a message still to be sent, and notes what must be gone in the end.
  func beginEnd() async throws {
    hero.line.off()
    try await say(ScriptedEntropy(seed: 5).bytes(count: 3_000))
    try await noteSecrets()
  }

  /// Asserts that the hero forgets its group and is another device, once, and that its app hears of it.
  func expectEnd(_ reason: StatusReason) async throws {
    hero.line.on()
    try await pass { try await isWiped }
    try await pass { events.contains(.statusChanged(.notJoined, reason)) }
    try expectNoSecrets()
    let key = await hero.client.keys.publicKeys.signingKey
    #expect(key != signingKey)
    #expect(try await restart().signingKey == key, "another device once more")
    // What could not be noted as heard is heard again.
    try await pass { try await hero.client.unheardEndings().isEmpty }
    let facts = try await restart()
    #expect(facts.signingKey == key, "another device once more")
    #expect(facts.description == Facts.line(.notJoined, as: "other"))
  }

  /// Whether the membership is over, and the log was cut.
  var isWiped: Bool {
    get async throws {
      guard await hero.client.status == .notJoined else { return false }
      return await isQuiet
    }
  }

  /// Whether the app's having heard of it is noted as well.
  var isEnded: Bool {
    get async throws {
      guard try await isWiped else { return false }
      return try await hero.client.unheardEndings().isEmpty
    }
  }

  /// Whether the relay has all the hero had to say, and the log was cut.
  var hasSaidAll: Bool {
    get async throws {
      guard try await hero.client.outbox().isEmpty else { return false }
      return await isQuiet
    }
  }

  /// Whether nothing that was deleted waits to be cut from the log.
  var isQuiet: Bool { get async { await hero.client.pushing.truncation == nil } }

  var isInboxEmpty: Bool {
    get async {
      let key = await home.relay.key(of: hero.client)
      return await home.relay.inbox(of: key).isEmpty
    }
  }
}

extension Phone {
  /// Who has asked to be let in.
  var requests: [JoinRequest] {
    events.elements.compactMap { if case .joinRequest(let request) = $0 { request } else { nil } }
  }

  var lastRequest: JoinRequest? { requests.last }
}
