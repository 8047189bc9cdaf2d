import Foundation
import Synchronization
import Testing
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

@testable import RelayMock

/// A directory of one test's own, gone afterwards.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "relay-mock-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Every file in it with its bytes.
  func files() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: URL(fileURLWithPath: path + "/" + $0)))
      })
  }
}

/// What a relay has said, for tests that wait for it.
final class Notes: Sendable {
  private struct State {
    var notes: [RelayNote] = []
    var waiting:
      [(isMet: @Sendable ([RelayNote]) -> Bool, waiter: CheckedContinuation<Void, Never>)] =
        []
  }

  private let state = Mutex(State())

  var all: [RelayNote] { state.withLock(\.notes) }

  func take(_ note: RelayNote) {
    let met = state.withLock { state in
      state.notes.append(note)
      let met = state.waiting.filter { $0.isMet(state.notes) }.map(\.waiter)
      state.waiting.removeAll { $0.isMet(state.notes) }
      return met
    }
    for waiter in met { waiter.resume() }
  }

  /// Returns once `count` notes fit.
  func wait(for count: Int = 1, where fits: @escaping @Sendable (RelayNote) -> Bool) async {
    await withCheckedContinuation { waiter in
      let isMet: @Sendable ([RelayNote]) -> Bool = { $0.count(where: fits) >= count }
      let isOver = state.withLock { state in
        guard !isMet(state.notes) else { return true }
        state.waiting.append((isMet, waiter))
        return false
      }
      if isOver { waiter.resume() }
    }
  }
}

/// A device as the relay sees it: one key, and links opened by hand.
struct Device: Sendable {
  let key: RelayKey
  var inbox: [UInt8] { key.key.publicKey }

  init() {
    key = RelayKey(AgreementKey.generate(from: .system))
  }

  func openReceive(at relay: RelayMock) async throws -> NoiseLink {
    try await RelayConnector(address: relay.address).openReceive(as: key.key)
  }

  /// Takes the next blobs that are delivered.
  static func blobs(_ count: Int, from link: NoiseLink) async throws -> [Blob] {
    var blobs: [Blob] = []
    while blobs.count < count {
      guard case .deliver(let blobID, let envelope) = try await link.receive() else { break }
      blobs.append(Blob(id: blobID, envelope: envelope))
    }
    return blobs
  }
}

extension RelayMock {
  /// A relay of a test's own, with every note handed out.
  static func test(
    in directory: TemporaryDirectory, faults: FaultPlan = FaultPlan(), parts: RelayParts = .live,
    notes: Notes = Notes(), change: (inout RelaySettings) -> Void = { _ in }
  ) async throws -> RelayMock {
    var settings = RelaySettings.forTests(directory: directory.path)
    settings.isDevelopment = true
    settings.healthPort = nil
    change(&settings)
    return try await start(settings, faults: faults, parts: parts, log: notes.take)
  }

  func openPush() async throws -> NoiseLink {
    try await RelayConnector(address: address).openPush()
  }

  /// Pushes over a link of its own and returns the answers.
  @discardableResult
  func push(_ envelopes: [[UInt8]], to inbox: [UInt8]) async throws -> [Frame?] {
    let link = try await openPush()
    defer { link.close() }
    return try await link.push(envelopes, to: inbox)
  }
}

extension NoiseLink {
  /// Sends all pushes ahead, then takes one answer for each.
  func push(_ envelopes: [[UInt8]], to inbox: [UInt8]) async throws -> [Frame?] {
    try await send(envelopes.map { .push(recipient: inbox, envelope: $0) })
    return try await answers(envelopes.count)
  }

  /// Takes the next answers; nil where the relay has closed.
  func answers(_ count: Int) async throws -> [Frame?] {
    var answers: [Frame?] = []
    for _ in 0..<count { answers.append(try await receive()) }
    return answers
  }
}
