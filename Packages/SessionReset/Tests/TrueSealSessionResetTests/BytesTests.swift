import Testing
import TrueSealSessionReset

@Suite("SK-34 the record of a machine")
struct BytesTests {
  /// Bytes written down in hexadecimal, with blanks.
  private func bytes(_ text: String) throws -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }
    var bytes: [UInt8] = []
    var rest = digits[...]
    while !rest.isEmpty {
      bytes.append(try #require(UInt8(rest.prefix(2), radix: 16)))
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  private func read(_ bytes: [UInt8]) throws -> SessionReset {
    try SessionReset(bytes: bytes, parties: try Desk.parties())
  }

  @Test func `SK-34 a conversation without a session has these bytes`() throws {
    let expected = try bytes(
      """
      01 00 0000000000000000 00 0000 0000 0000 0000 00 00
      00 0000 0000 00 0000 00 00 00
      """)
    #expect(try Desk.fresh().bytes == expected)
    #expect(try read(expected) == Desk.fresh())
  }

  @Test func `SK-34 SK-39 an attempt has these bytes`() throws {
    var machine = try Desk.fresh()
    _ = machine.handle(
      .endReceived(
        ResetProposal(
          id: Desk.id(0xAB), epoch: 3, prekey: PrekeyID(number: 0xCD), proof: .identityOnly),
        opening: Desk.tag(0xEF), at: 0x0102_0304_0506))
    let expected = try bytes(
      """
      01 02
      000000000000000000000000000000ab 0000000000000003 01 00000000000000cd 00 0101
      01 00 0000010203040506 0000010203040506 00 00 00
      0000000000000000 01 00000000000000ef 0000 0000
      0001 000000000000000000000000000000ab 0000010203040506 00
      0000 00 00
      00 0000 0001 0000010203040506 00 0000 00 00 01 0000010203040506
      """)
    #expect(machine.bytes == expected)
    #expect(try read(expected) == machine)
  }

  /// Machines that use every field of the record.
  private func rich() throws -> [SessionReset] {
    var policy = ResetPolicy()
    policy.asksBeforeIdentityOnly = true
    policy.graceWindow = Desk.day
    var machine = try Desk.received(policy: policy)
    _ = machine.handle(.messageReceived(on: Desk.built, form: .ordinary, at: Desk.start + 1))
    for number in 1...5 as ClosedRange<UInt128> {
      _ = machine.handle(
        .messageRefused(
          .badMessage, on: Desk.built, evidence: Evidence(number: number), at: Desk.start))
    }
    _ = machine.handle(
      .endReceived(Desk.proposal(1, epoch: 1), opening: Desk.tag(300), at: Desk.start + 2))
    for (number, isDeclined) in [(5, true), (6, false)] as [(UInt64, Bool)] {
      let proposal = Desk.proposal(number, epoch: number, proof: .identityOnly)
      _ = machine.handle(.endReceived(proposal, opening: Desk.tag(300), at: Desk.start + 2))
      if isDeclined { _ = machine.handle(.declined(at: Desk.start + 2)) }
    }
    let settled = machine
    _ = machine.handle(
      .started(Desk.draft(7), by: .automatic(Evidence(number: 9)), at: Desk.start + 3))
    _ = machine.handle(.started(Desk.draft(8), by: .user, at: Desk.start + 4))
    _ = machine.handle(.clockReached(at: Desk.start + Desk.day + 4))
    return [settled, machine, try Desk.initiated(), try Desk.received()]
  }

  @Test func `SK-34 every field survives, and every cut or added byte is refused`() throws {
    for machine in try rich() {
      let bytes = machine.bytes
      var copy = try read(bytes)
      copy.policy = machine.policy
      #expect(copy == machine)
      for count in 0..<bytes.count {
        #expect(throws: SessionResetError(code: .malformed)) {
          try read(Array(bytes.prefix(count)))
        }
      }
      #expect(throws: SessionResetError(code: .malformed)) { try read(bytes + [0]) }
    }
  }

  @Test func `SK-34 a changed byte is refused, or read as just that`() throws {
    var refused = 0
    for machine in try rich() {
      let bytes = machine.bytes
      for place in bytes.indices {
        for change in [1, 2, 0x80, 0xFF] as [UInt8] {
          var changed = bytes
          changed[place] ^= change
          if let read = try? read(changed) {
            #expect(read.bytes == changed)
          } else {
            refused += 1
          }
        }
      }
    }
    #expect(refused > 100)
  }

  @Test func `SK-34 a record that contradicts itself is refused`() throws {
    let bytes = try Desk.initiated().bytes
    // An attempt of this device that passes for one of the peer, and no attempt where one runs.
    for (place, value) in [(1, 2), (26, 1)] as [(Int, UInt8)] {
      var changed = bytes
      #expect(changed[place] != value)
      changed[place] = value
      #expect(throws: SessionResetError.self) { try read(changed) }
    }
  }
}
