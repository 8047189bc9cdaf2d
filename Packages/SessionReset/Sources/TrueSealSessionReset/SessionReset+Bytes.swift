extension SessionReset {
  /// Everything but the keys and the policy, in the one form a record has.
  ///
  /// Layout 1, numbers big-endian, `?` a flag and what it announces, `*` a count (2) and values:
  /// layout (1), state (1) and its attempt, epoch (8), active? (8), archive* (tag 8, replaced? 8),
  /// tombstones* (tag 8, time 8), known* (id 16, time 8, declined epoch? 8), formers* (prekey 8, id 16),
  /// held?, completed? (id 16, origin 1, proof? 1), brakes.
  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.put(Self.layout)
    switch state {
    case .none: writer.put(0 as UInt8)
    case .initiated(let attempt): writer.put(1 as UInt8, attempt)
    case .received(let attempt): writer.put(2 as UInt8, attempt)
    }
    writer.put(epoch)
    writer.put(optional: active) { $0.put($1.number) }
    writer.put(list: archive) {
      $0.put($1.tag.number)
      $0.put(optional: $1.replacedAt) { $0.put($1) }
    }
    writer.put(list: tombstones) {
      $0.put($1.tag.number)
      $0.put($1.deletedAt)
    }
    writer.put(list: known) {
      $0.put($1.id.number)
      $0.put($1.notedAt)
      $0.put(optional: $1.declinedEpoch) { $0.put($1) }
    }
    writer.put(list: formers) {
      $0.put($1.prekey.number)
      $0.put($1.attempt.number)
    }
    writer.put(optional: held) {
      $0.put($1.id.number)
      $0.put($1.epoch)
      $0.put($1.prekey.number)
      $0.put($1.proof.rawValue)
    }
    writer.put(optional: completed) {
      $0.put($1.id.number)
      $0.put($1.origin.rawValue)
      $0.put(optional: $1.proof) { $0.put($1.rawValue) }
    }
    writer.put(brakes)
    return writer.bytes
  }

  /// Reads a record.
  ///
  /// - Throws: `SessionResetError`, code `malformed` for bytes that `bytes` never gives, and code
  ///   `damaged` for a record that contradicts itself.
  public init(
    bytes: [UInt8], parties: Parties, policy: ResetPolicy = ResetPolicy()
  ) throws(SessionResetError) {
    self.init(parties: parties, policy: policy)
    var reader = ByteReader(bytes)
    guard try reader.number() == Self.layout else {
      throw SessionResetError(.malformed, "the layout is unknown")
    }
    switch try reader.number() as UInt8 {
    case 0: state = .none
    case 1: state = .initiated(try reader.attempt())
    case 2: state = .received(try reader.attempt())
    default: throw SessionResetError(.malformed, "the state is unknown")
    }
    epoch = try reader.number()
    active = try reader.optional { reader throws(SessionResetError) in try reader.tag() }
    archive = try reader.archive()
    tombstones = try reader.tombstones()
    known = try reader.known()
    formers = try reader.formers()
    held = try reader.optional { reader throws(SessionResetError) in try reader.proposal() }
    completed = try reader.optional { reader throws(SessionResetError) in
      try reader.completed()
    }
    brakes = try reader.brakes()
    try reader.finish()
    try check()
  }

  private static let layout: UInt8 = 1
}
