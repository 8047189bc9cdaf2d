/// A command line, understood.
struct Command: Equatable, Sendable {
  /// What to do; nil for the program's own help or version.
  var verb: Verb?
  /// What stands behind the verb.
  var operand: String?
  /// The member that `session` is about.
  var member: String?
  var home: String?
  var namespace = "default"
  var relay: String?
  var name: String?
  /// What the store is sealed with.
  var lock = StoreLock.none
  var isJSON = false
  var wantsHelp = false
  var wantsVersion = false
  var acceptsFirst = false
  var waits = true
  /// How long to wait; nil where nothing was said.
  var timeoutMilliseconds: Int?
  var mayCompress = true
  var exec: String?
  var count: Int?
  var watches = false
  /// Whether what cannot be taken back is done without asking.
  var isSure = false
  var picture = Picture.text

  /// What `manifest log` draws.
  enum Picture: Equatable, Sendable {
    case text, dot, svg
  }

  /// How long to wait for the relay, in milliseconds.
  var relayTimeoutMilliseconds: Int {
    timeoutMilliseconds ?? TerminalLimits.sendTimeoutMilliseconds
  }

  /// Reads the words after the program's name.
  ///
  /// - Throws: `Refusal`, usage, in a sentence that names what is wrong.
  init(_ words: [String]) throws(Refusal) {
    let known = Option.allCases.map {
      System.KnownOption(name: $0.rawValue, takesValue: $0.value != nil)
    }
    var given: [Option] = []
    var operands: [String] = []
    for piece in try System.pieces(of: words, knowing: known) {
      switch piece {
      case .option(let name, let value):
        guard let option = Option(rawValue: name) else { throw .usage("unknown option --\(name)") }
        try set(option, value ?? "")
        given.append(option)
      case .word(let word): operands.append(word)
      }
    }
    try take(operands)
    try check(given)
  }

  private mutating func take(_ operands: [String]) throws(Refusal) {
    guard let first = operands.first else {
      guard wantsHelp || wantsVersion else { throw .usage("say what to do") }
      return
    }
    if first == "help" {
      wantsHelp = true
      guard operands.count > 1 else { return }
      return try take(Array(operands.dropFirst()))
    }
    guard let verb = Verb(rawValue: first) else { throw .usage("unknown command “\(first)”") }
    self.verb = verb
    guard !wantsHelp, !wantsVersion else { return }
    if verb == .session { return try takeSession(operands) }
    guard operands.count == (verb.operand == nil ? 1 : 2) else {
      guard let operand = verb.operand else {
        throw .usage("\(verb.rawValue) takes no more words, but there is “\(operands[1])”")
      }
      let advice = verb == .send ? "; put a text of several words in quotes" : ""
      throw .usage("\(verb.rawValue) takes one \(operand)\(advice)")
    }
    operand = operands.count == 2 ? operands[1] : nil
    guard verb != .manifest || operand == "log" else {
      throw .usage("manifest knows log, not “\(operands[1])”")
    }
  }

  private mutating func takeSession(_ operands: [String]) throws(Refusal) {
    operand = operands.count > 1 ? operands[1] : nil
    member = operands.count > 2 ? operands[2] : nil
    switch (operand, operands.count) {
    case ("list", 2), ("reset", 3), ("verify", 3): return
    case ("reset", _), ("verify", _):
      throw .usage("session \(operand ?? "") takes one MEMBER")
    case ("list", _): throw .usage("session list takes no more words")
    default: throw .usage("session takes list, reset MEMBER or verify MEMBER")
    }
  }

  private func check(_ given: [Option]) throws(Refusal) {
    guard let verb else { return }
    for option in given where option.verbs?.contains(verb) == false {
      throw .usage("--\(option.rawValue) does not go with \(verb.rawValue)")
    }
    guard Set(given).intersection([.storeKeyFile, .passphrase, .passphraseFD]).count < 2 else {
      throw .usage("--store-key-file, --passphrase and --passphrase-fd exclude each other")
    }
    guard Set(given).intersection([.dot, .svg, .json]).count < 2 || verb != .manifest else {
      throw .usage("--dot, --svg and --json exclude each other")
    }
  }

  private mutating func set(_ option: Option, _ value: String) throws(Refusal) {
    switch option {
    case .home: home = try Self.text(value, option)
    case .namespace: namespace = try Self.text(value, option)
    case .relay: relay = try Self.text(value, option)
    case .name: name = try Self.text(value, option)
    case .exec: exec = try Self.text(value, option)
    case .timeout: timeoutMilliseconds = try Self.milliseconds(value)
    case .count:
      guard let number = Self.wholeNumber(value), number > 0 else {
        throw .usage("--count takes a whole number above 0, not “\(value)”")
      }
      count = number
    case .storeKeyFile: lock = .keyFile(try Self.text(value, option))
    case .passphrase: lock = .passphrase
    case .passphraseFD:
      guard let number = Self.wholeNumber(value).flatMap({ Int32(exactly: $0) }) else {
        throw .usage("--passphrase-fd takes the number of a descriptor, not “\(value)”")
      }
      lock = .descriptor(number)
    case .json: isJSON = true
    case .help: wantsHelp = true
    case .version: wantsVersion = true
    case .acceptFirst: acceptsFirst = true
    case .noWait: waits = false
    case .noCompression: mayCompress = false
    case .watch: watches = true
    case .yes: isSure = true
    case .dot: picture = .dot
    case .svg: picture = .svg
    }
  }

  private static func text(_ value: String, _ option: Option) throws(Refusal) -> String {
    guard !value.isEmpty else { throw .usage("--\(option.rawValue) is empty") }
    return value
  }

  private static func wholeNumber(_ text: String) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// Seconds with up to three decimals.
  private static func milliseconds(_ text: String) throws(Refusal) -> Int {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let fraction = parts.count == 2 ? parts[1] : "0"
    guard (1...2).contains(parts.count), (1...3).contains(fraction.count),
      let whole = wholeNumber(parts[0]), whole <= TerminalLimits.timeoutSecondsMax,
      let rest = wholeNumber(fraction + String(repeating: "0", count: 3 - fraction.count))
    else { throw .usage("--timeout takes seconds such as 5 or 0.25, not “\(text)”") }
    return whole * 1_000 + rest
  }
}
