import Testing
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

@Suite struct `A Noise handshake` {
  @Test func `has public vectors of both patterns to agree with`() {
    #expect(KnownAnswers.handshakes.count == 4)
    #expect(KnownAnswers.sessions.count { $0.refusal == nil } == 2)
    #expect(KnownAnswers.sessions.count { $0.refusal != nil } == 13)
  }

  @Test(arguments: KnownAnswers.handshakes.indices)
  func `W-12 says byte for byte what the public vectors say`(index: Int) throws {
    let vector = KnownAnswers.handshakes[index]
    let pattern: NoisePattern = vector.init_static == nil ? .nk : .xx
    #expect(vector.protocol_name == pattern.name)
    let prologue = try Hexadecimal.decode(vector.init_prologue)
    let initiatorEntropy = Entropy.fixed(try Hexadecimal.decode(vector.init_ephemeral))
    var initiator =
      if let digits = vector.init_static {
        try NoiseHandshake(
          pattern, .initiator, prologue: prologue, staticKey: .from(digits),
          entropy: initiatorEntropy)
      } else {
        NoiseHandshake(
          anonymousTo: try Hexadecimal.decode(vector.init_remote_static ?? ""),
          prologue: prologue, entropy: initiatorEntropy)
      }
    var responder = try NoiseHandshake(
      pattern, .responder, prologue: prologue, staticKey: .from(vector.resp_static),
      entropy: .fixed(try Hexadecimal.decode(vector.resp_ephemeral)))

    let count = pattern == .xx ? 3 : 2
    for (number, message) in vector.messages.prefix(count).enumerated() {
      let payload = try Hexadecimal.decode(message.payload)
      let isFirst = number.isMultiple(of: 2)
      let written = isFirst ? try initiator.write(payload) : try responder.write(payload)
      #expect(Hexadecimal.encode(written) == message.ciphertext)
      #expect(try (isFirst ? responder.read(written) : initiator.read(written)) == payload)
    }
    var first = try initiator.split()
    var second = try responder.split()
    #expect(first.handshakeHash == second.handshakeHash)
    if let hash = vector.handshake_hash {
      #expect(Hexadecimal.encode(first.handshakeHash) == hash)
    }
    for (number, message) in vector.messages.dropFirst(count).enumerated() {
      let payload = try Hexadecimal.decode(message.payload)
      let isFirst = (count + number).isMultiple(of: 2)
      let sealed = isFirst ? try first.sending.sealed(payload) : try second.sending.sealed(payload)
      #expect(Hexadecimal.encode(sealed) == message.ciphertext)
      let opened =
        isFirst ? try second.receiving.opened(sealed) : try first.receiving.opened(sealed)
      #expect(opened == payload)
    }
  }

  @Test func `W-12 W-13 makes the session the independent answers describe`() throws {
    let answer = try #require(KnownAnswers.sessions.first { $0.id == "noise/receive-session" })
    let prologue = try answer.bytes("prologue")
    var device = try NoiseHandshake(
      .xx, .initiator, prologue: prologue, staticKey: .from(answer.text("deviceStatic")),
      entropy: .fixed(try answer.bytes("deviceEphemeral")))
    var relay = try NoiseHandshake(
      .xx, .responder, prologue: prologue, staticKey: .from(answer.text("relayStatic")),
      entropy: .fixed(try answer.bytes("relayEphemeral")))
    let first = try device.write()
    _ = try relay.read(first)
    let second = try relay.write()
    _ = try device.read(second)
    let third = try device.write()
    _ = try relay.read(third)
    #expect([first, second, third].map(Hexadecimal.encode) == answer.outList("messages"))
    #expect([first, second, third].map(\.count) == NoisePattern.xx.messageByteCounts)

    var deviceSession = try device.split()
    var relaySession = try relay.split()
    #expect(Hexadecimal.encode(deviceSession.handshakeHash) == answer.outText("handshakeHash"))
    var deviceStream = prologue + Self.behindLength(first) + Self.behindLength(third)
    for frame in answer.list("deviceFrames") {
      deviceStream += Self.behindLength(
        try deviceSession.sending.sealed(try Hexadecimal.decode(frame)))
    }
    #expect(Hexadecimal.encode(deviceStream) == answer.outText("deviceStream"))
    var relayStream = Self.behindLength(second)
    for frame in answer.list("relayFrames") {
      relayStream += Self.behindLength(
        try relaySession.sending.sealed(try Hexadecimal.decode(frame)))
    }
    #expect(Hexadecimal.encode(relayStream) == answer.outText("relayStream"))
  }

