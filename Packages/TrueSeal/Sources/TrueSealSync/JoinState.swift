/// Where this device stands, with what only that status needs.
enum JoinState: Hashable, Sendable {
  case notJoined
  case pendingJoin(PairingToken)
  case member
  case leaving
  case destroying

  var status: Status {
    switch self {
    case .notJoined: .notJoined
    case .pendingJoin: .pendingJoin
    case .member: .member
    case .leaving: .leaving
    case .destroying: .destroying
    }
  }
}
