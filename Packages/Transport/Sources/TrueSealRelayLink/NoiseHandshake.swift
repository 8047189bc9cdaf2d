public import TrueSealCrypto
public import TrueSealTransport

/// The handshake of Noise as a machine: messages in, messages out, no sockets and no clock.
///
///     initiator: write ─► read ─► (XX: write) ─► split
///     responder: read ─► write ─► (XX: read) ─► split
///
/// A message that does not read ends the handshake: every later step fails. Source: Noise revision
/// 34, section 5.3.
public struct NoiseHandshake: ~Copyable, Sendable {
  /// Which end this is.
  public enum Role: Hashable, Sendable {
    case initiator, responder
  }

  /// The handshake that is spoken.
  public let pattern: NoisePattern
  /// Which end this is.
  public let role: Role
  /// The key the other end has proven, or was expected to prove; nil while unknown.
  public private(set) var remoteKey: [UInt8]?

  private let staticKey: AgreementKey?
  private let ephemeralKey: AgreementKey
  private var remoteEphemeralKey: [UInt8]?
  private var symmetric: NoiseSymmetric
  private var messageCount = 0
  private var hasFailed = false

  /// Starts an end that proves `staticKey`: either end of XX, or the responder of NK.
  public init(
    _ pattern: NoisePattern, _ role: Role, prologue: [UInt8], staticKey: borrowing AgreementKey,
    entropy: Entropy = .system
  ) throws(LinkError) {
    precondition(pattern == .xx || role == .responder, "The initiator of NK is anonymous.")
    let copy: AgreementKey
    do throws(CryptoError) {
      copy = try AgreementKey(secret: staticKey.secret())
    } catch {
      throw LinkError(.handshakeFailed, "The key cannot be used.")
    }
    self.pattern = pattern
    self.role = role
    symmetric = NoiseSymmetric(name: pattern.name, prologue: prologue)
    if pattern == .nk { symmetric.mixHash(copy.publicKey) }
    self.staticKey = consume copy
    ephemeralKey = .generate(from: entropy)
  }

  /// Starts the anonymous end of NK, which knows the key the other end must prove.
  public init(anonymousTo remoteKey: [UInt8], prologue: [UInt8], entropy: Entropy = .system) {
    precondition(remoteKey.count == CryptoLimits.publicKeyByteCount, "A key has 32 bytes.")
    pattern = .nk
    role = .initiator
    symmetric = NoiseSymmetric(name: NoisePattern.nk.name, prologue: prologue)
    symmetric.mixHash(remoteKey)
    self.remoteKey = remoteKey
    staticKey = nil
    ephemeralKey = .generate(from: entropy)
  }

  /// Whether every message was written or read, so that `split` may be called.
  public var isComplete: Bool { messageCount == pattern.messages.count && !hasFailed }

  /// Whether the next step is to write; meaningless once complete.
  public var isToWrite: Bool { messageCount.isMultiple(of: 2) == (role == .initiator) }

  /// Bytes of the next message with an empty payload; nil once complete.
  public var nextMessageByteCount: Int? {
    let counts = pattern.messageByteCounts
    return messageCount < counts.count ? counts[messageCount] : nil
  }

  /// Writes the next message; it must be this end's turn.
  ///
  /// - Throws: `LinkError`, code `handshakeFailed`, for an agreement on zero or an end already failed.
  public mutating func write(_ payload: [UInt8] = []) throws(LinkError) -> [UInt8] {
    precondition(messageCount < pattern.messages.count && isToWrite, "It is the peer's turn.")
    try beginStep()
    var message: [UInt8] = []
    for token in pattern.messages[messageCount] {
      switch token {
      case .e:
        message += ephemeralKey.publicKey
        symmetric.mixHash(ephemeralKey.publicKey)
      case .s:
        message += try symmetric.seal(ownKey)
      case .ee, .es, .se:
        try agree(token)
      }
    }
    message += try symmetric.seal(payload)
    guard message.count <= TransportLimits.messageByteCountMax else {
      throw LinkError(.handshakeFailed, "The payload is too long.")
    }
    endStep()
    return message
  }

