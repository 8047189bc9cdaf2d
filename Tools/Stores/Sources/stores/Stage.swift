import Foundation
import Synchronization
import TrueSealSync
import TrueSealTesting

/// Devices on one relay with one clock; their keys come from the seed.
final class Stage: Sendable {
  struct TookTooLong: Error { let what: String }

  let folder: String
  let relay = LoopbackRelay()
  let clock: ManualClock
  private let seed: UInt64
  private let openings = Mutex<UInt64>(0)

  /// A stage in a folder of its own; `unixMilliseconds` is the time at which the play begins.
  init(seed: UInt64, unixMilliseconds: Int64) throws {
    folder = FileManager.default.temporaryDirectory.path + "/stores-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    self.seed = seed
    clock = ManualClock(unixMilliseconds: unixMilliseconds)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Opens the device called `name`, on the network or off it; the same name is the same device again.
  func device(
    _ name: String, isOnline: Bool = true, handled: [MessageID] = [], storeKey: [UInt8]? = nil
  ) async throws -> Device {
    let number = openings.withLock { count in
      count += 1
      return count
    }
    let line = Line()
    line.set(push: isOnline, receive: isOnline)
    let parts = relay.parts(
      directory: folder + "/" + name, clock: clock.clock,
      entropy: ScriptedEntropy(seed: seed << 16 | number).entropy, storeKey: storeKey)
    let client = try await TrueSeal.open(parts: line.through(parts), deviceName: name)
    return Device(client, called: name, on: line, handled: handled)
  }

  /// Opens devices that form a group, and waits until all know all and nobody has anything to say.
  func group(_ names: [String]) async throws -> [Device] {
    var devices: [Device] = []
    for name in names {
      devices.append(try await device(name))
      if devices.count > 1 { try await pair(devices[devices.count - 1], with: devices[0]) }
    }
    try await agree(devices)
    return devices
  }

  /// Lets `joiner` into the group of `admitter`.
  func pair(_ joiner: Device, with admitter: Device) async throws {
    let request = try await ask(joiner, of: admitter)
    try await admitter.client.accept(request)
    try await pass(until: "\(joiner.name) is in") { await joiner.client.status == .member }
  }

  /// Has `joiner` ask, and waits until `admitter` hears it.
  func ask(_ joiner: Device, of admitter: Device) async throws -> JoinRequest {
    let events = admitter.client.eventStream
    try await joiner.client.join(try await admitter.client.startPairing().text)
    for await event in events {
      if case .joinRequest(let request) = event { return request }
    }
    throw TookTooLong(what: "nobody asked")
  }

  /// Waits until these devices list each other and have nothing to say for some time.
  func agree(_ devices: [Device]) async throws {
    try await pass(until: "all agree") {
      for device in devices {
        guard await device.client.members.count == devices.count - 1,
          try await device.client.outbox().isEmpty
        else { return false }
      }
      return true
    }
    for _ in 0..<120 { await second() }
  }

  /// Lets a second pass at a time until something holds.
  func pass(until what: String, holds: () async throws -> Bool) async throws {
    for _ in 0..<3_000 {
      if try await holds() { return }
      await second()
    }
    throw TookTooLong(what: what)
  }

  private func second() async {
    clock.advance(by: .seconds(1))
    for _ in 0..<200 { await Task.yield() }
  }
}
