extension ByteWriter {
  mutating func put(_ state: UInt8, _ attempt: Attempt) {
    put(state)
    put(attempt.id.number)
    put(attempt.epoch)
    put(attempt.origin.rawValue)
    put(attempt.prekey.number)
    put(optional: attempt.basis) { $0.put($1.number) }
    put(optional: attempt.proof) { $0.put($1.rawValue) }
    put(attempt.isFirst)
    put(attempt.isRestart)
    put(attempt.startedAt)
    put(attempt.sentAt)
    put(UInt8(attempt.pauseCount))
    put(attempt.isRepeated)
    put(attempt.isStallTold)
  }

  mutating func put(_ brakes: Brakes) {
    put(optional: brakes.automaticAt) { $0.put($1) }
    put(list: brakes.seen) { $0.put($1.number) }
    put(list: brakes.acceptedAt) { $0.put($1) }
    put(optional: brakes.rejectedAt) { $0.put($1) }
    put(list: brakes.failures) { $0.put($1.number) }
    put(optional: brakes.desyncAt) { $0.put($1) }
    put(brakes.isDesyncTold)
    put(optional: brakes.sentAt) { $0.put($1) }
  }
}
