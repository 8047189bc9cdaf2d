import Foundation
import Testing

/// Full lengths are for `make test-long`.
private let isLong = ProcessInfo.processInfo.environment["TRUESEAL_LONG"] == "1"

@Suite(.serialized) struct `Killed at random instants` {
  @Test func `S-04 D-01 D-02 D-14 two devices lose nothing and keep the order`() throws {
    let seed = UInt64.random(in: 1...UInt64(UInt32.max))
    print("two devices: seed \(seed)")
    let trial = try Trial(deviceCount: 2, seed: seed)
    try trial.run(rounds: isLong ? 1_000 : 60, burst: 5, relayKillEvery: .max)
    trial.settle(within: 120)
    report("two devices", trial.account)
    #expect(trial.account.deviceKills == (isLong ? 1_000 : 60))
  }

  @Test func `S-04 D-02 D-14 RL-01 four devices and their relay lose nothing either`() throws {
    let seed = UInt64.random(in: 1...UInt64(UInt32.max))
    print("four devices: seed \(seed)")
    let trial = try Trial(deviceCount: 4, seed: seed)
    let rounds = 50
    try trial.run(rounds: rounds, burst: isLong ? 50 : 10, relayKillEvery: 7)
    trial.settle(within: 240)
    report("four devices", trial.account)
    #expect(trial.account.messages >= rounds * 4 * (isLong ? 50 : 10))
    #expect(trial.account.deviceKills == 43)
    #expect(trial.account.relayKills == 7)
  }

  private func report(_ name: String, _ account: Trial.Account) {
    print(
      """
      \(name): \(account.messages) messages, \(account.deviceKills) kills of devices, \
      \(account.relayKills) of the relay, \(account.repeats) messages handled twice for it
      """)
  }
}
