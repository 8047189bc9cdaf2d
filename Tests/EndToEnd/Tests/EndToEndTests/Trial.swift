import Foundation
import Testing

/// Devices and a relay as processes, messages between all of them, and kills at random instants.
final class Trial {
  /// What a trial went through, for the log.
  struct Account {
    var deviceKills = 0
    var relayKills = 0
    var repeats = 0
    var messages = 0
  }

  let folder: String
  let relay: RelayProcess
  private(set) var devices: [TrialDevice] = []
  private var chance: SeededChance
  private(set) var account = Account()

  init(deviceCount: Int, seed: UInt64) throws {
    chance = SeededChance(seed: seed)
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("trueseal-trial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    relay = try RelayProcess(folder: folder + "/relay")
    for number in 0..<deviceCount {
      devices.append(
        try TrialDevice(
          name: "device \(number)", address: relay.address, folder: folder + "/\(number)"))
    }
    try pairAll()
  }

  deinit {
    for device in devices { device.child.stop() }
    relay.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Lets every device send `burst` messages, `rounds` times, with one kill in each round.
  func run(rounds: Int, burst: Int, relayKillEvery: Int) throws {
    for round in 1...rounds {
      for device in devices { device.send(upTo: round * burst) }
      let victim = devices[Int.random(in: 0..<devices.count, using: &chance)]
      // The one time in a trial: how long the victim has before it is killed.
      usleep(UInt32.random(in: 0...40_000, using: &chance))
      if round.isMultiple(of: relayKillEvery) {
        try relay.restart()
        account.relayKills += 1
      } else {
        try victim.restart()
        account.deviceKills += 1
        victim.send(upTo: round * burst)
      }
      for device in devices { try device.waitUntilSent(upTo: round * burst) }
    }
  }

  /// Waits until everything has arrived everywhere, then checks what every device was given.
  func settle(within seconds: Double) {
    let deadline = Date(timeIntervalSinceNow: seconds)
    let sent = devices.map { $0.sent.map(\.id) }
    account.messages = sent.joined().count
    for (index, device) in devices.enumerated() {
      let expected = Set(sent.enumerated().filter { $0.offset != index }.flatMap(\.element))
      while Date() < deadline, !expected.isSubset(of: device.received) { usleep(2_000) }
      let received = device.received
      let lost = expected.subtracting(received)
      #expect(lost.isEmpty, "\(device.name) lacks \(lost.count) of \(expected.count)")
      for (sender, ids) in sent.enumerated() where sender != index {
        let known = Set(ids)
        // Ids the sender could not report before it was killed may arrive as well.
        #expect(
          received.filter { known.contains($0) } == ids.filter { Set(received).contains($0) },
          "\(device.name) heard \(devices[sender].name) out of order")
      }
      let repeats = device.repeats
      account.repeats += repeats.count
      #expect(repeats.filter { !$0.isExplained }.isEmpty, "\(device.name) handled twice")
      #expect(device.issues.isEmpty, "\(device.name): \(device.issues.prefix(3))")
    }
  }

  private func pairAll() throws {
    for (index, joiner) in devices.enumerated().dropFirst() {
      devices[0].child.write("window")
      let token = try devices[0].child.line(index, withPrefix: "token ")
      joiner.child.write("join \(token.dropFirst("token ".count))")
      try joiner.child.line { $0 == "joined" }
      for device in devices[...index] {
        try device.child.line { $0 == "members \(index)" }
      }
    }
  }
}
