extension ByteReader {
  mutating func tag() throws(SessionResetError) -> SessionTag {
    SessionTag(number: try number())
  }

  mutating func attempt() throws(SessionResetError) -> Attempt {
    var attempt = Attempt(
      id: try id(), epoch: try number(), origin: try side(), prekey: try prekey(),
      basis: try optional { reader throws(SessionResetError) in try reader.tag() },
      proof: try optional { reader throws(SessionResetError) in try reader.proof() },
      isFirst: try flag(), isRestart: try flag(), startedAt: try number(), sentAt: try number())
    attempt.pauseCount = Int(try number() as UInt8)
    guard attempt.pauseCount < SessionResetLimits.repeatPauses.count else {
      throw SessionResetError(.malformed, "there are not so many pauses")
    }
    attempt.isRepeated = try flag()
    attempt.isStallTold = try flag()
    return attempt
  }

  mutating func archive() throws(SessionResetError) -> [Archived] {
    try list(max: SessionResetLimits.archivedMax) { reader throws(SessionResetError) in
      Archived(tag: try reader.tag(), replacedAt: try reader.optionalNumber())
    }
  }

  mutating func tombstones() throws(SessionResetError) -> [Tombstone] {
    try list(max: SessionResetLimits.Chosen.tombstoneMax) { reader throws(SessionResetError) in
      Tombstone(tag: try reader.tag(), deletedAt: try reader.number())
    }
  }

  mutating func known() throws(SessionResetError) -> [KnownAttempt] {
    try list(max: SessionResetLimits.Chosen.knownAttemptMax) { reader throws(SessionResetError) in
      KnownAttempt(
        id: try reader.id(), notedAt: try reader.number(),
        declinedEpoch: try reader.optionalNumber())
    }
  }

  mutating func formers() throws(SessionResetError) -> [FormerPrekey] {
    try list(max: SessionResetLimits.formerPrekeyMax) { reader throws(SessionResetError) in
      FormerPrekey(prekey: try reader.prekey(), attempt: try reader.id())
    }
  }

  mutating func proposal() throws(SessionResetError) -> ResetProposal {
    ResetProposal(id: try id(), epoch: try number(), prekey: try prekey(), proof: try proof())
  }

  mutating func completed() throws(SessionResetError) -> CompletedReset {
    CompletedReset(
      id: try id(), origin: try side(),
      proof: try optional { reader throws(SessionResetError) in try reader.proof() })
  }

  mutating func brakes() throws(SessionResetError) -> Brakes {
    var brakes = Brakes()
    brakes.automaticAt = try optionalNumber()
    brakes.seen = try evidence(max: SessionResetLimits.Chosen.evidenceMax)
    brakes.acceptedAt = try list(max: SessionResetLimits.acceptanceMax) {
      reader throws(SessionResetError) in try reader.number()
    }
    brakes.rejectedAt = try optionalNumber()
    brakes.failures = try evidence(max: SessionResetLimits.Chosen.failureMax)
    brakes.desyncAt = try optionalNumber()
    brakes.isDesyncTold = try flag()
    brakes.sentAt = try optionalNumber()
    return brakes
  }

  mutating func id() throws(SessionResetError) -> AttemptID { AttemptID(number: try number()) }

  mutating func prekey() throws(SessionResetError) -> PrekeyID {
    PrekeyID(number: try number())
  }

  private mutating func evidence(max: Int) throws(SessionResetError) -> [Evidence] {
    try list(max: max) { reader throws(SessionResetError) in
      Evidence(number: try reader.number())
    }
  }

  private mutating func optionalNumber() throws(SessionResetError) -> UInt64? {
    try optional { reader throws(SessionResetError) in try reader.number() }
  }

  private mutating func side() throws(SessionResetError) -> Side {
    guard let side = Side(rawValue: try number()) else {
      throw SessionResetError(.malformed, "there are two sides")
    }
    return side
  }

  private mutating func proof() throws(SessionResetError) -> Proof {
    guard let proof = Proof(rawValue: try number()) else {
      throw SessionResetError(.malformed, "the proof is unknown")
    }
    return proof
  }
}
