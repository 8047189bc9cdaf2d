import Foundation
import Testing
import TrueSealUpdater
import UpdaterFixtures

@testable import TrueSealUpdaterFiles

/// Real processes on a real folder, killed at random instants of their whole life.
@Suite struct `A host that is killed` {
  static let isLong = ProcessInfo.processInfo.environment["TRUESEAL_LONG"] != nil
  static let killCount = isLong ? 1_000 : 100

  /// What is known of a phone from outside its processes.
  private struct Ledger {
    var committed: UInt64 = 0
    var current: UInt64 = 0
    var bad: Set<UInt64> = []
    /// Unconfirmed showings of each release.
    var trials: [UInt64: Int] = [:]
    var sawTrial = 0
    var sawCommit = 0

    /// Takes what one process said.
    mutating func read(_ lines: [String], _ what: Comment) {
      for line in lines {
        let words = line.split(separator: " ")
        guard words.count == 2, let seq = UInt64(words[1]) else { continue }
        switch words[0] {
        case "trial":
          #expect(!bad.contains(seq), what)
          trials[seq, default: 0] += 1
          sawTrial += 1
          #expect(trials[seq, default: 0] <= 2, what)
        case "shown": #expect(!bad.contains(seq), what)
        case "committed":
          trials[seq] = 0
          committed = max(committed, seq)
          sawCommit += 1
        default: break
        }
      }
    }

    /// Looks at what the dead process left.
    mutating func look(at folder: Folder, _ what: Comment) throws {
      guard let bytes = folder.read("valence/state.json") else {
        #expect(current == 0, what)
        return
      }
      let (state, repairs) = try Activation.State.decode(bytes)
      #expect(repairs == [], what)
      let now = try #require(state.current, what)
      #expect(now >= max(current, committed), what)
      #expect(bad.isSubset(of: state.bad), what)
      #expect(!state.bad.contains(now), what)
      current = now
      bad = Set(state.bad)
      for seq in [state.current, state.trial, state.pending].compactMap(\.self) {
        let release = try Release(seq)
        #expect(folder.read("valence/manifests/\(seq).json") == release.bytes, what)
        for (hash, bytes) in release.contents {
          #expect(folder.read("valence/cas/\(hash)") == bytes, what)
        }
      }
    }
  }

  @Test
  func `UR-43 UR-36 U-30 alone: nothing is lost, nothing bad returns, the newest comes through`()
    async throws
  {
    let folder = try Folder(inMemory: true)
    let server = try WebServer()
    defer { server.stop() }
    var ledger = Ledger()
    var random = SplitMix64(seed: 0x5eed_0043)
    var newest: UInt64 = 1
    for number in 1...Self.killCount {
      let what: Comment = "kill \(number) of seed 0x5eed0043"
      newest += UInt64.random(in: 0...1, using: &random)
      server.put(try Release(newest))
      server.point(to: newest)
      let probe = try Probe(folder, server, builtIn: 1)
      try probe.run(
        lines: Int.random(in: 0...4, using: &random),
        microseconds: Int.random(in: 0...15_000, using: &random))
      ledger.read(try probe.kill(), what)
      try ledger.look(at: folder, what)
    }
    #expect(ledger.sawTrial > Self.killCount / 10)
    #expect(ledger.sawCommit > Self.killCount / 20)
    try expectNewest(after: newest, folder, server, &ledger)
  }

  @Test func `UR-48 UR-43 in pairs: two hosts on one folder, killed one after the other`()
    async throws
  {
    let folder = try Folder(inMemory: true)
    let server = try WebServer()
    defer { server.stop() }
    var ledger = Ledger()
    var random = SplitMix64(seed: 0x5eed_0044)
    var newest: UInt64 = 1
    for number in 1...Self.killCount / 2 {
      let what: Comment = "pair \(number) of seed 0x5eed0044"
      newest += UInt64.random(in: 0...1, using: &random)
      server.put(try Release(newest))
      server.point(to: newest)
      let first = try Probe(folder, server, builtIn: 1)
      try first.run(lines: Int.random(in: 0...1, using: &random))
      let second = try Probe(folder, server, builtIn: 1)
      try first.run(
        lines: Int.random(in: 0...4, using: &random),
        microseconds: Int.random(in: 0...15_000, using: &random))
      let earlier = try first.kill()
      try second.run(
        lines: Int.random(in: 0...4, using: &random),
        microseconds: Int.random(in: 0...15_000, using: &random))
      ledger.read(earlier, what)
      ledger.read(try second.kill(), what)
      try ledger.look(at: folder, what)
    }
    try expectNewest(after: newest, folder, server, &ledger)
  }

  /// A release that works becomes current once nobody kills the host any more.
  private func expectNewest(
    after newest: UInt64, _ folder: Folder, _ server: WebServer, _ ledger: inout Ledger
  ) throws {
    let good = (newest / 3 + 1) * 3 + 1
    server.put(try Release(good))
    server.point(to: good)
    for _ in 1...3 {
      let probe = try Probe(folder, server, builtIn: 1)
      try probe.run(lines: .max)
      ledger.read(try probe.kill(), "in the end")
      try ledger.look(at: folder, "in the end")
    }
    #expect(ledger.current == good)
    #expect(ledger.committed == good)
  }
}

/// Numbers that look random and are the same for the same seed.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
