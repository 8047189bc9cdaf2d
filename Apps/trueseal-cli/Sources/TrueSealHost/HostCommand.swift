internal import TrueSealTerminal
internal import TrueSealUpdater
internal import TrueSealUpdaterFiles

/// The words behind `trueseal host`, understood.
struct HostCommand: Equatable, Sendable {
  /// An option of the command.
  enum Option: String, CaseIterable, Sendable {
    case channel, name, dir
    case builtIn = "built-in"
    case app
    case readySeconds = "ready-seconds"
    case json, help

    /// What its value is called; nil when it takes none.
    var value: String? {
      switch self {
      case .channel: "URL"
      case .name: "NAME"
      case .dir, .builtIn: "DIR"
      case .app: "FILE"
      case .readySeconds: "N"
      case .json, .help: nil
      }
    }

    /// A line for the help page.
    var meaning: String {
      switch self {
      case .channel: "where a web server has the release folder; needed"
      case .name: "which of its channels to follow (stable)"
      case .dir: "the app's folder, where everything is kept; needed"
      case .builtIn: "the bundle the app ships with: a draft of trueseal bundle build"
      case .app: "the facts the app has compiled in (app.json of --built-in)"
      case .readySeconds: "how long a page may take to be ready, for trying things out (15)"
      case .json: "what happens as one JSON object a line"
      case .help: "print help and end"
      }
    }
  }

  var url = ""
  var channel = "stable"
  var dir = ""
  var builtIn: String?
  var app: String?
  var readySeconds = HostLimits.readySeconds
  var wantsHelp = false

  /// Reads the words.
  ///
  /// - Throws: `Refusal`, usage, in a sentence that names what is wrong.
  init(_ words: [String]) throws(Refusal) {
    let known = Option.allCases.map {
      System.KnownOption(name: $0.rawValue, takesValue: $0.value != nil)
    }
    for piece in try System.pieces(of: words, knowing: known) {
      switch piece {
      case .word(let word): throw .usage("host takes no words, but there is “\(word)”")
      case .option(let name, let value):
        guard value?.isEmpty != true else { throw .usage("--\(name) is empty") }
        try set(Option(rawValue: name), value ?? "")
      }
    }
    guard !wantsHelp else { return }
    guard !url.isEmpty, !dir.isEmpty else { throw .usage("host needs --channel URL and --dir DIR") }
    guard app != nil || builtIn != nil else {
      throw .usage("host needs --built-in DIR or --app FILE")
    }
  }

  private mutating func set(_ option: Option?, _ value: String) throws(Refusal) {
    switch option {
    case .channel: url = value
    case .name: channel = value
    case .dir: dir = value
    case .builtIn: builtIn = value
    case .app: app = value
    case .readySeconds:
      guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = UInt64(value),
        (1...HostLimits.readySeconds).contains(seconds)
      else {
        throw .usage(
          "--ready-seconds takes a whole number from 1 to \(HostLimits.readySeconds), "
            + "not “\(value)”")
      }
      readySeconds = seconds
    case .json: break
    case .help: wantsHelp = true
    case nil: throw .usage("unknown option")
    }
  }

  /// What `trueseal host --help` prints.
  static var help: String {
    let width = Option.allCases.map { usage($0).count }.max() ?? 0
    let lines = Option.allCases.map { option in
      let head = usage(option)
      return "  \(head)\(String(repeating: " ", count: width + 3 - head.count))\(option.meaning)"
    }
    return """
      trueseal host: show a channel's bundle as a phone would, in a browser on this machine.

      usage: trueseal host --channel URL --dir DIR [OPTIONS]

      Prints what happens, and the address once it can be opened. Starting it is a start of the app's UI: what waits is
      tried, and a trial that a host before it left unconfirmed has failed once more. Ctrl-C ends it.

      Around the bundle is a page with the state. A bundle's page finds the launch's nonce and its own
      token in its address, /NONCE/TOKEN/path, and posts to /NONCE/bridge/CALL with the token in the
      header X-Page. CALL is ready, applyUpdate, pageStarted or check; /NONCE/bridge/state is read.

      Options; defaults in brackets:
      \(lines.joined(separator: "\n"))
      """
  }

  private static func usage(_ option: Option) -> String {
    "--\(option.rawValue)" + (option.value.map { " \($0)" } ?? "")
  }
}
