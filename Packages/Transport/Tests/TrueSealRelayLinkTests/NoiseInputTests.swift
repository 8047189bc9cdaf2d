import Testing
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

/// What a stranger may send in place of a handshake message.
@Suite struct `A foreign handshake message` {
  /// A place in a handshake, and what should be read there.
  struct Place {
    let pattern: NoisePattern
    let number: Int
    let messages: [[UInt8]]

    var valid: [UInt8] { messages[number] }
    /// Only the first message of XX has nothing that protects it.
    var isPlain: Bool { pattern == .xx && number == 0 }

    static func all() throws -> [Place] {
      try [NoisePattern.xx, .nk].flatMap { pattern in
        let messages = try Ends.messages(pattern)
        return messages.indices.map { Place(pattern: pattern, number: $0, messages: messages) }
      }
    }
  }

  /// Both ends with fixed keys, so that each input meets the same machine.
  struct Ends {
    static let relaySecret = [UInt8](repeating: 0x11, count: 32)
    static let deviceSecret = [UInt8](repeating: 0x22, count: 32)

    static func device(_ pattern: NoisePattern) throws -> NoiseHandshake {
      let entropy = Entropy.fixed([UInt8](repeating: 0x33, count: 32))
      guard pattern == .xx else {
        return NoiseHandshake(
          anonymousTo: try relayEnd(relaySecret).publicKey, prologue: [1], entropy: entropy)
      }
      return try NoiseHandshake(
        .xx, .initiator, prologue: [1], staticKey: relayEnd(deviceSecret), entropy: entropy)
    }

    static func relay(_ pattern: NoisePattern) throws -> NoiseHandshake {
      try NoiseHandshake(
        pattern, .responder, prologue: [1], staticKey: relayEnd(relaySecret),
        entropy: .fixed([UInt8](repeating: 0x44, count: 32)))
    }

    /// The messages of a handshake between them.
    static func messages(_ pattern: NoisePattern) throws -> [[UInt8]] {
      var device = try device(pattern)
      var relay = try relay(pattern)
      var messages = [try device.write()]
      _ = try relay.read(messages[0])
      messages.append(try relay.write())
      _ = try device.read(messages[1])
      if pattern == .xx { messages.append(try device.write()) }
      return messages
    }

    /// The reader of a message as it is before it.
    static func reader(of number: Int, in pattern: NoisePattern, _ messages: [[UInt8]]) throws
      -> Reader
    {
      guard number != 1 else {
        var device = try device(pattern)
        _ = try device.write()
        return Reader(device)
      }
      var relay = try relay(pattern)
      guard number == 2 else { return Reader(relay) }
      _ = try relay.read(messages[0])
      _ = try relay.write()
      return Reader(relay)
    }
  }

  /// A handshake in a box that can be handed around.
  final class Reader {
    private var handshake: NoiseHandshake
    init(_ handshake: consuming NoiseHandshake) { self.handshake = handshake }
    func read(_ message: [UInt8]) throws(LinkError) -> [UInt8] { try handshake.read(message) }
  }

  private func check(
    _ place: Place, _ input: [UInt8], _ stages: inout Stages, _ longest: inout LongestCall
  ) throws {
    let reader = try Ends.reader(of: place.number, in: place.pattern, place.messages)
    do throws(LinkError) {
      let payload = try longest.measure { () throws(LinkError) in try reader.read(input) }
      stages.reach("read")
      if place.isPlain {
        #expect(payload == Array(input.dropFirst(32)))
      } else {
        #expect(input == place.valid && payload.isEmpty)
      }
    } catch {
      #expect(error == LinkError(.handshakeFailed))
      #expect(!place.isPlain || input.count < 32)
      stages.reach(error.detail)
    }
  }

  @Test(arguments: 0..<5)
  func `W-12 cut short, one byte longer or with any bit wrong does not read`(index: Int) throws {
    let place = try Place.all()[index]
    let valid = place.valid
    var stages = Stages()
    var longest = LongestCall()
    for count in 0..<valid.count {
      try check(place, Array(valid.prefix(count)), &stages, &longest)
    }
    try check(place, valid + [0], &stages, &longest)
    for bit in 0..<valid.count * 8 {
      var flipped = valid
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      try check(place, flipped, &stages, &longest)
    }
    #expect(stages.count("A handshake message has another length.") >= 16)
    #expect(place.isPlain || stages.count("A handshake message does not decrypt.") >= 128)
    #expect(longest.milliseconds < 10)
  }

