public import TrueSealCrypto

extension Ratchet {
  private static let version: UInt8 = 1

  /// How far a session has come, as it is written.
  private enum Stage: UInt8 {
    case answering = 0
    case opening = 1
    case both = 2
  }

  private var stage: Stage {
    sending == nil ? .answering : receiving == nil ? .opening : .both
  }

  /// The whole state in its one spelling, to be stored; `RULES.md` lists the parts.
  public func encoded() -> SecretBytes {
    SecretBytes.filled(count: encodedByteCount) { bytes in
      var writer = 0
      func put(_ part: [UInt8]) {
        for byte in part {
          bytes[writer] = byte
          writer += 1
        }
      }
      func put(_ slot: Int, of shelf: SecretShelf) {
        shelf.read(slot) { secret in
          for index in secret.indices { bytes[writer + index] = secret[index] }
        }
        writer += SecretShelf.slotByteCount
      }
      let shelf = secrets.shared
      put([Self.version, stage.rawValue] + initiator + responder + openingKey)
      put(RatchetSecrets.Slot.root, of: shelf)
      put(RatchetSecrets.Slot.ownSecret, of: shelf)
      if sending != nil { put(RatchetSecrets.Slot.sendingChain, of: shelf) }
      if receiving != nil { put(RatchetSecrets.Slot.receivingChain, of: shelf) }
      put(publicTail)
      skipped.forEach { chain, count in
        var head = chain.bytes
        head.append(bigEndian: UInt16(count))
        put(head)
      } key: { number, keys, slot in
        var head: [UInt8] = []
        head.append(bigEndian: number)
        put(head)
        put(slot, of: keys)
      }
    }
  }

  /// What comes between the secrets and the skipped keys.
  private var publicTail: [UInt8] {
    var tail: [UInt8] = []
    if let sending { tail.append(bigEndian: sending.number) }
    if let opening {
      tail.append(bigEndian: opening.signedPrekeyID)
      tail.append(opening.oneTimePrekeyID == nil ? 0 : 1)
      if let id = opening.oneTimePrekeyID { tail.append(bigEndian: id) }
    }
    guard let sending, let receiving else { return tail }
    tail.append(bigEndian: sending.previousCount)
    tail += receiving.key.bytes
    tail.append(bigEndian: receiving.number)
    tail.append(UInt8(past.count))
    for chain in past {
      tail += chain.key.bytes
      tail.append(bigEndian: chain.count)
    }
    tail.append(bigEndian: UInt16(skipped.chainCount))
    return tail
  }

  private var encodedByteCount: Int {
    let secretCount = 2 + (sending == nil ? 0 : 1) + (receiving == nil ? 0 : 1)
    return 2 + 3 * RatchetKey.byteCount + secretCount * SecretShelf.slotByteCount
      + publicTail.count + skipped.chainCount * (RatchetKey.byteCount + 2)
      + skipped.count * (4 + SecretShelf.slotByteCount)
  }
}

// MARK: Reading

extension Ratchet {
  /// Reads what `encoded` gave, and nothing else, with the labels the ratchet was made with.
  ///
  /// The bytes are the caller's to erase. Takes time in proportion to them, and refuses more than
  /// a full state has before looking at them.
  ///
  /// - Throws: `RatchetError`, code `malformed`.
  public init(
    decoding bytes: [UInt8], labels: RatchetLabels = .trueSeal
  ) throws(RatchetError) {
    typealias Slot = RatchetSecrets.Slot
    guard bytes.count <= RatchetLimits.stateByteCountMax else {
      throw ByteReader.malformed("no state has \(bytes.count) bytes")
    }
    var reader = ByteReader(bytes)
    try reader.version(Self.version)
    guard let stage = Stage(rawValue: try reader.byte()) else {
      throw ByteReader.malformed("the stage is unknown")
    }
    self.init(
      labels: labels, initiator: try reader.take(RatchetKey.byteCount),
      responder: try reader.take(RatchetKey.byteCount),
      openingKey: try reader.take(RatchetKey.byteCount))
    let shelf = secrets.own()
    try reader.secret(to: Slot.root, of: shelf)
    try reader.secret(to: Slot.ownSecret, of: shelf)
    if stage != .answering {
      try reader.secret(to: Slot.sendingChain, of: shelf)
      if stage == .both { try reader.secret(to: Slot.receivingChain, of: shelf) }
      let key = shelf.read(Slot.ownSecret) { AgreementKey.publicKey(of: $0) }
      sending = Sending(key: key, number: try reader.number32(), previousCount: 0)
    }
    if stage == .opening {
      opening = Opening(
        openingKey: openingKey, signedPrekeyID: try reader.number32(),
        oneTimePrekeyID: try reader.flag() ? reader.number32() : nil)
    }
    if stage == .both { try readChains(&reader) }
    try reader.end()
  }

  private mutating func readChains(_ reader: inout ByteReader) throws(RatchetError) {
    sending?.previousCount = try reader.number32()
    let current = Receiving(key: try reader.key(), number: try reader.number32())
    guard current.number > 0 else { throw ByteReader.malformed("nothing came of a chain") }
    receiving = current
    let pastCount = Int(try reader.byte())
    guard pastCount <= RatchetLimits.Chosen.pastChainCountMax else {
      throw ByteReader.malformed("\(pastCount) past chains are too many")
    }
    for _ in 0..<pastCount {
      past.append(Past(key: try reader.key(), count: try reader.number32()))
    }
    let chainCount = try reader.number16()
    var seen: Set<RatchetKey> = []
    for _ in 0..<chainCount {
      let chain = try reader.key()
      let isCurrent = chain == current.key
      guard seen.insert(chain).inserted, !isCurrent || seen.count == chainCount else {
        throw ByteReader.malformed("a chain stands twice, or the current one is not the last")
      }
      let room = RatchetLimits.Chosen.skippedInAllMax - skipped.count
      let pieces = try reader.pieces(atMost: room, before: isCurrent ? current.number : .max)
      skipped.add(pieces, of: chain)
    }
  }
}
