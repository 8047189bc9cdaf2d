internal import Foundation

/// What a command asks of whoever has the store open.
enum Request: Codable, Equatable, Sendable {
  case status
  case members
  case outbox(limit: Int)
  /// Queues a message.
  case send(body: Data, mayCompress: Bool)
  /// Waits until the relay has a message for everybody.
  case outcome(id: String, milliseconds: Int)
  /// Waits until the relay has all that this device has to tell of the group.
  case drain(milliseconds: Int)
  case startPairing
  /// Waits for the join request of this number, counted from 0 in the open window.
  case nextJoinRequest(number: Int)
  case accept(id: String)
  case cancelPairing
  case join(token: String)
  /// Waits until this device is a member; without a limit where none is given.
  case waitUntilMember(milliseconds: Int?)
  /// Takes the member with this id, or the one whose id begins so, off the list.
  case remove(id: String)
  case leave
  case destroy
  /// Where the conversations stand.
  case sessions
  /// Where the conversation with the member stands whose id begins so.
  case session(id: String)
  case resetSession(id: String)
  /// Waits until no reset runs with this member.
  case waitForSession(id: String, milliseconds: Int)
  /// Waits until this device is in no group.
  case waitUntilGone(milliseconds: Int)
  /// Waits for the view of the group after this one; the present one comes at once where nothing is known.
  case nextView(after: GroupView.Mark?)
  /// Asks for what is known of the group's manifests, from a place on.
  case manifestLog(from: Int)
  /// Waits until the receiving line is up or known to be down.
  case reach(milliseconds: Int)
  /// Reads the whole store for damage.
  case verify

  /// Whether asking twice is the same as asking once.
  var isRepeatable: Bool {
    switch self {
    case .status, .members, .outbox, .outcome, .drain, .waitUntilMember, .reach, .verify: true
    case .waitUntilGone, .nextView, .manifestLog, .sessions, .session, .waitForSession: true
    case .send, .startPairing, .nextJoinRequest, .accept, .cancelPairing, .join: false
    case .remove, .leave, .destroy, .resetSession: false
    }
  }
}
