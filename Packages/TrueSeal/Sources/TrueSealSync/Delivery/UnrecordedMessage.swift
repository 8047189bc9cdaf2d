/// A message that was handled or given up, and whose record the disk has not taken yet.
struct UnrecordedMessage: Hashable, Sendable {
  let id: MessageID
  /// Why it was given up; nil when it was handled.
  let failure: String?
}
