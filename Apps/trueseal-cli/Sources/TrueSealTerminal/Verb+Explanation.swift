/// What a command's own help says beside its summary.
extension Verb {
  /// Paragraphs for the command's own help.
  var explanation: String {
    switch self {
    case .initialize:
      "Needs --relay the first time. Given again, it replaces the relay and the name remembered."
    case .status: "Prints one fact a line, name and value."
    case .pair: Self.pairExplanation
    case .join: Self.joinExplanation
    case .members: Self.membersExplanation
    case .remove: Self.removeExplanation
    case .leave: Self.leaveExplanation
    case .destroy: Self.destroyExplanation
    case .send: Self.sendExplanation
    case .listen: Self.listenExplanation
    case .chat: Self.chatExplanation
    case .session: Self.sessionExplanation
    case .outbox: Self.outboxExplanation
    case .manifest: Self.manifestExplanation
    case .doctor:
      "Checks paths, permissions, versions, the store down to its last page, and the relay."
    }
  }

  private static let pairExplanation = """
    The link is the first line. Whoever has it may ask to join until one device was accepted or the
    command ends; requests are shown and you type the number of the one to accept.
    """

  private static let joinExplanation = """
    With - the link is read from standard input. A link names its relay; a home that has none yet
    remembers it, a home with another one refuses. Waits until this device is a member.
    """

  private static let membersExplanation = """
    One device a line, id and name; this device is marked. With --watch the whole list in one line,
    now and after each change, until Ctrl-C; a device can leave the list and come back in it while
    changes that were made at the same time are brought together.
    """

  private static let removeExplanation = """
    MEMBER is an id of trueseal members, or as much of its beginning as no other has; after -- if it
    begins with a minus. Names are not taken, since anybody may choose any. Waits until the relay has
    what the others must hear; without that it is queued and leaves while listen or another command
    runs. The device removed begins anew once it hears of it.
    """

  private static let leaveExplanation = """
    Waits until the relay has what the others must hear; then keys, messages and the list are wiped,
    and this device can pair again as a new one. Until then it is leaving: it sends and handles no
    messages, and goes on leaving while listen or another command runs.
    """

  private static let destroyExplanation = """
    Asks first, unless --yes is given; without a terminal --yes is needed. Waits until the relay has
    what every member must hear; then keys, messages and the list are wiped here, and on each member
    when it hears of it. Until then this device is destroying, and goes on while listen or another
    command runs. It cannot be taken back.
    """

  private static let sendExplanation = """
    With - the message is standard input, with @FILE a file; anything else is the message itself,
    after -- if it begins with a minus. Prints the message's id, and waits until the relay has it for
    every recipient.
    """

  private static let listenExplanation = """
    One message a line: time, id, sender and text. With --exec the message is the standard input of
    a shell command, with TRUESEAL_ID, TRUESEAL_SENDER, TRUESEAL_SENDER_NAME and TRUESEAL_SENT_AT set;
    when the command fails, it is run again after 1, 2, 4 and 8 s, then the message is dropped.
    While this runs, other trueseal commands of the same home go through it.
    """

  private static let chatExplanation = """
    Each line typed is sent to MEMBER alone, each text that comes is a line: time, name and text.
    Texts sent while a session is being agreed on wait for it. /reset replaces the session, /verify
    shows its number, /quit or the end of the input ends, once the relay has what was sent; with
    --count only the last text that is waited for. Nothing is kept: what was on the screen is nowhere else. MEMBER is given as for remove. While this runs,
    other trueseal commands of the same home go through it.
    """

  private static let sessionExplanation = """
    list: one conversation a line: id, name, state, how many sessions there were, what waits.
    reset: asks MEMBER for a new session and waits until both use it. verify: prints the number of
    the session; when MEMBER sees the same one, nobody is between. MEMBER is given as for remove.
    """

  private static let outboxExplanation = """
    One message a line: id, purpose, age, who still lacks it, and how sending goes, oldest first.
    """

  private static let manifestExplanation = """
    Each signed list this device has seen, the newest first, beside the lists it was built on:
    @ is current, * is what current was built on, o lost against another of the same time, x counts
    for nothing and says why, ? cannot be judged yet. --dot and --svg print the same picture for
    Graphviz and as an SVG document, --json prints one object for each list, the oldest first.
    """
}
