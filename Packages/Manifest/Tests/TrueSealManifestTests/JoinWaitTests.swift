import Testing
import TrueSealManifest

/// Cat joins with Ann's token.
@Suite struct `A joiner's wait` {
  let first: VerifiedManifest
  let second: VerifiedManifest
  /// Ann admits Cat.
  let admission: VerifiedManifest

  init() throws {
    first = try Making.founding(.ann, .ben)
    second = try Making.child(of: first, by: .ben, in: [.dan])
    admission = try Making.child(of: second, by: .ann, in: [.cat])
  }

  private func wait(for device: Device = .cat, trusting trusted: Device = .ann) -> JoinWait {
    JoinWait(
      signingKey: device.signingKey, agreementKey: device.agreementKey,
      trustedKey: trusted.signingKey)
  }

  /// The ledger a message leads to, or nil.
  private func ledger(
    _ wait: inout JoinWait, _ message: [VerifiedManifest], from author: Device = .ann
  ) -> Ledger? {
    if case .admitted(let ledger) = wait.receive(message, from: author.signingKey) {
      return ledger
    }
    return nil
  }

  @Test func `M-45 ends with the admission and its ancestors`() throws {
    var wait = wait()
    let ledger = try #require(ledger(&wait, [admission, second, first]))
    #expect(ledger.held == [first, second, admission])
    #expect(ledger.current == admission)
  }

  @Test func `M-45 ends with a first manifest`() throws {
    var wait = wait(for: .ben)
    #expect(ledger(&wait, [first])?.held == [first])
  }

  @Test func `M-45 ends with the oldest ancestor at hand as root`() throws {
    var wait = wait()
    let ledger = try #require(ledger(&wait, [admission, second]))
    #expect(ledger.held == [second, admission])
    #expect(!ledger.contains(first.hash) && ledger.parent(of: second.hash) == nil)

    // The root finds its parent later: version 1 is an ancestor, by hash, of a held one.
    var later = ledger
    #expect(later.insert(first, from: Device.ann.signingKey) == [.held(first.hash)])
    #expect(later.descends(admission.hash, from: first.hash))
    #expect(later.parent(of: second.hash) == first)
  }

  @Test func `M-11 M-22 a message's order does not decide what is held`() throws {
    let third = try Making.child(of: second, by: .ann, in: [.cat])
    for message in [[second, first], [first, second]] {
      var wait = wait()
      var ledger = try #require(ledger(&wait, [third]))
      _ = ledger.insert(contentsOf: message, from: Device.ann.signingKey)
      #expect(ledger.held == [first, second, third])
    }
  }

