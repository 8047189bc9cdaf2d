import Foundation
import Synchronization
import TrueSealStoreTesting
import TrueSealSync
import TrueSealTesting

/// Devices of one group on one relay, for a test; their keys come from the seed.
final class Household: Sendable {
  let scratch: Scratch
  let relay = LoopbackRelay()
  let clock = ManualClock()
  let seed: UInt64
  /// What its devices seal their stores with.
  let storeKey: [UInt8]?

  init(seed: UInt64, storeKey: [UInt8]? = nil) throws {
    scratch = try Scratch()
    self.seed = seed
    self.storeKey = storeKey
  }

  /// Opens the device called `name`; the same name is the same device again.
  func device(
    _ name: String, clock: Clock? = nil, through line: Line = Line(), on disk: TestDisk? = nil
  ) async throws -> TrueSeal {
    let opened = openings.withLock { openings in
      openings[name, default: 0] += 1
      return openings[name, default: 0]
    }
    var hash: UInt64 = seed &+ UInt64(opened)
    for byte in name.utf8 { hash = hash &* 1_099_511_628_211 &+ UInt64(byte) }
    return try await TrueSeal.open(
      parts: line.through(
        relay.parts(
          directory: scratch.path + "/" + name, disk: disk, clock: clock ?? self.clock.clock,
          entropy: ScriptedEntropy(seed: hash).entropy, storeKey: storeKey)), deviceName: name)
  }

  /// Lets `joiner` into the group of `admitter`.
  func pair(_ joiner: TrueSeal, with admitter: TrueSeal) async throws {
    let requests = admitter.eventStream
    let arrivals = joiner.eventStream
    try await joiner.join(try await admitter.startPairing().text)
    for await event in requests {
      guard case .joinRequest(let request) = event else { continue }
      try await admitter.accept(request)
      break
    }
    for await event in arrivals {
      if case .statusChanged(.member, .joined) = event { break }
    }
  }

  private let openings = Mutex<[String: Int]>([:])
}

/// Collects what a handler is given, and waits for as much as a test expects.
final class Collector<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }
  private let state = Mutex(State())

  var elements: [Element] { state.withLock { $0.elements } }

  func add(_ element: Element) {
    let reached = state.withLock { state in
      state.elements.append(element)
      let reached = state.watchers.filter { $0.count <= state.elements.count }
      state.watchers.removeAll { $0.count <= state.elements.count }
      return reached
    }
    for watcher in reached { watcher.continuation.resume() }
  }

  /// The first `count` elements, as soon as there are as many.
  func first(_ count: Int) async -> [Element] {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.elements.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
    return Array(elements.prefix(count))
  }
}
