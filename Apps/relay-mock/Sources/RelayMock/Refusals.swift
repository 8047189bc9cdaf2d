import TrueSealTransport

/// The recipients one Push Session is no longer served for, and the code each of them gets (W-20).
///
/// Once a push for a recipient was refused for now, later ones for it must not slip past: the
/// device resumes from the refused one in a new session.
struct Refusals: Hashable, Sendable {
  private var codes: [[UInt8]: RefusalCode] = [:]
  private let recipientCountMax: Int

  init(recipientCountMax: Int = RelayLimits.Chosen.refusedRecipientCountMax) {
    self.recipientCountMax = recipientCountMax
  }

  /// True when no further recipient can be remembered; the session must then end.
  var isFull: Bool { codes.count >= recipientCountMax }

  /// The code that a push for this recipient gets without being looked at, if any.
  func code(for recipient: [UInt8]) -> RefusalCode? { codes[recipient] }

  /// Remembers a refusal; one that is permanent concerns its push alone and is not kept.
  mutating func note(_ code: RefusalCode, for recipient: [UInt8]) {
    guard !code.isPermanent, codes[recipient] == nil else { return }
    codes[recipient] = code
  }
}