  @Test func `M-11 M-45 finds version 1 through manifests that wait`() throws {
    let third = try Making.child(of: second, by: .ann)
    let late = try Making.child(of: third, by: .ann, in: [.cat])
    var wait = wait()
    var ledger = try #require(ledger(&wait, [late]))
    let rival = try Making.founding(.eve, .ben)
    #expect(ledger.insert(first, from: Device.ann.signingKey) == [.refused(first.hash, .malformed)])
    #expect(ledger.insert(third, from: Device.ann.signingKey) == [.waiting(third.hash)])
    #expect(ledger.insert(second, from: Device.ann.signingKey) == [.waiting(second.hash)])
    #expect(ledger.insert(rival, from: Device.ann.signingKey) == [.refused(rival.hash, .malformed)])
    #expect(
      ledger.insert(first, from: Device.ann.signingKey)
        == [.held(first.hash), .held(second.hash), .held(third.hash)])
    #expect(ledger.descends(late.hash, from: first.hash))
  }

  @Test func `M-45 trusts the token's key and no other`() throws {
    let others = try Making.child(of: second, by: .ben, in: [.cat])
    var wait = wait()
    #expect(ledger(&wait, [others, second, first], from: .ann) == nil)
    #expect(ledger(&wait, [others, second, first], from: .ben) == nil)
    // Who brings the admission does not matter.
    #expect(ledger(&wait, [admission, second, first], from: .eve)?.current == admission)
  }

  @Test func `M-45 wants exactly its own two keys, newly listed`() throws {
    let otherKey = try Making.child(of: second, by: .ann) { members in
      members.append(
        Member(
          signingKey: Device.cat.signingKey, agreementKey: Device.eve.agreementKey,
          admissionVersion: 3, label: try Label("cat")))
    }
    let listedBefore = try Making.child(of: admission, by: .ann)
    for message in [[otherKey, second, first], [listedBefore]] {
      var wait = wait()
      #expect(ledger(&wait, message) == nil)
    }
  }

  @Test func `M-45 keeps a later manifest that comes before the admission`() throws {
    let later = try Making.child(of: admission, by: .ben, in: [.eve])
    var wait = wait()
    guard case .waiting = wait.receive([later], from: Device.ben.signingKey) else {
      Issue.record("the manifest lists this device")
      return
    }
    #expect(wait.kept.map(\.manifest) == [later])
    let ledger = try #require(ledger(&wait, [admission, second, first]))
    #expect(ledger.current == later && ledger.heldCount == 4)
  }

  @Test func `M-45 ends with a later manifest that carries the admission`() throws {
    let later = try Making.child(of: admission, by: .ben, in: [.eve])
    var wait = wait()
    let ledger = try #require(
      ledger(&wait, [later, admission, second, first], from: .ben))
    #expect(ledger.current == later)
  }

  @Test func `M-45 ends with a manifest that names the admission, if it is held then`() throws {
    let rival = try Making.child(of: second, by: .ben, in: [.eve])
    let again = try Making.child(of: rival, by: .ben, in: [.cat], onBehalf: [admission])
    var wait = wait()
    let ledger = try #require(
      ledger(&wait, [again, rival, second, first, admission], from: .ben))
    #expect(ledger.current == again)

    // A stranger who saw the admission cannot found a group of its own with it.
    let foreign = try Making.founding(.eve, .ben)
    let lure = try Making.child(of: foreign, by: .eve, in: [.cat], onBehalf: [admission])
    var other = self.wait()
    #expect(self.ledger(&other, [lure, foreign, admission], from: .eve) == nil)
  }

  @Test func `M-45 does not end with a manifest apart from the admission it carries`() throws {
    let rival = try Making.child(of: second, by: .ben, in: [.eve])
    var wait = wait()
    #expect(ledger(&wait, [rival, second, first, admission], from: .ben) == nil)
  }

  @Test func `M-45 refuses an admission its ancestors speak against`() throws {
    let forged = try Making.child(of: second, by: .eve, in: [.cat])
    let removal = try Making.child(of: second, by: .ben, out: [.ann])
    let late = try Making.child(of: removal, by: .ann, in: [.cat])
    var strangers = wait(trusting: .eve)
    #expect(ledger(&strangers, [forged, second, first], from: .eve) == nil)
    var removed = wait()
    #expect(ledger(&removed, [late, removal, second, first]) == nil)
  }

  @Test func `M-45 keeps 8 of one author and 64 in all, and the newest is refused`() throws {
    let early = try (0..<10).map { number in
      try Making.child(of: admission, by: .ann, checks: .hashing) { members in
        members.append(try Device.all[20 + number].member(since: 4))
      }
    }
    var wait = wait()
    for (number, manifest) in early.enumerated() {
      let outcome = wait.receive([manifest], from: Device.ben.signingKey)
      if case .refused = outcome { #expect(number >= 8) } else { #expect(number < 8) }
    }
    #expect(wait.kept.map(\.manifest) == Array(early.prefix(8)))

    for author in 0..<9 {
      for number in 0..<8 {
        let manifest = try Making.child(of: admission, by: .ann, checks: .hashing) { members in
          members.append(try Device.all[5 + author].member(since: 4))
          members.append(try Device.all[20 + number].member(since: 4))
        }
        _ = wait.receive([manifest], from: Device.all[5 + author].signingKey)
      }
    }
    #expect(wait.kept.count == 64)
    #expect(Dictionary(grouping: wait.kept, by: \.author).count == 8)
  }

  @Test func `M-45 keeps ancestors of what lists it, and nothing else`() throws {
    let later = try Making.child(of: admission, by: .ben)
    let apart = try Making.child(of: first, by: .ben, in: [.eve])
    var wait = wait()
    _ = wait.receive([later], from: Device.ben.signingKey)
    _ = wait.receive([second, first, apart], from: Device.ben.signingKey)
    #expect(wait.kept.map(\.manifest) == [later])
    if case .refused = wait.receive([apart], from: Device.ben.signingKey) {
    } else {
      Issue.record("nothing of this message is of use")
    }
    let next = try Making.child(of: later, by: .ben)
    _ = wait.receive([next, admission, second], from: Device.dan.signingKey)
    #expect(!wait.kept.map(\.manifest).contains(apart))
  }

  @Test(arguments: [3, 4, 5, 9]) func `M-40 M-45 reads what went ahead of the admission's message`(
    aheadCount: Int
  ) throws {
    var line = [first, second]
    for _ in 0..<aheadCount - 2 {
      line.append(try Making.child(of: line[line.count - 1], by: .ann))
    }
    let last = try Making.child(of: line[line.count - 1], by: .ann, in: [.cat])
    let ledger = try Ledger(groupID: Making.group, restoring: line + [last])
    let messages = ledger.lineage(of: last.hash, byteCountMax: 1)
    #expect(messages.count == aheadCount + 1)
    var wait = wait()
    for message in messages.dropLast() { #expect(self.ledger(&wait, message) == nil) }
    let joined = try #require(self.ledger(&wait, messages[messages.count - 1]))
    // The last four messages and the admission's own: older ancestors are done without.
    #expect(joined.held == (line + [last]).suffix(5))
    #expect(joined.current == last)
  }
}
