import Testing
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

@Suite struct `A Relay Address` {
  static let valid = KnownAnswers.addresses.filter { $0.refusal == nil }
  static let invalid = KnownAnswers.addresses.filter { $0.refusal != nil }
  static let key = "ba289bf95a8bd8401576786686e0f1f6eb992ce4ec0acf176b428b63997ed634"

  @Test func `has known answers to agree with`() {
    #expect(Self.valid.count == 9)
    #expect(Self.invalid.count == 48)
  }

  @Test(arguments: valid) func `W-05 is read and written as known`(answer: KnownAnswers.Case) throws
  {
    let address = try RelayAddress(parsing: answer.text("text"))
    #expect(Hexadecimal.encode(address.relayKey) == answer.outText("key"))
    #expect(address.host == answer.outText("host"))
    #expect("\(address.receivePort)" == answer.outText("receive"))
    #expect("\(address.pushPort)" == answer.outText("push"))
    #expect(address.description == answer.outText("text"))
    #expect(try RelayAddress(parsing: address.description) == address)
  }

  @Test(arguments: invalid) func `W-05 is refused as known`(answer: KnownAnswers.Case) {
    #expect(throws: LinkError(.invalidAddress)) {
      try RelayAddress(parsing: answer.text("text"))
    }
  }

  @Test(arguments: [
    "@h:65536", "@h:00", "@h:7 ", "@h?push=", "@h?push=1:2", "@h:1:2", "@h?push=01", "@[::1",
    "@::1]",
    "@[::1]x", "@x[::1]", "@[::1%eth0]", "@[fe80::1%25eth0]", "@[[::1]]", "@[::1]]", "@[::1]:",
    "@a..b", "@.a", "@a.", "@.", "@a b", "@[1.2.3.4]", "@[::1.2.3]", "@[::1\0]", "@h\0",
    "@h?Push=1",
    "@h&push=1", "@h?push=1&", "@h?push=1?push=2", "@h?push=1#x", "@@h", "@h@h", " @h", "@h\n",
    "@[1:2:3:4:5:6:7:8:9]", "@[::1::]", "@" + String(repeating: "a", count: 64),
    "@" + String(repeating: "a.", count: 126) + "aa",
  ])
  func `W-05 is refused with anything else behind its key`(rest: String) {
    #expect(throws: LinkError(.invalidAddress)) {
      try RelayAddress(parsing: "trueseal://" + Self.key + rest)
    }
  }

  @Test(arguments: 0..<3)
  func `W-05 is refused with a zero byte, which would hide the rest from the C library`(index: Int)
  {
    let host = ["h\0", "[::1\0]", "[::1]\0"][index]
    #expect(throws: LinkError(.invalidAddress)) {
      try RelayAddress(parsing: "trueseal://\(Self.key)@\(host)")
    }
  }

  @Test func `W-05 made of parts obeys the same rules`() throws {
    let key = try Hexadecimal.decode(Self.key)
    #expect(
      try RelayAddress(relayKey: key, host: "::1", receivePort: 1, pushPort: 65_535).description
        == "trueseal://\(Self.key)@[::1]:1?push=65535")
    #expect(try RelayAddress(relayKey: key, host: "h").description == "trueseal://\(Self.key)@h")
    #expect(throws: LinkError(.invalidAddress)) { try RelayAddress(relayKey: key, host: "") }
    #expect(throws: LinkError(.invalidAddress)) {
      try RelayAddress(relayKey: key, host: "h", receivePort: 0)
    }
    #expect(throws: LinkError(.invalidAddress)) {
      try RelayAddress(relayKey: [UInt8](repeating: 0, count: 32), host: "h")
    }
    #expect(throws: LinkError(.invalidAddress)) {
      try RelayAddress(relayKey: Array(key.dropLast()), host: "h")
    }
  }

  @Test func `W-05 cut anywhere is refused but where what is left is an address itself`() {
    let place = "trueseal://\(Self.key)@[2001:db8::7]"
    let text = place + ":9000?push=9001"
    let addresses =
      ["", ":9", ":90", ":900", ":9000"] + ["9", "90", "900"].map { ":9000?push=\($0)" }
    let cut = (0..<text.count).map { String(text.prefix($0)) }
    #expect(cut.filter { (try? RelayAddress(parsing: $0)) != nil } == addresses.map { place + $0 })
    #expect(throws: LinkError(.invalidAddress)) { try RelayAddress(parsing: text + "11") }
  }

  @Test(arguments: [0xADD2_0001] as [UInt64])
  func `W-05 from 10,000 foreign texts is refused or comes back as itself`(seed: UInt64) {
    var random = Seeded(seed)
    var stages = Stages()
    var longest = LongestCall()
    let alphabet = Array("trueseal:/@[].?push=&#%0123456789abcdefABCDEFghz_-\0 é".utf8)
    for round in 0..<10_000 {
      let sample = Self.valid[random.below(Self.valid.count)].text("text")
      var bytes = Array(sample.utf8)
      if round.isMultiple(of: 2) {
        let tail = (0..<random.below(24)).map { _ in alphabet[random.below(alphabet.count)] }
        bytes = Array("trueseal://\(Self.key)@".utf8).prefix(random.below(8) == 0 ? 70 : 76) + tail
      } else if round % 4 == 1 {
        bytes = random.edited(bytes)
      } else {
        for _ in 0...random.below(8) {
          bytes[random.below(bytes.count)] = alphabet[random.below(alphabet.count)]
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(LinkError) {
        let address = try longest.measure { () throws(LinkError) in
          try RelayAddress(parsing: text)
        }
        stages.reach(address.host.contains(":") ? "IPv6" : "name")
        stages.reach(address.description.contains("?") ? "push port" : "no push port")
        #expect((try? RelayAddress(parsing: address.description)) == address)
        #expect(address.description.lowercased() == text.lowercased())
      } catch {
        #expect(error == LinkError(.invalidAddress))
        stages.reach(error.detail)
      }
    }
    for stage in [
      "IPv6", "name", "push port", "no push port", "The relay's key cannot be used.",
      "The host is no name.", "It does not begin with the scheme and a key.",
      "Only push=port may follow the question mark.",
      "Brackets hold an IPv6 address, and only they do.",
      "A port is 1 to 65535, without a leading zero.",
    ] {
      #expect(stages.count(stage) > 0, "\(stage)")
    }
    #expect(longest.milliseconds < 10)
  }
}
