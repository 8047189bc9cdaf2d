internal import TrueSealTerminal
internal import TrueSealUpdater

/// The words behind `trueseal bundle`, understood.
struct BundleCommand: Equatable, Sendable {
  /// What to do; nil for the help of all.
  var verb: BundleVerb?
  var operands: [String] = []
  private var given: [BundleOption: [String]] = [:]

  /// Reads the words.
  ///
  /// - Throws: `Refusal`, usage, in a sentence that names what is wrong.
  init(_ words: [String]) throws(Refusal) {
    let known = BundleOption.allCases.map {
      System.KnownOption(name: $0.rawValue, takesValue: $0.value != nil)
    }
    for piece in try System.pieces(of: words, knowing: known) {
      switch piece {
      case .option(let name, let value):
        guard let option = BundleOption(rawValue: name) else {
          throw .usage("unknown option --\(name)")
        }
        guard value?.isEmpty != true else { throw .usage("--\(name) is empty") }
        guard given[option] == nil || option.repeats || option.value == nil else {
          throw .usage("--\(name) stands twice")
        }
        given[option, default: []].append(value ?? "")
      case .word(let word):
        if verb == nil {
          guard let named = BundleVerb(rawValue: word) else {
            throw .usage("bundle knows no “\(word)”")
          }
          verb = named
        } else {
          operands.append(word)
        }
      }
    }
    try check()
  }

  private func check() throws(Refusal) {
    guard !wantsHelp else { return }
    guard let verb else { throw .usage("say what to do with bundles") }
    for option in BundleOption.allCases where given[option] != nil {
      guard option.verbs.contains(verb) else {
        throw .usage("--\(option.rawValue) does not go with bundle \(verb.rawValue)")
      }
    }
    guard verb.operandCounts.contains(operands.count) else {
      let wanted = verb.operand.map { "takes one \($0)" } ?? "takes no more words"
      throw .usage("bundle \(verb.rawValue) \(wanted)")
    }
  }

  var wantsHelp: Bool { has(.help) }

  func has(_ option: BundleOption) -> Bool { given[option] != nil }
  func text(_ option: BundleOption) -> String? { given[option]?.first }
  func texts(_ option: BundleOption) -> [String] { given[option] ?? [] }

  /// A value that must be there.
  func needed(_ option: BundleOption) throws(Refusal) -> String {
    guard let text = text(option) else { throw .usage("say \(option.usage)") }
    return text
  }

  /// A whole number within bounds; nil where nothing was said.
  func number(
    _ option: BundleOption, in bounds: ClosedRange<UInt64>
  ) throws(Refusal) -> UInt64? {
    guard let text = text(option) else { return nil }
    return try Self.number(text, in: bounds, called: "--\(option.rawValue)")
  }

  static func number(
    _ text: String, in bounds: ClosedRange<UInt64>, called name: String
  ) throws(Refusal) -> UInt64 {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt64(text),
      bounds.contains(number)
    else {
      throw .usage(
        "\(name) takes a whole number from \(bounds.lowerBound) to \(bounds.upperBound), "
          + "not “\(text)”")
    }
    return number
  }

  // MARK: What several commands share

  var folder: String { text(.dir) ?? "releases" }

  /// What the release shall be.
  func wish() throws(Refusal) -> Publisher.Wish {
    let numbers = 1...UpdaterLimits.requirementMax
    var data: [Requirements.Pair] = []
    for text in texts(.needsBucket) {
      let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw .usage("--needs-bucket takes NAME=SCHEMA") }
      let schema = try Self.number(parts[1], in: numbers, called: "--needs-bucket")
      data.append(Requirements.Pair(bucket: parts[0], schema: schema))
    }
    return Publisher.Wish(
      seq: try number(.seq, in: 1...UpdaterLimits.seqMax),
      floor: try number(.floor, in: 0...UpdaterLimits.seqMax), isUrgent: has(.urgent),
      entry: text(.entry) ?? "index.html", commit: text(.commit),
      requirements: Requirements(
        host: try number(.needsHost, in: numbers) ?? 1,
        bridge: try number(.needsBridge, in: numbers) ?? 1, data: data))
  }

  /// Which channel shall point how.
  func aim() throws(Refusal) -> Publisher.Aim {
    guard let channel = Channel(text(.channel) ?? "stable") else {
      throw .usage("a channel is 1 to 32 of a-z, 0-9 and -, and begins with no -")
    }
    return Publisher.Aim(
      channel: channel, rollout: try number(.rollout, in: 0...100),
      validDays: try number(.validDays, in: 1...36_500))
  }

  /// Where the release's content comes from.
  func content() throws(Refusal) -> Publisher.Content {
    let contents: [Publisher.Content] =
      operands.map { .input($0) } + texts(.draft).map { .draft($0) }
      + texts(.again).map { .again($0) }
    guard let content = contents.first, contents.count == 1 else {
      throw .usage("release takes one of INPUT, --draft DIR and --again COMMIT")
    }
    let fixed: [BundleOption] =
      switch content {
      case .input: []
      case .draft:
        [
          .seq, .floor, .urgent, .entry, .commit, .needsHost, .needsBridge, .needsBucket,
        ]
      case .again: [.entry, .commit, .needsHost, .needsBridge, .needsBucket]
      }
    for option in fixed where has(option) {
      throw .usage("--\(option.rawValue) is settled by what is put up")
    }
    return content
  }

  /// The facts a new release folder begins with; nil where no app is named.
  func facts() throws(Refusal) -> AppFacts? {
    guard let app = text(.appID) else {
      for option in [BundleOption.required, .hostBuild, .bridge, .signedPointers]
      where has(option) {
        throw .usage("--\(option.rawValue) goes with --app-id")
      }
      return nil
    }
    var facts = AppFacts(appId: app, keys: [])
    let numbers = 1...UpdaterLimits.requirementMax
    facts.build = try number(.hostBuild, in: numbers) ?? 1
    facts.required = Int(try number(.required, in: 1...UInt64(UpdaterLimits.keyCountMax)) ?? 1)
    facts.signedPointers = has(.signedPointers)
    if let bridge = text(.bridge) {
      let ends = bridge.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard ends.count == 2 else { throw .usage("--bridge takes MIN-MAX") }
      facts.bridgeMin = try Self.number(ends[0], in: numbers, called: "--bridge")
      facts.bridgeMax = try Self.number(ends[1], in: numbers, called: "--bridge")
    }
    return facts
  }
}
