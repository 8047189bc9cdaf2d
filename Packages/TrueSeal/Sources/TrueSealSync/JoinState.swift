/// Where this device stands, with what only that status needs.
enum JoinState: Hashable, Sendable {
  case notJoined
  case pendingJoin(PairingToken)
  case member
  /// A race left this device out of the list; it waits for its admission to be made again (M-53).
  case overtaken
  case leaving
  case destroying

  var status: Status {
    switch self {
    case .notJoined: .notJoined
    case .pendingJoin, .overtaken: .pendingJoin
    case .member: .member
    case .leaving: .leaving
    case .destroying: .destroying
    }
  }
}
