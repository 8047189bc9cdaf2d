/// A text that waits for a session, and what was given beside it.
struct WaitingText {
  let reference: UInt64
  let expiry: UInt64?
  let text: [UInt8]
}
