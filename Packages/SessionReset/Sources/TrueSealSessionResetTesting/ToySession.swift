internal import TrueSealSessionReset

/// A Double Ratchet over toy arithmetic: every behaviour of a real one, and no secrecy at all.
///
/// A message is ratchet key (8), length of the chain before (8), number (8), content, tag (8).
public struct ToySession: Hashable, Sendable {
  /// The most messages of a chain that may be skipped at once.
  public static let skipMax: UInt64 = 100
  /// The most skipped messages whose keys are kept; the oldest give way.
  public static let keptMax = 200
  /// How many chains of the peer are remembered, so that their copies are known for what they are.
  static let pastMax = 5

  struct Chain: Hashable, Sendable {
    var key: UInt64
    var count: UInt64 = 0

    mutating func next() -> UInt64 {
      defer {
        key = Toy.mix([key, 2])
        count += 1
      }
      return Toy.mix([key, 1])
    }
  }

  struct Skipped: Hashable, Sendable {
    let ratchetKey: UInt64
    let number: UInt64
    let key: UInt64
  }

  /// The public key the session was built with.
  public let baseKey: UInt64
  private var root: UInt64
  private var secret: UInt64
  private var remote: UInt64?
  private var past: [UInt64] = []
  private var sending: Chain?
  private var receiving: Chain?
  private var previousCount: UInt64 = 0
  private var skipped: [Skipped] = []

  /// The side that built the session sends first.
  init(building root: UInt64, baseKey: UInt64, remote: UInt64, secret: UInt64) {
    self.baseKey = baseKey
    self.root = root
    self.secret = secret
    self.remote = remote
    sending = stepRoot(with: remote)
  }

  /// The other side waits for the first message.
  init(opening root: UInt64, baseKey: UInt64, secret: UInt64) {
    self.baseKey = baseKey
    self.root = root
    self.secret = secret
  }

  /// How often this side has turned the ratchet since it heard the peer.
  public private(set) var turnCount = 0

  /// Nil before the first message of the peer came in.
  mutating func encrypt(_ plaintext: [UInt8], binding: [UInt8]) -> [UInt8]? {
    guard var chain = sending else { return nil }
    let header = [Toy.publicKey(of: secret), previousCount, chain.count].flatMap(Toy.bytes)
    let key = chain.next()
    sending = chain
    let hidden = Self.hide(plaintext, with: key)
    return header + hidden + Self.tag(key, header, binding, hidden)
  }

  mutating func decrypt(
    _ sealed: [UInt8], binding: [UInt8], fresh: UInt64
  ) throws(Refusal) -> [UInt8] {
    guard sealed.count >= 32 else { throw .badMessage }
    let header = Array(sealed[..<24])
    let numbers = Toy.words(header)
    let hidden = Array(sealed[24..<(sealed.count - 8)])
    let tag = Array(sealed[(sealed.count - 8)...])
    let key = try key(numbers[0], previous: numbers[1], number: numbers[2], fresh: fresh)
    guard Self.tag(key, header, binding, hidden) == tag else { throw .badMessage }
    return Self.hide(hidden, with: key)
  }

  /// Made with the chain this side sends on, without moving it.
  func proof(of statement: UInt64) -> [UInt8]? {
    guard let sending else { return nil }
    return [Toy.publicKey(of: secret), sending.count, Toy.mix([sending.key, 3, statement])]
      .flatMap(Toy.bytes)
  }

  func isProof(_ proof: [UInt8], of statement: UInt64) -> Bool {
    guard proof.count == 24 else { return false }
    let numbers = Toy.words(proof)
    var copy = self
    if numbers[0] != remote {
      guard !past.contains(numbers[0]) else { return false }
      copy.turn(to: numbers[0], fresh: 1)
    }
    guard var chain = copy.receiving, numbers[1] >= chain.count,
      numbers[1] - chain.count <= Self.skipMax
    else { return false }
    while chain.count < numbers[1] { _ = chain.next() }
    return Toy.mix([chain.key, 3, statement]) == numbers[2]
  }

  // MARK: Keys

  private mutating func key(
    _ ratchetKey: UInt64, previous: UInt64, number: UInt64, fresh: UInt64
  ) throws(Refusal) -> UInt64 {
    let place = skipped.firstIndex { $0.ratchetKey == ratchetKey && $0.number == number }
    if let place { return skipped.remove(at: place).key }
    if past.contains(ratchetKey) { throw .duplicate }
    if ratchetKey != remote || receiving == nil {
      try skip(to: previous)
      turn(to: ratchetKey, fresh: fresh)
    }
    guard let count = receiving?.count, number >= count else { throw .duplicate }
    try skip(to: number)
    guard let key = receiving?.next() else { throw .badMessage }
    return key
  }

  private mutating func skip(to number: UInt64) throws(Refusal) {
    guard var chain = receiving, let remote, number > chain.count else { return }
    guard number - chain.count <= Self.skipMax else { throw .tooManySkipped }
    while chain.count < number {
      let count = chain.count
      skipped.append(Skipped(ratchetKey: remote, number: count, key: chain.next()))
    }
    skipped.removeFirst(max(0, skipped.count - Self.keptMax))
    receiving = chain
  }

  private mutating func turn(to ratchetKey: UInt64, fresh: UInt64) {
    if let remote, receiving != nil {
      past.append(remote)
      if past.count > Self.pastMax { past.removeFirst() }
    }
    remote = ratchetKey
    receiving = stepRoot(with: ratchetKey)
    previousCount = sending?.count ?? 0
    secret = fresh
    sending = stepRoot(with: ratchetKey)
    turnCount += 1
  }

  private mutating func stepRoot(with remote: UInt64) -> Chain {
    let agreed = Toy.agree(secret, remote)
    defer { root = Toy.mix([root, agreed, 4]) }
    return Chain(key: Toy.mix([root, agreed, 5]))
  }

  // MARK: One message

  private static func hide(_ bytes: [UInt8], with key: UInt64) -> [UInt8] {
    bytes.enumerated().map { place, byte in
      byte ^ UInt8(truncatingIfNeeded: Toy.mix([key, 6, UInt64(place)]))
    }
  }

  private static func tag(
    _ key: UInt64, _ header: [UInt8], _ binding: [UInt8], _ hidden: [UInt8]
  ) -> [UInt8] {
    Toy.bytes(Toy.mix(Toy.mix(Toy.mix(Toy.mix([key, 7]), header), binding), hidden))
  }
}
