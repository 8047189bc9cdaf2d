/// What a command line can ask for.
enum Verb: String, CaseIterable, Sendable {
  case initialize = "init"
  case status, pair, join, members, remove, leave, destroy, send, listen, chat, session, outbox,
    manifest, doctor

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .initialize: "make this device, and remember its relay and its name"
    case .status: "show who this device is and where it stands"
    case .pair: "print a pairing link and admit a device that uses it"
    case .join: "ask the device that printed a link to be admitted"
    case .members: "list the devices of the group"
    case .remove: "take a device out of the group"
    case .leave: "leave the group; this device begins anew"
    case .destroy: "end the group for every member; all of them begin anew"
    case .send: "send a message to every other device"
    case .listen: "print messages as they come, or run a command for each"
    case .chat: "talk with one member, with forward secrecy"
    case .session: "list, replace or compare the sessions of conversations"
    case .outbox: "list messages the relay has not taken yet"
    case .manifest: "draw how the list of members came to be"
    case .doctor: "check that everything is as it should be"
    }
  }

  /// What stands behind the command; nil when nothing may.
  var operand: String? {
    switch self {
    case .join: "LINK|TOKEN|-"
    case .remove, .chat: "MEMBER"
    case .session: "list|reset MEMBER|verify MEMBER"
    case .send: "TEXT|-|@FILE"
    case .manifest: "log"
    case .initialize, .status, .pair, .members, .leave, .destroy, .listen, .outbox, .doctor: nil
    }
  }
}
