import Testing
import TrueSealManifest

@Suite struct `A pending change` {
  let first: VerifiedManifest
  let admission: VerifiedManifest
  let change: PendingChange

  init() throws {
    first = try Making.founding(.ann, .ben)
    admission = try Making.child(of: first, by: .ann, in: [.cat])
    change = PendingChange(
      .admission(try Device.cat.member(since: 2)), carriers: [admission.hash])
  }

  @Test func `is open while nothing is held, and once current has lost it`() throws {
    #expect(change.state(in: Ledger(groupID: Making.group)) == .open)
    let base = try Making.child(of: first, by: .ben, in: [.dan])
    let winner = try Making.child(of: base, by: .ben)
    #expect(change.state(in: Making.ledger(first, admission, base, winner)) == .open)
  }

  @Test func `is satisfied when current reflects it, by whatever manifest`() throws {
    #expect(change.state(in: Making.ledger(first, admission)) == .satisfied)
    let others = try Making.child(
      of: Making.child(of: first, by: .ben), by: .ben, in: [.cat])
    let ledger = try Ledger(
      groupID: Making.group, restoring: [first, Making.child(of: first, by: .ben), others])
    #expect(change.state(in: ledger) == .satisfied)
  }

  @Test func `is undone when current was built on it and dropped it`() throws {
    let removal = try Making.child(of: admission, by: .ben, out: [.cat])
    #expect(change.state(in: Making.ledger(first, admission, removal)) == .undone)
  }

  @Test func `is undone on a carrier of someone else's too`() throws {
    let base = try Making.child(of: first, by: .ben)
    let others = try Making.child(of: base, by: .ben, in: [.cat])
    let removal = try Making.child(of: others, by: .ben, out: [.cat])
    #expect(change.state(in: Making.ledger(first, base, others, removal)) == .undone)
  }

  @Test func `is open again when what satisfied it loses`() throws {
    let base = try Making.child(of: first, by: .ben, in: [.dan])
    let winner = try Making.child(of: base, by: .dan, in: [.eve])
    var ledger = Making.ledger(first, admission)
    #expect(change.state(in: ledger) == .satisfied)
    _ = ledger.insert(contentsOf: [base, winner], from: Device.ben.signingKey)
    #expect(change.state(in: ledger) == .open)
  }

  @Test func `is undone for a founder whose first device was dropped`() throws {
    let founding = PendingChange(
      .admission(try Device.ben.member(since: 1)), carriers: [first.hash])
    #expect(founding.state(in: Making.ledger(first)) == .satisfied)
    let removal = try Making.child(of: first, by: .ann, out: [.ben])
    #expect(founding.state(in: Making.ledger(first, removal)) == .undone)
  }

  @Test func `can be a removal or a leave`() throws {
    let removal = try Making.child(of: admission, by: .ann, out: [.cat])
    let back = try Making.child(of: removal, by: .ben, in: [.cat])
    for kind in [
      PendingChange.Kind.removal(signingKey: Device.cat.signingKey),
      .leave(signingKey: Device.cat.signingKey),
    ] {
      let change = PendingChange(kind, carriers: [removal.hash])
      #expect(change.state(in: Making.ledger(first, admission)) == .open)
      #expect(change.state(in: Making.ledger(first, admission, removal)) == .satisfied)
      #expect(change.state(in: Making.ledger(first, admission, removal, back)) == .undone)
    }
  }

  @Test func `remembers each of its carriers once`() {
    var change = change
    change.carry(by: [1])
    change.carry(by: admission.hash)
    change.carry(by: [1])
    #expect(change.carriers == [admission.hash, [1]])
  }
}
