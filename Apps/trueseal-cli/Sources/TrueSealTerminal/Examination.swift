internal import Foundation
internal import TrueSealSync

/// One thing `doctor` looked at.
struct Examination: Encodable, Equatable, Sendable {
  let check: String
  let isFine: Bool
  /// What was found; with a problem, what it is and what to do.
  let finding: String

  static func fine(_ check: String, _ finding: String) -> Examination {
    Examination(check: check, isFine: true, finding: finding)
  }

  static func problem(_ check: String, _ finding: String) -> Examination {
    Examination(check: check, isFine: false, finding: finding)
  }
}

/// The command that looks after the rest.
extension Program {
  func examine() async throws(Refusal) {
    var findings = [
      Examination.fine("release", "trueseal \(ClientReport.currentLibraryVersion)"),
      .fine("SQLite", TrueSeal.engineVersion), .fine("libsodium", TrueSeal.cryptoVersion),
      .fine("zlib", TrueSeal.compressionVersion),
      examineHome(), examineFiles(),
    ]
    let settings: Settings?
    do throws(Refusal) {
      settings = try learn()
      findings.append(.fine("settings", settings?.relay ?? "no relay yet"))
    } catch {
      settings = nil
      findings.append(.problem("settings", error.sentence))
    }
    for finding in findings { show(finding) }
    if let settings, System.look(at: home.directory) != nil, let relay = settings.relay {
      let more = try await examineRunning(settings, relay: relay)
      for finding in more { show(finding) }
      findings += more
    } else {
      let advice = "run trueseal init --relay ADDRESS, or trueseal join with a pairing link"
      findings.append(.problem("device", "this home is not set up; \(advice)"))
      show(findings[findings.count - 1])
    }
    let problemCount = findings.count { !$0.isFine }
    guard problemCount == 0 else {
      throw Refusal(.problemFound, "\(problemCount) of \(findings.count) checks found a problem")
    }
  }

  private func show(_ finding: Examination) {
    guard !command.isJSON else { return _ = output.object(finding) }
    let mark = finding.isFine ? "ok" : output.strong("PROBLEM")
    output.result("\(mark)\t\(finding.check)\t\(Harmless.text(finding.finding))")
  }

  private func examineHome() -> Examination {
    guard System.look(at: home.directory) != nil else {
      return .fine("home", "\(home.directory) is not made yet")
    }
    if let problem = home.problem { return .problem("home", problem.sentence) }
    return .fine("home", home.directory)
  }

  /// Keys and messages must be readable by this user alone.
  private func examineFiles() -> Examination {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: home.state)) ?? []
    for name in names.sorted() {
      let path = "\(home.state)/\(name)"
      guard let found = System.look(at: path) else { continue }
      if found.owner != System.user {
        return .problem("files", "\(path) belongs to another user. Run chown on it.")
      }
      if found.mode & 0o077 != 0 {
        return .problem("files", "\(path) is open to others. Run chmod 600 on it.")
      }
      if found.mode & 0o600 != 0o600 {
        return .problem("files", "\(path) cannot be read and written by you. Run chmod 600 on it.")
      }
    }
    return .fine("files", "\(names.count) in \(home.state), readable by you alone")
  }

  private func examineRunning(
    _ settings: Settings, relay: String
  ) async throws(Refusal) -> [Examination] {
    let holder = TrueSeal.holder(storage: home.state, namespace: command.namespace)
    var findings = [
      Examination.fine("opener", holder.map { "process \($0)" } ?? "none; commands open the store")
    ]
    do throws(Refusal) {
      findings += try await with(reception(settings)) { reception throws(Refusal) in
        try await examineStore(reception)
      }
    } catch {
      if error == .interrupted { throw error }
      findings.append(.problem("store", error.sentence))
    }
    let push = (try? await TrueSeal.reach(relay: relay)) ?? .disconnected(.unreachable)
    findings.append(
      push == .connected
        ? .fine("sending", "the relay answers")
        : .problem("sending", "\(push.words); check the network and the address \(relay)"))
    return findings
  }

  private func examineStore(_ reception: Reception) async throws(Refusal) -> [Examination] {
    guard case .status(let standing) = try await reception.ask(.status),
      try await reception.ask(.verify) == .done
    else { throw .unfitting }
    let limit = TerminalLimits.reachMilliseconds
    guard case .reached(let words, let isUp) = try await reception.ask(.reach(milliseconds: limit))
    else { throw .unfitting }
    return [
      .fine(
        "store",
        "Store Version \(standing.storeVersion), \(standing.status), "
          + "\(standing.queuedEntryCount) queued"),
      isUp
        ? .fine("receiving", words)
        : .problem("receiving", "\(words); check the network and the address \(standing.relay)"),
    ]
  }
}