  private static func behindLength(_ message: [UInt8]) -> [UInt8] {
    [UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
  }

  @Test(arguments: KnownAnswers.sessions.filter { $0.id != "noise/receive-session" })
  func `W-12 ends where an independent reader ends`(answer: KnownAnswers.Case) throws {
    let prologue = try answer.bytes("prologue")
    let entropy = Entropy.fixed(try answer.bytes("ephemeral"))
    let pattern: NoisePattern = answer.text("pattern") == "XX" ? .xx : .nk
    let isDevice = answer.text("end") == "device"
    var end =
      if !isDevice {
        try NoiseHandshake(
          pattern, .responder, prologue: prologue, staticKey: .from(answer.text("relayStatic")),
          entropy: entropy)
      } else if pattern == .xx {
        try NoiseHandshake(
          pattern, .initiator, prologue: prologue, staticKey: .from(answer.text("deviceStatic")),
          entropy: entropy)
      } else {
        NoiseHandshake(
          anonymousTo: try answer.bytes("relayPublic"), prologue: prologue, entropy: entropy)
      }
    var failure: LinkError?
    do throws(LinkError) {
      if isDevice { _ = try end.write() }
      for message in answer.list("messages") {
        // A payload is what the sessions refuse, not the machine.
        let bytes = (try? Hexadecimal.decode(message)) ?? []
        guard try end.read(bytes).isEmpty else { throw LinkError(.handshakeFailed) }
        if !end.isComplete { _ = try end.write() }
      }
    } catch {
      failure = error
    }
    #expect(failure?.code == (answer.refusal == nil ? nil : .handshakeFailed))
  }

  @Test func `fails at every step after a message that did not read`() throws {
    var device = NoiseHandshake(
      anonymousTo: AgreementKey.generate(from: .system).publicKey, prologue: [])
    _ = try device.write()
    let forged = [UInt8](repeating: 9, count: 48)
    #expect(throws: LinkError(.handshakeFailed)) { _ = try device.read(forged) }
    #expect(throws: LinkError(.handshakeFailed)) { _ = try device.read(forged) }
    let isComplete = device.isComplete
    #expect(!isComplete)
  }

  @Test func `stops a program that speaks out of turn`() async {
    await #expect(processExitsWith: .failure) {
      var device = NoiseHandshake(anonymousTo: [UInt8](repeating: 9, count: 32), prologue: [])
      _ = try device.read([UInt8](repeating: 0, count: 48))
    }
    await #expect(processExitsWith: .failure) {
      let device = NoiseHandshake(anonymousTo: [UInt8](repeating: 9, count: 32), prologue: [])
      _ = try device.split()
    }
  }
}

@Suite struct `A Noise cipher` {
  @Test func `never uses its last number`() throws {
    let key = { SecretBytes([UInt8](repeating: 3, count: 32)) }
    var sending = NoiseCipher(key: key(), number: .max - 1)
    var receiving = NoiseCipher(key: key(), number: .max - 1)
    let last = try sending.sealed([1])
    #expect(try receiving.opened(last) == [1])
    #expect(throws: LinkError(.exhausted)) { _ = try sending.sealed([1]) }
    #expect(throws: LinkError(.exhausted)) { _ = try receiving.opened(last) }
  }

  @Test func `W-14 opens messages in their order only`() throws {
    let key = { SecretBytes([UInt8](repeating: 3, count: 32)) }
    var sending = NoiseCipher(key: key())
    var receiving = NoiseCipher(key: key())
    let first = try sending.sealed([1])
    let second = try sending.sealed([2])
    #expect(throws: LinkError(.malformed)) { _ = try receiving.opened(second) }
    #expect(try receiving.opened(first) == [1])
    #expect(throws: LinkError(.malformed)) { _ = try receiving.opened(first) }
    #expect(try receiving.opened(second) == [2])
  }
}

extension NoiseCipher {
  mutating func sealed(_ plaintext: [UInt8]) throws(LinkError) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: plaintext.count + Self.tagByteCount)
    var target = sealed.mutableSpan
    try seal(plaintext.span, into: &target)
    return sealed
  }

  mutating func opened(_ sealed: [UInt8]) throws(LinkError) -> [UInt8] {
    guard sealed.count >= Self.tagByteCount else { throw LinkError(.malformed) }
    var plaintext = [UInt8](repeating: 0, count: sealed.count - Self.tagByteCount)
    var target = plaintext.mutableSpan
    try open(sealed.span, into: &target)
    return plaintext
  }
}
