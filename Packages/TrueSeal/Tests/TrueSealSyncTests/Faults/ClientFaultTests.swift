import Foundation
import Testing
import TrueSealStoreTesting

@testable import TrueSealSync

/// Each call by which a client changes its file is struck in turn, by each kind of fault.
@Suite(.serialized, .timeLimit(.minutes(15))) struct `A client on a disk that fails` {
  /// A kind of fault.
  struct Kind: Sendable, CustomTestStringConvertible {
    let effect: DiskFault.Effect
    var isLasting = false

    var testDescription: String { "\(effect)\(isLasting ? " for long" : "")" }
  }

  static let kinds = [
    Kind(effect: .stops), Kind(effect: .losesPower(.nothing)),
    Kind(effect: .losesPower(.some(seed: 51))), Kind(effect: .fails(.device)),
    Kind(effect: .fails(.room), isLasting: true), Kind(effect: .tears(.room)),
  ]

  static let isLong = ProcessInfo.processInfo.environment["TRUESEAL_LONG"] != nil

  /// How many calls a deed consists of.
  private enum Size {
    /// One transaction, each call of which is struck by each kind of fault in every run.
    case small
    /// A few transactions.
    case medium
    /// A wipe and what leads to it, more than a hundred calls.
    case large
  }

  /// Strikes each call in turn; when there is little time, of what is not small only some, others by each kind.
  private func sweep(
    _ deed: ClientDeed, _ kind: Kind, _ size: Size = .small, seed: UInt64
  ) async throws {
    print("seed \(seed)")
    let kills = kind.effect == .stops
    let step =
      switch size {
      case _ where Self.isLong: 1
      case .small: 1
      case .medium: kills ? 2 : 5
      case .large: kills ? 6 : 24
      }
    let place = Self.kinds.firstIndex { $0.testDescription == kind.testDescription } ?? 0
    try await deed.sweep(
      kind.effect, isLasting: kind.isLasting, from: 1 + place * 5 % step, by: step, seed: seed)
  }

  @Test(arguments: kinds)
  func `D-01 S-04 S-07 S-11 send is promised whole or not at all, under a name of its own`(
    kind: Kind
  ) async throws {
    try await sweep(.sends, kind, seed: 501)
  }

  @Test(arguments: kinds)
  func `D-02 S-04 S-08 what the relay took is deleted and what it did not take stays`(
    kind: Kind
  ) async throws {
    try await sweep(.acknowledged, kind, .medium, seed: 502)
  }

  @Test(arguments: kinds)
  func `D-10 D-14 S-04 what is recorded is not handled again, and what is not is not lost`(
    kind: Kind
  ) async throws {
    try await sweep(.handles, kind, .medium, seed: 503)
  }

  @Test(arguments: kinds)
  func `P-04 S-04 accept makes the group whole or not at all`(kind: Kind) async throws {
    try await sweep(.founds, kind, seed: 504)
  }

  @Test(arguments: kinds)
  func `P-04 S-04 accept admits a third with all that is to be said or not at all`(
    kind: Kind
  ) async throws {
    try await sweep(.admits, kind, seed: 505)
  }

  @Test(arguments: kinds)
  func `P-05 S-04 join asks with its message or not at all`(kind: Kind) async throws {
    try await sweep(.asks, kind, seed: 506)
  }

  @Test(arguments: kinds)
  func `P-05 S-04 cancelJoin takes back request and message together`(kind: Kind) async throws {
    try await sweep(.asksNoLonger, kind, seed: 507)
  }

  @Test(arguments: kinds)
  func `P-06 D-10 S-04 an admission is taken whole or comes again`(kind: Kind) async throws {
    try await sweep(.isAdmitted, kind, .medium, seed: 508)
  }

  @Test(arguments: kinds)
  func `D-10 S-04 a list is taken whole or comes again`(kind: Kind) async throws {
    try await sweep(.hearsOfThird, kind, .medium, seed: 509)
  }

  @Test(arguments: kinds)
  func `S-04 S-05 remove takes another off the list whole or not at all`(kind: Kind) async throws {
    try await sweep(.removes, kind, seed: 510)
  }

  @Test(arguments: kinds)
  func `A-06 S-04 S-10 leave is begun whole or not at all, and ends in a wipe`(
    kind: Kind
  ) async throws {
    try await sweep(.leaves, kind, seed: 511)
  }

  @Test(arguments: kinds)
  func `G-01 S-04 S-10 destroyGroup is begun whole or not at all, and ends in a wipe`(
    kind: Kind
  ) async throws {
    try await sweep(.destroys, kind, seed: 512)
  }

  @Test(arguments: kinds)
  func `S-10 S-06 S-14 a wipe after a leave is done whole, once, and the app hears of it`(
    kind: Kind
  ) async throws {
    try await sweep(.wipesAfterLeaving, kind, .large, seed: 513)
  }

  @Test(arguments: kinds)
  func `S-10 S-06 S-14 a wipe after a removal is done whole, once, and the app hears of it`(
    kind: Kind
  ) async throws {
    try await sweep(.wipesWhenRemoved, kind, .large, seed: 514)
  }

  @Test(arguments: kinds)
  func `G-02 S-10 S-06 S-14 a wipe after a Revoke is done whole, once, and the app hears of it`(
    kind: Kind
  ) async throws {
    try await sweep(.wipesWhenDestroyed, kind, .large, seed: 515)
  }
}
