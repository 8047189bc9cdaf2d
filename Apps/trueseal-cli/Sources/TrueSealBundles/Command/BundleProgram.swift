package import TrueSealTerminal
internal import TrueSealUpdater

/// `trueseal bundle`, from its words to what it prints.
package struct BundleProgram: Sendable {
  private let command: BundleCommand
  private let output: Output
  private let disk = Disk()

  /// The command, for the program that has it.
  package static let guest = Program.Guest("bundle") { words, output throws(Refusal) in
    let command = try BundleCommand(words)
    if command.wantsHelp { return _ = output.result(BundleHelp.page(for: command.verb)) }
    guard let verb = command.verb else { return }
    try BundleProgram(command: command, output: output).follow(verb)
  }

  private func follow(_ verb: BundleVerb) throws(Refusal) {
    switch verb {
    case .initialize: try initialize()
    case .build: try build()
    case .sign: try sign()
    case .release: try release()
    case .point: try point()
    case .pull: try pull()
    case .verify: try verify()
    case .inspect: try inspect()
    }
  }

  private func publisher() throws(Refusal) -> Publisher {
    try Publisher(command.folder, on: disk, now: Disk.unixSeconds)
  }

  private func signers() throws(Refusal) -> [Signer] {
    try command.texts(.key).map { path throws(Refusal) in try KeyFile.read(path, on: disk) }
  }

  // MARK: The commands

  private func initialize() throws(Refusal) {
    let begun = try Publisher.begin(
      command.folder, facts: try command.facts(), keyPaths: command.texts(.key), on: disk)
    say(begun) {
      ["app\t\(begun.app)", "required\t\(begun.required)"] + begun.keys.map { "key\t\($0)" }
    }
  }

  private func build() throws(Refusal) {
    let draft = try command.needed(.draft)
    let made = try publisher().build(command.operands[0], try command.wish(), draft: draft)
    say(made) { ["\(Self.line(made)), drafted in \(draft)"] }
  }

  private func sign() throws(Refusal) {
    let draft = try command.needed(.draft)
    _ = try command.needed(.key)
    let made = try Publisher.sign(draft, by: try signers(), on: disk)
    say(made) { ["\(Self.line(made)), signed in \(draft)"] }
  }

  private func release() throws(Refusal) {
    let content = try command.content()
    let aim = try command.aim()
    let noPoint = command.has(.noPoint)
    for option in [BundleOption.rollout, .channel, .validDays] where noPoint && command.has(option)
    {
      throw .usage("--\(option.rawValue) and --no-point exclude each other")
    }
    if case .draft = content {} else { _ = try command.needed(.key) }
    let outcome = try publisher().release(
      content, try command.wish(), by: try signers(), aim: noPoint ? nil : aim)
    say(outcome) {
      [Self.line(outcome.release)] + (outcome.pointing.map { [Self.line($0)] } ?? [])
    }
  }

  private func point() throws(Refusal) {
    let seq = try BundleCommand.number(
      command.operands[0], in: 1...UpdaterLimits.seqMax, called: "SEQ")
    let pointing = try publisher().point(try command.aim(), at: seq, by: try signers())
    say(pointing) { [Self.line(pointing)] }
  }

  private func pull() throws(Refusal) {
    let to = try command.number(.to, in: 1...UpdaterLimits.seqMax)
    let pointing = try publisher().pull(try command.aim(), to: to, by: try signers())
    say(pointing) { [Self.line(pointing)] }
  }

  private func verify() throws(Refusal) {
    let folder = ReleaseFolder(disk: disk, root: command.folder)
    let facts = try AppFacts(in: folder.root, on: disk)
    let report = try ReleaseCheck(
      folder: folder, verifier: try facts.verifier(),
      demandsSignedPointer: facts.signedPointers, now: Disk.unixSeconds
    ).report()
    say(report) { Self.lines(report) }
    guard report.isSound else {
      throw Refusal(.problemFound, "phones could be kept from what they are sent to")
    }
  }

  private func inspect() throws(Refusal) {
    let report = try PhoneReport(of: command.operands[0], on: disk)
    say(report) { Self.lines(report) }
  }

  // MARK: Words

  private func say(_ result: some Encodable, _ lines: () -> [String]) {
    if output.isJSON {
      output.object(result)
    } else {
      for line in lines() {
        output.result(
          line.split(separator: "\t", omittingEmptySubsequences: false).map {
            Harmless.text(String($0))
          }
          .joined(separator: "\t"))
      }
    }
  }

  private static func line(_ made: Publisher.Making) -> String {
    "release \(made.seq): \(made.fileCount) files, \(made.byteCount) bytes, floor \(made.floor)"
      + (made.urgent ? ", urgent" : "") + (made.commit.map { ", commit \($0)" } ?? "")
  }

  private static func line(_ pointing: Publisher.Pointing) -> String {
    "channel \(pointing.channel): release \(pointing.seq), rollout \(pointing.rollout)"
      + (pointing.notAfter.map { ", until \($0)" } ?? "")
  }

  private static func lines(_ report: ReleaseCheck.Report) -> [String] {
    let releases = report.releases.map { release in
      let fault = release.problem.map { "\($0.check): \($0.reason)" }
      let verdict = fault.map { (release.isBad ? "BAD " : "retired ") + $0 } ?? "sound"
      return "release\t\(release.seq)\t\(verdict)"
    }
    let channels = report.channels.map { channel in
      let verdict = channel.problem.map { "BAD \($0.check): \($0.reason)" } ?? "sound"
      return "channel\t\(channel.channel)\t\(channel.seq.map(String.init) ?? "-")\t\(verdict)"
    }
    return releases + channels + report.strays.map { "stray\t\($0)" }
  }

  private static func lines(_ report: PhoneReport) -> [String] {
    let facts: [(String, UInt64?)] = [
      ("current", report.current), ("previous", report.previous), ("pending", report.pending),
      ("trial", report.trial), ("serving", report.serving), ("port", report.port),
    ]
    var lines = ["installId\t\(report.installId)"]
    lines += facts.map { "\($0)\t\($1.map(String.init) ?? "-")" }
    lines.append("trialFails\t\(report.trialFails)")
    lines.append(
      "bad\t\(report.bad.isEmpty ? "-" : report.bad.map(String.init).joined(separator: " "))")
    lines.append("floor\t\(report.floor)")
    lines += report.releases.map { release in
      "release\t\(release.seq)\t\(words(release.roles))\t\(release.fileCount) files"
        + (release.missingCount > 0 ? ", \(release.missingCount) missing" : "")
    }
    lines += report.files.map { file in
      let reasons = file.keptFor.map { "\($0.seq) (\(words($0.roles))) \($0.path)" }
      return "file\t\(file.name)\t\(file.byteCount)\t"
        + (reasons.isEmpty ? "nothing" : reasons.joined(separator: "; "))
    }
    return lines
  }

  private static func words(_ roles: [String]) -> String {
    roles.isEmpty ? "left over" : roles.joined(separator: " ")
  }
}
