/// News of one socket; an error counts as both kinds, so that the next call finds it.
struct PollerEvent {
  let token: UInt64
  let isReadable: Bool
  let isWritable: Bool
}
