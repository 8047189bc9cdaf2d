/// What comes back for a request.
enum Reply: Codable, Equatable, Sendable {
  case status(Standing)
  case members([Person])
  case outbox([Waiting])
  case sent(id: String, recipientCount: Int)
  case outcome(Outcome)
  /// A window is open; its number names it among those of this process.
  case pairing(link: String, window: Int)
  case joinRequest(Person)
  case removed(Person)
  case view(GroupView)
  case manifestLog(LogPage)
  case sessions([SessionView])
  case session(SessionView)
  case reached(String, isUp: Bool)
  case done
  case refused(Refusal)
}

/// A device as a command shows it.
struct Person: Codable, Equatable, Sendable {
  let id: String
  let name: String
  /// Nil where it goes without saying.
  var isThisDevice: Bool?
}

/// A message that has not left yet.
struct Waiting: Codable, Equatable, Sendable {
  let id: String
  /// `app` or `group`.
  let purpose: String
  /// In Unix milliseconds; nil for messages that are stamped as they leave.
  let sentAt: UInt64?
  /// Who lacks it; a device that is not a member yet is without id.
  let recipients: [Person?]
  /// How often sending it has failed since something last came through; nil where nothing has.
  var failedTries: Int?
  /// When it is tried again, in milliseconds from now; nil where it is under way or was not refused.
  var nextTryMilliseconds: Int?
}

/// What became of a message.
enum Outcome: String, Codable, Sendable {
  case accepted, failed, queued
}

/// Who this device is and where it stands.
struct Standing: Codable, Equatable, Sendable {
  let id: String
  let name: String
  let status: String
  let memberCount: Int
  let connection: String
  let queuedEntryCount: Int
  let relay: String
  let storeVersion: Int
  let libraryVersion: String
}
