import Testing
import TrueSealManifest

@Suite struct `What became of a manifest` {
  let first: VerifiedManifest
  let second: VerifiedManifest

  init() throws {
    first = try Making.founding(.ann, .ben)
    second = try Making.child(of: first, by: .ann, in: [.cat])
  }

  @Test func `M-22 is current, built on by current, or lost`() throws {
    let rivals = try [Device.dan, .eve].map { try Making.child(of: second, by: .ann, in: [$0]) }
      .sorted { $0.hash.lexicographicallyPrecedes($1.hash) }
    let ledger = Making.ledger(first, second, rivals[1], rivals[0])
    #expect(ledger.fate(of: rivals[0].hash) == .current)
    #expect(ledger.fate(of: rivals[1].hash) == .lost)
    #expect(ledger.fate(of: second.hash) == .ancestor)
    #expect(ledger.fate(of: first.hash) == .ancestor)
  }

  @Test func `M-20 M-21 is void by a removal beside it, or by what it was built on`() throws {
    let removal = try Making.child(of: second, by: .ann, out: [.ben])
    let unaware = try Making.child(of: second, by: .ben, in: [.dan])
    let puppet = try Making.child(of: unaware, by: .dan, in: [.eve])
    let further = try Making.child(of: puppet, by: .cat)
    let ledger = Making.ledger(first, second, unaware, puppet, removal, further)
    #expect(ledger.fate(of: unaware.hash) == .void(.issuerRemoved(by: removal.hash)))
    #expect(ledger.fate(of: puppet.hash) == .void(.builtOn(unaware.hash)))
    #expect(ledger.fate(of: further.hash) == .void(.builtOn(unaware.hash)))
    #expect(ledger.fate(of: removal.hash) == .current)
  }

  @Test func `M-21 names the nearest of two that are void by themselves`() throws {
    let removal = try Making.child(of: second, by: .ann, out: [.ben])
    let older = try Making.child(of: second, by: .ben, in: [.dan])
    let newer = try Making.child(of: older, by: .ben, in: [.eve])
    let last = try Making.child(of: newer, by: .cat)
    let ledger = Making.ledger(first, second, removal, older, newer, last)
    #expect(ledger.fate(of: newer.hash) == .void(.issuerRemoved(by: removal.hash)))
    #expect(ledger.fate(of: last.hash) == .void(.builtOn(newer.hash)))
  }

  @Test func `M-24 is void by a leave beside it`() throws {
    let leave = try Making.child(of: second, by: .cat, out: [.cat])
    let beside = try Making.child(of: second, by: .cat, in: [.eve])
    let ledger = Making.ledger(first, second, leave, beside)
    #expect(ledger.fate(of: beside.hash) == .void(.issuerLeft(by: leave.hash)))
    #expect(ledger.fate(of: leave.hash) == .current)
  }

  @Test func `M-13 waits while its parent is not held, and is unknown before it came`() throws {
    let third = try Making.child(of: second, by: .ben, in: [.dan])
    var ledger = Making.ledger(first)
    #expect(ledger.fate(of: third.hash) == nil)
    _ = ledger.insert(third, from: Device.ben.signingKey)
    #expect(ledger.fate(of: third.hash) == .waiting)
    _ = ledger.insert(second, from: Device.ann.signingKey)
    #expect(ledger.fate(of: third.hash) == .current)
  }

  @Test func `M-00 M-22 follows from the set held, in any order of arrival`() throws {
    let removal = try Making.child(of: second, by: .ann, out: [.ben])
    let unaware = try Making.child(of: second, by: .ben, in: [.dan])
    let puppet = try Making.child(of: unaware, by: .dan, in: [.eve])
    let leave = try Making.child(of: second, by: .cat, out: [.cat])
    let all = [second, removal, unaware, puppet, leave]
    let expected = Ledger.fates(of: all, first, all)
    #expect(Set(expected).count > 2)
    var dice = Dice(seed: 7)
    for _ in 0..<60 {
      #expect(Ledger.fates(of: all, first, all.shuffled(using: &dice)) == expected)
    }
  }
}

extension Ledger {
  fileprivate static func fates(
    of manifests: [VerifiedManifest], _ first: VerifiedManifest, _ arrivals: [VerifiedManifest]
  ) -> [Fate?] {
    var ledger = Making.ledger(first)
    for arrival in arrivals { _ = ledger.insert(arrival, from: Device.ann.signingKey) }
    return manifests.map { ledger.fate(of: $0.hash) }
  }
}
