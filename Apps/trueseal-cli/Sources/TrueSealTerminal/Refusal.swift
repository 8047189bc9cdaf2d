internal import TrueSealSync

/// Why something was not done: a code for scripts and a sentence for people.
package struct Refusal: Error, Codable, Hashable, Sendable {
  package let code: ExitCode
  package let sentence: String

  package init(_ code: ExitCode, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }

  /// The command line is wrong.
  package static func usage(_ sentence: String) -> Refusal { Refusal(.usage, sentence) }

  /// The user wants to leave.
  package static let interrupted = Refusal(.interrupted, "told to leave before it was done")

  /// The process that had the store open went away.
  static let gone = Refusal(
    .closed, "the trueseal that has the store open ended before it answered; try again")

  /// Puts an error of the library into a sentence.
  init(_ error: TrueSealError) {
    switch error {
    case .invalidRelayAddress:
      self.init(
        .invalidRelayAddress,
        "this is no Relay Address; one looks like trueseal://<64 hex digits>@host:7700")
    case .invalidNamespace:
      self.init(.invalidNamespace, "a namespace is 1 to 64 of the characters A-Z a-z 0-9 _ -")
    case .storage, .storeTooNew: self = StoreTrouble.unnamed.refusal(for: error)
    case .closed: self = .gone
    case .notMember(let status): self.init(.notMember, Self.sentence(for: status))
    case .alreadyInGroup:
      self.init(.alreadyInGroup, "this device is in a group already; use another --namespace")
    case .invalidPairingToken:
      self.init(
        .invalidPairingToken,
        "this is no pairing link or token of another device; copy all of what pair prints")
    case .pairingClosed:
      self.init(.pairingClosed, "the pairing window is closed; run trueseal pair again")
    case .groupFull(let max): self.init(.groupFull, "the group has its \(max) members already")
    case .memberNotFound:
      self.init(.memberNotFound, "no other member has this id; see trueseal members")
    case .payloadTooLarge(let max):
      self.init(.payloadTooLarge, "a message has at most \(max) bytes")
    case .messageHandlerAlreadySet:
      self.init(.messageHandlerAlreadySet, "another trueseal listen runs for this store")
    }
  }

  /// Puts any error into a sentence, without its inner workings.
  package init(unexpected error: any Error) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let error as TrueSealError: self.init(error)
    case is CancellationError: self = .interrupted
    default: self.init(.unexpected, "something unexpected happened: \(error)")
    }
  }

  private static func sentence(for status: Status) -> String {
    switch status {
    case .pendingJoin: "this device has asked to join a group, or waits to be listed again"
    case .leaving: "this device is leaving its group"
    case .destroying: "this device is ending its group"
    case .notJoined, .member:
      "this device is in no group; run trueseal pair here, or trueseal join with another's link"
    }
  }
}
