import Testing
import TrueSealManifest

@Suite struct `A lineage` {
  let line: [VerifiedManifest]
  let ledger: Ledger

  init() throws {
    var line = [try Making.founding(.ann, .ben)]
    for device in [Device.cat, .dan, .eve] {
      line.append(try Making.child(of: line[line.count - 1], by: .ann, in: [device]))
    }
    self.line = line
    var ledger = Making.ledger(line[0])
    _ = ledger.insert(contentsOf: line, from: Device.ann.signingKey)
    self.ledger = ledger
  }

  @Test func `M-40 begins with the manifest and goes back to the first, newest first`() {
    #expect(ledger.lineage(of: line[3].hash) == [line.reversed()])
    #expect(ledger.lineage(of: line[0].hash) == [[line[0]]])
    #expect(ledger.lineage(of: [1, 2, 3]) == [])
  }

  @Test func `M-40 stops before what the recipient was sent`() {
    #expect(ledger.lineage(of: line[3].hash, since: line[1].hash) == [[line[3], line[2]]])
    #expect(ledger.lineage(of: line[3].hash, since: line[2].hash) == [[line[3]]])
    #expect(ledger.lineage(of: line[3].hash, since: line[3].hash) == [[line[3]]])
    #expect(ledger.lineage(of: line[1].hash, since: line[3].hash) == [[line[1]]])
    #expect(ledger.lineage(of: line[3].hash, since: [9]) == [line.reversed()])
  }

  @Test func `M-40 stops where the recipient's branch joins`() throws {
    var ledger = ledger
    let branch = try Making.child(of: line[1], by: .ben)
    _ = ledger.insert(branch, from: Device.ben.signingKey)
    #expect(ledger.lineage(of: line[3].hash, since: branch.hash) == [[line[3], line[2]]])
  }

  @Test func `M-40 ends with the carriers that any of its manifests names, and what these need`()
    throws
  {
    var ledger = ledger
    let idle = try Making.child(of: line[1], by: .ben)
    let leave = try Making.child(of: idle, by: .cat, out: [.cat])
    let again = try Making.child(of: line[3], by: .ann, out: [.cat], onBehalf: [leave])
    let next = try Making.child(of: again, by: .dan)
    _ = ledger.insert(contentsOf: [idle, leave, again, next], from: Device.ben.signingKey)
    #expect(
      ledger.lineage(of: next.hash, since: line[2].hash)
        == [[next, again, line[3], leave, idle]])
    #expect(ledger.lineage(of: next.hash, since: again.hash) == [[next]])
    #expect(
      ledger.lineage(of: again.hash, since: leave.hash) == [[again, line[3], line[2]]])
  }

  @Test(arguments: [1, 700, 1_100, 1_500, 2_000, 4_000])
  func `M-40 sends ahead what does not fit, oldest first`(
    byteCountMax: Int
  ) throws {
    var ledger = ledger
    let leave = try Making.child(of: line[2], by: .cat, out: [.cat])
    let again = try Making.child(of: line[3], by: .ann, out: [.cat], onBehalf: [leave])
    _ = ledger.insert(contentsOf: [leave, again], from: Device.ben.signingKey)
    let messages = ledger.lineage(of: again.hash, byteCountMax: byteCountMax)

    #expect(Set(messages.joined()) == Set(line + [leave, again]))
    #expect(messages.joined().count == line.count + 2)
    #expect(messages.last?.first == again)
    for message in messages {
      let byteCount = try GroupManifestMessage.encode(message.map(\.encoded)).count
      #expect(byteCount <= byteCountMax || message.count == 1)
    }
    for message in messages.dropLast() {
      #expect(message == message.sorted { $0.rank > $1.rank })
    }
    // A recipient who knows the first manifest holds every message at once: nothing waits.
    var reader = Making.ledger(line[0])
    for message in messages {
      let effects = reader.insert(contentsOf: message, from: Device.ann.signingKey)
      #expect(
        effects.allSatisfy {
          if case .waiting = $0 { return false }
          return true
        })
    }
    #expect(reader.current == again)
  }

  @Test func `M-40 keeps to 255 manifests and 61,440 bytes a message`() throws {
    var line = [line[0]]
    for _ in 0..<599 {
      line.append(try Making.child(of: line[line.count - 1], by: .ann, checks: .hashing))
    }
    let ledger = try Ledger(groupID: Making.group, restoring: line)
    let hash = line[599].hash
    #expect(ledger.lineage(of: hash, byteCountMax: .max).map(\.count) == [255, 90, 255])
    let messages = ledger.lineage(of: hash)
    #expect(messages.joined().count == 600 && messages.count > 2)
    for message in messages {
      #expect(try GroupManifestMessage.encode(message.map(\.encoded)).count <= 61_440)
    }
  }

  @Test func `is refused as a message of none, of 256, or of more than 61,440 bytes`() throws {
    let encoded = line[0].encoded
    #expect(refusal { try GroupManifestMessage.encode([]) } == .wrongMessageSize)
    let many = [[UInt8]](repeating: [1], count: 256)
    #expect(refusal { try GroupManifestMessage.encode(many) } == .wrongMessageSize)
    #expect(refusal { try GroupManifestMessage.encode(many.dropLast()) } == nil)
    let fitting = (61_440 - 1) / (encoded.count + 2)
    let long = [[UInt8]](repeating: encoded, count: fitting + 1)
    #expect(refusal { try GroupManifestMessage.encode(long) } == .wrongMessageSize)
    #expect(refusal { try GroupManifestMessage.encode(long.dropLast()) } == nil)
  }
}
