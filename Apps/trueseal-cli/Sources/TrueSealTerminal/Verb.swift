/// What a command line can ask for.
enum Verb: String, CaseIterable, Sendable {
  case initialize = "init"
  case status, pair, join, members, send, listen, outbox, doctor

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .initialize: "make this device, and remember its relay and its name"
    case .status: "show who this device is and where it stands"
    case .pair: "print a pairing link and admit a device that uses it"
    case .join: "ask the device that printed a link to be admitted"
    case .members: "list the devices of the group"
    case .send: "send a message to every other device"
    case .listen: "print messages as they come, or run a command for each"
    case .outbox: "list messages the relay has not taken yet"
    case .doctor: "check that everything is as it should be"
    }
  }

  /// What stands behind the command; nil when nothing may.
  var operand: String? {
    switch self {
    case .join: "LINK|TOKEN|-"
    case .send: "TEXT|-|@FILE"
    case .initialize, .status, .pair, .members, .listen, .outbox, .doctor: nil
    }
  }

  /// Paragraphs for the command's own help.
  var explanation: String {
    switch self {
    case .initialize:
      "Needs --relay the first time. Given again, it replaces the relay and the name remembered."
    case .status: "Prints one fact a line, name and value."
    case .pair:
      """
      The link is the first line. Whoever has it may ask to join until one device was accepted or the
      command ends; requests are shown and you type the number of the one to accept.
      """
    case .join:
      """
      With - the link is read from standard input. A link names its relay; a home that has none yet
      remembers it, a home with another one refuses. Waits until this device is a member.
      """
    case .members: "One device a line, id and name; this device is marked."
    case .send:
      """
      With - the message is standard input, with @FILE a file; anything else is the message itself,
      after -- if it begins with a minus. Prints the message's id, and waits until the relay has it for
      every recipient.
      """
    case .listen:
      """
      One message a line: time, id, sender and text. With --exec the message is the standard input of
      a shell command, with TRUESEAL_ID, TRUESEAL_SENDER, TRUESEAL_SENDER_NAME and TRUESEAL_SENT_AT set;
      when the command fails, it is run again after 1, 2, 4 and 8 s, then the message is dropped.
      While this runs, other trueseal commands of the same home go through it.
      """
    case .outbox: "One message a line: id, purpose, age and who still lacks it, oldest first."
    case .doctor: "Checks paths, permissions, versions, the store and the relay."
    }
  }
}