  @Test(arguments: [0x2015_E001] as [UInt64])
  func `W-12 of 10,000 kinds ends the handshake or is the right one`(seed: UInt64) throws {
    var random = Seeded(seed)
    var stages = Stages()
    var longest = LongestCall()
    let places = try Place.all()
    let zeroResults = [
      [UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31),
      try Hexadecimal.decode("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    ]
    for round in 0..<10_000 {
      let place = places[random.below(places.count)]
      let valid = place.valid
      var input = valid
      switch round % 8 {
      case 0, 2, 4: input = random.bytes(random.below(2) == 0 ? valid.count : random.below(130))
      case 6: input = random.bytes(32 * random.below(8))
      case 7: input.replaceSubrange(0..<32, with: zeroResults[random.below(3)])
      case 5 where random.below(8) == 0: break
      default: input = random.edited(input)
      }
      try check(place, input, &stages, &longest)
    }
    for stage in [
      "read", "A handshake message has another length.", "A handshake message does not decrypt.",
      "The peer's key agrees on nothing.",
    ] {
      #expect(stages.count(stage) > 100, "\(stage)")
    }
    #expect(longest.milliseconds < 10)
  }

  @Test func `W-12 that agrees on zero ends the session where the zero would be used`() throws {
    var relay = try Ends.relay(.xx)
    #expect(try relay.read([UInt8](repeating: 0, count: 32)).isEmpty)
    #expect(throws: LinkError(.handshakeFailed)) { _ = try relay.write() }
    #expect(throws: LinkError(.handshakeFailed)) { _ = try relay.write() }
  }
}

/// What a stranger may send in place of a message of a running session.
@Suite struct `A foreign message` {
  @Test func `cut short, one byte longer or with any bit wrong does not open`() throws {
    let valid = try Self.cipher().sealing([1, 2, 3, 4, 5, 6])
    var cipher = Self.cipher()
    for count in 0..<valid.count {
      #expect(throws: LinkError(.malformed)) { _ = try cipher.opened(Array(valid.prefix(count))) }
    }
    #expect(throws: LinkError(.malformed)) { _ = try cipher.opened(valid + [0]) }
    for bit in 0..<valid.count * 8 {
      var flipped = valid
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: LinkError(.malformed)) { _ = try cipher.opened(flipped) }
    }
    // None of them has moved the cipher on.
    #expect(try cipher.opened(valid) == [1, 2, 3, 4, 5, 6])
  }

  @Test(arguments: [0x2015_E002] as [UInt64])
  func `of 10,000 kinds does not open, or is the right one`(seed: UInt64) throws {
    var random = Seeded(seed)
    var stages = Stages()
    var longest = LongestCall()
    for round in 0..<10_000 {
      let plaintext = random.bytes(random.below(80))
      let valid = try Self.cipher().sealing(plaintext)
      let input =
        round.isMultiple(of: 2)
        ? random.bytes(random.below(120)) : round % 16 == 1 ? valid : random.edited(valid)
      var cipher = Self.cipher()
      do throws(LinkError) {
        let opened = try longest.measure { () throws(LinkError) in try cipher.opened(input) }
        #expect(input == valid && opened == plaintext)
        stages.reach("opened")
      } catch {
        #expect(error == LinkError(.malformed) && input != valid)
        stages.reach(error.detail.isEmpty ? "too short" : "forged")
      }
    }
    for stage in ["opened", "too short", "forged"] { #expect(stages.count(stage) > 100) }
    #expect(longest.milliseconds < 10)
  }

  private static func cipher() -> NoiseCipher {
    NoiseCipher(key: SecretBytes([UInt8](repeating: 8, count: 32)))
  }
}

extension NoiseCipher {
  consuming func sealing(_ plaintext: [UInt8]) throws(LinkError) -> [UInt8] {
    try sealed(plaintext)
  }
}
