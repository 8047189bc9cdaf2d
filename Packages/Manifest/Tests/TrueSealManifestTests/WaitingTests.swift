import Testing
import TrueSealManifest

@Suite struct `A manifest that comes too early` {
  let first: VerifiedManifest
  let second: VerifiedManifest

  init() throws {
    first = try Making.founding(.ann, .ben)
    second = try Making.child(of: first, by: .ben, in: [.cat])
  }

  /// Children of `parent` that differ: each admits another device.
  private func siblings(_ count: Int, of parent: VerifiedManifest) throws -> [VerifiedManifest] {
    func key(_ role: UInt8, _ number: Int) -> [UInt8] {
      let end = [UInt8(number >> 8), UInt8(number & 0xff)]
      return [role] + [UInt8](repeating: 0, count: 29) + end
    }
    return try (0..<count).map { number in
      let joiner = Member(
        signingKey: key(1, number), agreementKey: key(2, number),
        admissionVersion: parent.manifest.version + 1, label: try Label("x"))
      return try Making.child(of: parent, by: .ann, checks: .hashing) { $0.append(joiner) }
    }
  }

  @Test func `M-13 waits for its parent and is judged when that comes`() throws {
    let third = try Making.child(of: second, by: .cat)
    let forged = try Making.child(of: second, by: .dan)
    var ledger = Making.ledger(first)
    #expect(ledger.insert(third, from: Device.ben.signingKey) == [.waiting(third.hash)])
    #expect(ledger.insert(forged, from: Device.ben.signingKey) == [.waiting(forged.hash)])
    #expect(ledger.insert(third, from: Device.ann.signingKey) == [])
    #expect(ledger.waiting.count == 2 && ledger.heldCount == 1)

    let effects = ledger.insert(second, from: Device.ben.signingKey)
    #expect(effects.first == .held(second.hash))
    #expect(effects.last == .currentChanged(third.hash))
    #expect(
      Set(effects.dropFirst().dropLast())
        == [.held(third.hash), .refused(forged.hash, .unauthorized)])
    #expect(ledger.waiting.isEmpty)
  }

  @Test func `M-13 waits over several generations`() throws {
    var line = [second]
    for _ in 0..<10 { line.append(try Making.child(of: line[line.count - 1], by: .ben)) }
    var ledger = Making.ledger(first)
    for manifest in line.dropFirst().reversed() {
      #expect(
        ledger.insert(manifest, from: Device.ben.signingKey) == [.waiting(manifest.hash)])
    }
    _ = ledger.insert(second, from: Device.ben.signingKey)
    #expect(ledger.current == line.last)
    #expect(ledger.heldCount == 12 && ledger.waiting.isEmpty)
  }

  @Test func `M-13 M-15 waits only when a listed device brings it`() throws {
    let third = try Making.child(of: second, by: .cat)
    var ledger = Making.ledger(first)
    #expect(
      ledger.insert(third, from: Device.cat.signingKey) == [.refused(third.hash, .unauthorized)])
    #expect(ledger.insert(third, from: nil) == [.refused(third.hash, .unauthorized)])
    #expect(ledger.insert(third, from: Device.ben.signingKey) == [.waiting(third.hash)])
  }

  @Test func `M-13 finds room for 16 of one author, and the newest is refused`() throws {
    let early = try siblings(17, of: second)
    var ledger = Making.ledger(first)
    for manifest in early.prefix(16) {
      #expect(ledger.insert(manifest, from: Device.ann.signingKey) == [.waiting(manifest.hash)])
    }
    #expect(
      ledger.insert(early[16], from: Device.ann.signingKey)
        == [.refused(early[16].hash, .unauthorized)])
    #expect(ledger.insert(early[16], from: Device.ben.signingKey) == [.waiting(early[16].hash)])

    // Room is given back when the wait ends.
    _ = ledger.insert(second, from: Device.ben.signingKey)
    #expect(ledger.waiting.isEmpty)
    let later = try siblings(16, of: Making.child(of: second, by: .ben))
    for manifest in later {
      #expect(ledger.insert(manifest, from: Device.ann.signingKey) == [.waiting(manifest.hash)])
    }
  }

  @Test func `M-13 finds room for 256 in all`() throws {
    let crowd = Array(Device.all.prefix(17))
    let founding = try Making.founding(crowd[0], crowd[1])
    let everybody = try Making.child(of: founding, by: crowd[0], in: Array(crowd.dropFirst(2)))
    let missing = try Making.child(of: everybody, by: crowd[0])
    let early = try siblings(257, of: missing)
    var ledger = Making.ledger(founding, everybody)
    for (number, manifest) in early.prefix(256).enumerated() {
      let author = crowd[number % 16].signingKey
      #expect(ledger.insert(manifest, from: author) == [.waiting(manifest.hash)])
    }
    #expect(
      ledger.insert(early[256], from: crowd[16].signingKey)
        == [.refused(early[256].hash, .unauthorized)])
  }

  @Test func `M-17 waits for the carriers it names`() throws {
    let leave = try Making.child(of: second, by: .cat, out: [.cat])
    let onBehalf = try Making.child(of: second, by: .ann, out: [.cat], onBehalf: [leave])
    var ledger = Making.ledger(first)
    #expect(ledger.insert(onBehalf, from: Device.ann.signingKey) == [.waiting(onBehalf.hash)])
    #expect(
      ledger.insert(second, from: Device.ben.signingKey)
        == [.held(second.hash), .currentChanged(second.hash)])
    #expect(ledger.waiting.map(\.manifest) == [onBehalf])
    let effects = ledger.insert(leave, from: Device.cat.signingKey)
    #expect(effects.prefix(2) == [.held(leave.hash), .held(onBehalf.hash)])
  }

  @Test func `M-17 is refused when it repeats nothing of its carrier, or carries its own`() throws {
    let leave = try Making.child(of: second, by: .cat, out: [.cat])
    let own = try Making.child(of: second, by: .ann, in: [.dan])
    let others = try Making.child(of: second, by: .ben, in: [.dan])
    let ledger = Making.ledger(first, second, leave, own, others)
    let base = try Making.child(of: second, by: .ann)
    let cases: [(VerifiedManifest, isValid: Bool)] = [
      (try Making.child(of: base, by: .ann, out: [.ben], onBehalf: [leave]), false),
      (try Making.child(of: base, by: .ann, in: [.dan], onBehalf: [own]), false),
      (try Making.child(of: base, by: .ann, in: [.dan], onBehalf: [others]), true),
      (try Making.child(of: base, by: .ann, in: [.dan], onBehalf: [others, leave]), false),
      (
        try Making.child(of: base, by: .ann, in: [.dan], out: [.cat], onBehalf: [others, leave]),
        true
      ),
      (try Making.child(of: base, by: .ann, in: [.eve], onBehalf: [others]), false),
      (try Making.child(of: base, by: .ann, onBehalf: [first]), false),
    ]
    for (manifest, isValid) in cases {
      var ledger = ledger
      _ = ledger.insert(base, from: Device.ann.signingKey)
      let effects = ledger.insert(manifest, from: Device.ann.signingKey)
      #expect(
        effects.first == (isValid ? .held(manifest.hash) : .refused(manifest.hash, .malformed)))
    }
  }

  @Test func `M-17 is refused for its parent before it waits for a carrier`() throws {
    let leave = try Making.child(of: second, by: .cat, out: [.cat])
    let forged = try Making.child(of: second, by: .dan, out: [.cat], onBehalf: [leave])
    var ledger = Making.ledger(first, second)
    #expect(
      ledger.insert(forged, from: Device.ann.signingKey) == [.refused(forged.hash, .unauthorized)])
  }
}
