/// The trace of a deleted session, so that its late messages are known for what they are (SK-21).
struct Tombstone: Hashable, Sendable {
  let tag: SessionTag
  let deletedAt: UInt64
}
