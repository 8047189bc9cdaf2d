/// An option of the command line.
enum Option: String, CaseIterable, Sendable {
  case home, namespace, relay, name
  case storeKeyFile = "store-key-file"
  case passphrase
  case passphraseFD = "passphrase-fd"
  case json, help, version
  case acceptFirst = "accept-first"
  case noWait = "no-wait"
  case timeout
  case noCompression = "no-compression"
  case exec, count, watch, dot, svg, yes

  /// What its value is called; nil when it takes none.
  var value: String? {
    switch self {
    case .home: "DIR"
    case .namespace: "NAME"
    case .relay: "ADDRESS"
    case .name: "LABEL"
    case .timeout: "SECONDS"
    case .exec: "COMMAND"
    case .count, .passphraseFD: "N"
    case .storeKeyFile: "FILE"
    case .passphrase, .json, .help, .version, .acceptFirst, .noWait, .noCompression, .watch, .dot,
      .svg,
      .yes:
      nil
    }
  }

  /// The commands it goes with; nil when it goes with all.
  var verbs: Set<Verb>? {
    switch self {
    case .home, .namespace, .relay, .name, .storeKeyFile, .passphrase, .passphraseFD, .json, .help,
      .version:
      nil
    case .acceptFirst: [.pair]
    case .noWait: [.join, .remove, .leave, .destroy, .send, .session]
    case .timeout: [.pair, .join, .remove, .leave, .destroy, .send, .chat, .session]
    case .noCompression: [.send]
    case .exec: [.listen]
    case .count: [.listen, .chat]
    case .watch: [.members]
    case .dot, .svg: [.manifest]
    case .yes: [.destroy]
    }
  }

  /// A line for the help page.
  var meaning: String {
    switch self {
    case .home: "where everything is kept ($TRUESEAL_HOME, or ~/.trueseal)"
    case .namespace: "which of the home's devices this is (default)"
    case .relay: "the Relay Address; remembered in the home"
    case .name: "the label others see; remembered in the home"
    case .storeKeyFile: "the 32 bytes this device's store is sealed with, from init on"
    case .passphrase: "the same from a passphrase, asked for at the terminal"
    case .passphraseFD: "the same, with the passphrase in a line from descriptor N"
    case .json: "results as one JSON object a line"
    case .help: "print help and end"
    case .version: "print the version and end"
    case .acceptFirst: "accept whoever asks first, without a question"
    case .noWait: "do not wait for others"
    case .timeout: "how long to wait: for the relay (30), or for the other device (no limit)"
    case .noCompression: "for a text that mixes secrets with what somebody else chose"
    case .exec: "run a shell command for each message"
    case .count: "end after N messages"
    case .watch: "print the list again after each change"
    case .dot: "print the picture for Graphviz"
    case .svg: "print the picture as an SVG document"
    case .yes: "do it without asking"
    }
  }

  /// How it is written in a help page.
  var usage: String { "--\(rawValue)" + (value.map { " \($0)" } ?? "") }
}