  /// Reads the next message and returns its payload; it must be the peer's turn.
  ///
  /// - Throws: `LinkError`, code `handshakeFailed`: nothing of the message may be believed.
  public mutating func read(_ message: [UInt8]) throws(LinkError) -> [UInt8] {
    precondition(messageCount < pattern.messages.count && !isToWrite, "It is this end's turn.")
    try beginStep()
    var rest = message[...]
    for token in pattern.messages[messageCount] {
      switch token {
      case .e:
        let key = try Self.take(CryptoLimits.publicKeyByteCount, from: &rest)
        remoteEphemeralKey = key
        symmetric.mixHash(key)
      case .s:
        let sealed = try Self.take(
          CryptoLimits.publicKeyByteCount + symmetric.overhead, from: &rest)
        remoteKey = try open(sealed)
      case .ee, .es, .se:
        try agree(token)
      }
    }
    guard rest.count >= symmetric.overhead, message.count <= TransportLimits.messageByteCountMax
    else { throw Self.wrongLength }
    let payload = try open(Array(rest))
    endStep()
    return payload
  }

  /// Turns a complete handshake into the session it was for.
  public consuming func split() throws(LinkError) -> NoiseSession {
    precondition(isComplete, "The handshake is not complete.")
    let ciphers = try symmetric.split()
    let hash = symmetric.hash
    return role == .initiator
      ? NoiseSession(
        handshakeHash: hash, sending: ciphers.initiator, receiving: ciphers.responder)
      : NoiseSession(
        handshakeHash: hash, sending: ciphers.responder, receiving: ciphers.initiator)
  }
}

extension NoiseHandshake {
  private static var wrongLength: LinkError {
    LinkError(.handshakeFailed, "A handshake message has another length.")
  }

  /// A step that throws midway leaves the mark standing, so that no later one is taken.
  private mutating func beginStep() throws(LinkError) {
    guard !hasFailed else { throw LinkError(.handshakeFailed, "An earlier message failed.") }
    hasFailed = true
  }

  private mutating func endStep() {
    messageCount += 1
    hasFailed = false
  }

  private var ownKey: [UInt8] {
    switch staticKey {
    case .some(let key): key.publicKey
    case .none: []
    }
  }

  private mutating func open(_ sealed: [UInt8]) throws(LinkError) -> [UInt8] {
    do throws(LinkError) {
      return try symmetric.open(sealed)
    } catch {
      throw LinkError(.handshakeFailed, "A handshake message does not decrypt.")
    }
  }

  /// Mixes an agreement in; the token's first letter is the initiator's key, its second the other's.
  private mutating func agree(_ token: NoisePattern.Token) throws(LinkError) {
    let usesOwnStatic = token == (role == .initiator ? .se : .es)
    let usesRemoteStatic = token == (role == .initiator ? .es : .se)
    guard let remote = usesRemoteStatic ? remoteKey : remoteEphemeralKey else {
      throw LinkError(.handshakeFailed, "The peer's key is missing.")
    }
    try symmetric.mixKey(agreement(isStatic: usesOwnStatic, with: remote))
  }

  private func agreement(isStatic: Bool, with remote: [UInt8]) throws(LinkError) -> SecretBytes {
    do throws(CryptoError) {
      guard isStatic else { return try ephemeralKey.sharedSecret(with: remote) }
      switch staticKey {
      case .some(let key): return try key.sharedSecret(with: remote)
      case .none: preconditionFailure("Only an end with a key is asked to prove it.")
      }
    } catch {
      throw LinkError(.handshakeFailed, "The peer's key agrees on nothing.")
    }
  }

  private static func take(_ count: Int, from rest: inout ArraySlice<UInt8>) throws(LinkError)
    -> [UInt8]
  {
    guard rest.count >= count else { throw wrongLength }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
