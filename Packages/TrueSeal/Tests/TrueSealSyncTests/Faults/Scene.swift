import Foundation
import Synchronization
import Testing
import TrueSealCrypto
import TrueSealManifest
import TrueSealStore
import TrueSealStoreTesting
import TrueSealTesting

@testable import TrueSealSync

/// One run of a deed: devices as they were prepared, the first of them on a disk that fails.
final class Scene {
  let home: Household
  let disk = TestDisk()
  private(set) var hero: Phone
  private(set) var others: [Phone] = []
  /// What the hero's handler was given, in all its lives.
  let heard = Collector<Message>()
  let othersHeard = Collector<(name: String, message: Message)>()
  /// What `send` has returned for.
  private(set) var promised: [(id: MessageID, body: [UInt8])] = []
  /// Every event the hero's app was told of, in former lives.
  private(set) var former: [Event] = []
  /// The messages whose record was found at a start, each with how many were handled before.
  private(set) var recorded: [(ids: Set<[UInt8]>, before: Int)] = []
  let signingKey: [UInt8]
  /// What may be in no file once the membership is over.
  var secrets: [[UInt8]] = []
  private let name: String
  private var handling: [Subscription] = []

  /// Copies the stores of a troupe, and opens them.
  init(of troupe: Troupe, seed: UInt64) async throws {
    home = try Household(seed: seed)
    home.clock.setUnixMilliseconds(troupe.home.clock.unixMilliseconds)
    for name in troupe.names {
      try FileManager.default.copyItem(
        atPath: troupe.home.scratch.path + "/" + name, toPath: home.scratch.path + "/" + name)
    }
    name = troupe.names[0]
    hero = try await home.phone(name, on: disk)
    signingKey = await hero.client.keys.publicKeys.signingKey
    for name in troupe.names.dropFirst() {
      others.append(try await home.phone(name, on: TestDisk()))
    }
    for other in others {
      handling.append(
        try await other.client.onMessage { [othersHeard, name = other.name] message in
          othersHeard.add((name, message))
        })
    }
    try await listen()
  }

  var hasOneLife: Bool { recorded.isEmpty }

  var folder: String { home.scratch.path + "/" + name }

  /// Every event the hero's app was told of.
  var events: [Event] { former + hero.events.elements }

  func other(_ name: String) -> Phone { others.first { $0.name == name } ?? others[0] }

  /// Has the hero say something, and notes it once that is promised.
  func say(_ body: [UInt8]) async throws {
    let id = try await hero.client.send(body)
    promised.append((id, body))
  }

  /// Ends the hero's life and begins another on a disk without faults; returns what was found between.
  func restart() async throws -> Facts {
    former += hero.events.elements
    await hero.client.close()
    let facts = try Facts(of: folder, formerly: signingKey)
    #expect(facts.flaw == nil, "\(facts)")
    recorded.append((facts.handled, heard.elements.count))
    if facts.signingKey != signingKey { try expectNoSecrets() }
    hero = try await home.phone(name, on: TestDisk())
    try await listen()
    return facts
  }

  func close() async {
    for one in handling { one.cancel() }
    for phone in [hero] + others { await phone.client.close() }
  }

  /// The hero's life is over.
  struct Ended: Error {}

  /// Lets time pass until something holds.
  func pass(until holds: () async throws -> Bool) async throws {
    try await home.pass(until: holds)
  }

  private func listen() async throws {
    handling.append(try await hero.client.onMessage { [heard] in heard.add($0) })
  }

  // MARK: What must hold in the end

  /// Takes note of what a wipe must leave in no file.
  func noteSecrets() async throws {
    let keys = await hero.client.keys
    secrets = [
      keys.signing.seed().exposed(), keys.agreement.secret().exposed(),
      keys.publicKeys.signingKey, keys.publicKeys.agreementKey,
      try #require(await hero.client.ledger).groupID,
    ]
    for other in others { secrets.append(await other.client.keys.publicKeys.signingKey) }
    secrets += promised.map { Array($0.body.prefix(64)) }.filter { $0.count >= 16 }
    let files = try home.contents(of: name)
    for secret in secrets { #expect(files.contains { $0.contains(secret) }, "nothing to scan for") }
  }

  func expectNoSecrets() throws {
    let files = try home.contents(of: name)
    for (number, secret) in secrets.enumerated() {
      #expect(!files.contains { $0.contains(secret) }, "secret \(number)")
    }
  }

  /// Asserts that what was promised came to each of these once, in order, and under names used once.
  func expectKept(to names: [String]) async throws {
    for name in names {
      try await pass {
        let came = Set(othersHeard.elements.filter { $0.name == name }.map(\.message.id))
        return promised.allSatisfy { came.contains($0.id) }
      }
      let came = othersHeard.elements.filter { $0.name == name }.map(\.message)
      #expect(Set(came.map(\.id)).count == came.count, "\(name) was given a message twice")
      let kept = came.filter { message in promised.contains { $0.id == message.id } }
      #expect(kept.map(\.body) == promised.map(\.body), "\(name)")
    }
    #expect(Set(promised.map(\.id)).count == promised.count, "a number was used twice")
  }

  /// Asserts that nothing was handled again that was recorded, nor anything in one life.
  func expectHandledOnce() {
    let ids = heard.elements.map(\.id)
    var lives: [ArraySlice<MessageID>] = []
    var start = 0
    for (recordedIDs, before) in recorded {
      lives.append(ids[start..<before])
      start = before
      #expect(ids[before...].allSatisfy { !recordedIDs.contains($0.bytes) }, "handled again")
    }
    lives.append(ids[start...])
    for life in lives { #expect(Set(life).count == life.count, "handled twice in one life") }
  }
}

/// The stores every run of a deed begins with.
final class Troupe: Sendable {
  let home: Household
  /// The first is the one whose disk will fail.
  let names: [String]

  /// Has a household make them; it hands back who is to be closed.
  init(
    _ names: [String], seed: UInt64, by prepare: (Household) async throws -> [Phone]
  ) async throws {
    home = try Household(seed: seed)
    self.names = names
    for phone in try await prepare(home) { await phone.client.close() }
  }
}
