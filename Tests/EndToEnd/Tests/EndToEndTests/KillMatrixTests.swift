import Foundation
import Testing

/// Full lengths are for `make test-long`.
private let isLong = ProcessInfo.processInfo.environment["TRUESEAL_LONG"] == "1"

@Suite(.serialized) struct `Killed in the midst of every kind of transaction` {
  @Test func `S-04 S-06 S-10 S-14 V-03 a device finds what was before or what came after`() throws {
    let seed = UInt64.random(in: 1...UInt64(UInt32.max))
    print("kill matrix: seed \(seed)")
    let matrix = try KillMatrix(seed: seed)
    // 65 kills over all kinds, or 2,002.
    let rounds = isLong ? 154 : 5
    for _ in 0..<rounds {
      for kind in KillMatrix.Kind.allCases { try matrix.kill(in: kind) }
    }
    for kind in KillMatrix.Kind.allCases {
      let count = try #require(matrix.counts[kind])
      print("\(kind): \(count.kills) kills, \(count.asBefore) left what was before")
      #expect(count.kills == rounds)
    }
  }
}
