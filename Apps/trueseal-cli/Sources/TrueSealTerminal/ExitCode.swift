/// What the program's end says to scripts; the numbers never change.
package enum ExitCode: Int32, CaseIterable, Codable, Sendable {
  case done = 0
  case unexpected = 1
  case usage = 2
  case staysQueued = 3
  case refusedForGood = 4
  case problemFound = 5
  case timedOut = 6
  case invalidRelayAddress = 10
  case invalidNamespace = 11
  case storage = 12
  case closed = 13
  case notMember = 14
  case alreadyInGroup = 15
  case invalidPairingToken = 16
  case pairingClosed = 17
  case groupFull = 18
  case memberNotFound = 19
  case payloadTooLarge = 20
  case messageHandlerAlreadySet = 21
  case storeTooNew = 22
  case seqRefused = 30
  case checkFailed = 31
  case inputRefused = 32
  case keyUnusable = 33
  case interrupted = 130

  /// A line for the help page.
  var meaning: String {
    switch self {
    case .done: "done; also when listen, pair or members --watch were told to leave"
    case .unexpected: "something unexpected, told in one sentence"
    case .usage: "the command line, or what it asks for, is wrong"
    case .staysQueued: "the relay has not taken it in time; it stays queued"
    case .refusedForGood: "the relay refused it for good for a recipient"
    case .problemFound: "doctor or bundle verify found something to put right"
    case .timedOut: "the other device did not come, or accept, in time"
    case .invalidRelayAddress: "the Relay Address is not one"
    case .invalidNamespace: "the namespace is not 1 to 64 of A-Z a-z 0-9 _ -"
    case .storage: "the store, or the home, cannot be used"
    case .closed: "the trueseal that had the store open has ended"
    case .notMember: "this device is in no group"
    case .alreadyInGroup: "this device is in a group already"
    case .invalidPairingToken: "the pairing link or token is not one"
    case .pairingClosed: "the pairing window is closed"
    case .groupFull: "the group is full"
    case .memberNotFound: "no other member has this id, or several have"
    case .payloadTooLarge: "the message is too long"
    case .messageHandlerAlreadySet: "another listen runs for this store"
    case .storeTooNew: "a newer release wrote the store; it was left as it is"
    case .seqRefused: "bundle: the seq is taken, too low, or not published"
    case .checkFailed: "bundle: a release does not pass the checks of its own app"
    case .inputRefused: "bundle: a link, a strange file, or a name that no bundle may have"
    case .keyUnusable: "a key file is open to others, or holds no key"
    case .interrupted: "told to leave before it was done"
    }
  }
}
