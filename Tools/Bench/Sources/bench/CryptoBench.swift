import TrueSealCrypto

/// Crypto against libsodium.
struct CryptoBench {
  let rounds: Int
  private static let goal = Line.Goal.atLeast(0.95)

  func run(_ tell: (Line) -> Void) async throws {
    let duel = Duel(rounds: rounds, timepiece: .processor)
    let short = try Trial(byteCount: 64)
    try Plain.startSodium(byteCount: 64)
    tell(
      try await duel.run(plain: { try Plain.sign($0) }, ours: { short.sign($0) })
        .line("Ed25519 sign, 64 bytes", unit: .microseconds, goal: Self.goal))
    tell(
      try await duel.run(plain: { try Plain.verify($0) }, ours: { try short.verify($0) })
        .line("Ed25519 verify, 64 bytes", unit: .microseconds, goal: Self.goal))
    tell(
      try await duel.run(plain: { try Plain.agree($0) }, ours: { try short.agree($0) })
        .line("X25519", unit: .microseconds, goal: Self.goal))
    for kibibytes in [1, 60] {
      let trial = try Trial(byteCount: kibibytes * 1_024)
      try Plain.startSodium(byteCount: kibibytes * 1_024)
      tell(
        try await duel.run(plain: { try Plain.seal($0) }, ours: { trial.seal($0) })
          .line("seal \(kibibytes) KiB", unit: .microseconds, goal: Self.goal))
      tell(
        try await duel.run(plain: { try Plain.open($0) }, ours: { try trial.open($0) })
          .line("open \(kibibytes) KiB", unit: .microseconds, goal: Self.goal))
    }
  }
}

extension CryptoBench {
  /// The calls of the package, in spans and out, on keys and buffers of its own.
  private final class Trial {
    private let signing = SigningKey.generate(from: .system)
    private let agreement = AgreementKey.generate(from: .system)
    private let key = SecretBytes.random(count: 32, from: .system)
    private let peer = AgreementKey.generate(from: .system).publicKey
    private let nonce = [UInt8](repeating: 0, count: 12)
    private let binding = [UInt8](repeating: 0, count: 66)
    private let message: [UInt8]
    private let signature: [UInt8]
    private let sealed: [UInt8]

    init(byteCount: Int) throws {
      message = Entropy.system.bytes(count: byteCount)
      signature = signing.sign(message)
      sealed = ChaChaPoly.seal(message, key: key, nonce: nonce, binding: binding)
    }

    func sign(_ times: Int) {
      let message = message
      var signature = signature
      for _ in 0..<times {
        var target = signature.mutableSpan
        signing.sign(message.span, into: &target)
      }
    }

    func verify(_ times: Int) throws {
      let (signature, message, publicKey) = (signature, message, signing.publicKey)
      var isGenuine = true
      for _ in 0..<times {
        isGenuine =
          SigningKey.verify(signature.span, of: message.span, by: publicKey.span) && isGenuine
      }
      guard isGenuine else { throw Plain.Refusal(work: "verify our own signature") }
    }

    func agree(_ times: Int) throws {
      let peer = peer
      var shared = [UInt8](repeating: 0, count: 32)
      for _ in 0..<times {
        var target = shared.mutableSpan
        try agreement.agree(with: peer.span, into: &target)
      }
    }

    func seal(_ times: Int) {
      let (message, nonce, binding) = (message, nonce, binding)
      var sealed = sealed
      for _ in 0..<times {
        var target = sealed.mutableSpan
        ChaChaPoly.seal(
          message.span, key: key, nonce: nonce.span, binding: binding.span, into: &target)
      }
    }

    func open(_ times: Int) throws {
      let (sealed, nonce, binding) = (sealed, nonce, binding)
      var opened = message
      for _ in 0..<times {
        var target = opened.mutableSpan
        try ChaChaPoly.open(
          sealed.span, key: key, nonce: nonce.span, binding: binding.span, into: &target)
      }
    }
  }
}
