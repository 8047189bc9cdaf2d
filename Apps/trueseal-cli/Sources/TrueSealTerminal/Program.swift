internal import TrueSealSync

/// The program from its words to its exit code.
public struct Program: Sendable {
  let command: Command
  let output: Output
  let home: Home

  /// A command that other modules bring along: its word and its work on the words behind it.
  package struct Guest: Sendable {
    let word: String
    let follow: @Sendable (_ words: [String], _ output: Output) async throws(Refusal) -> Void

    package init(
      _ word: String,
      follow:
        @escaping @Sendable (_ words: [String], _ output: Output) async throws(Refusal) -> Void
    ) {
      self.word = word
      self.follow = follow
    }
  }

  /// Runs the program on the process's words and ends the process.
  public static func run() async -> Never { await run(with: []) }

  /// Runs the program, or the guest that the first word names, and ends the process.
  package static func run(with guests: [Guest]) async -> Never {
    System.ignoreBrokenPipes()
    let words = Array(CommandLine.arguments.dropFirst())
    // Listened for from the first moment on, so that no signal leaves a half-made thing behind.
    let signals = Signals()
    let work = Task { await follow(words, with: guests) }
    signals.cancel(work)
    let code = await work.value
    withExtendedLifetime(signals) { System.leave(with: code.rawValue) }
  }

  private static func follow(_ words: [String], with guests: [Guest]) async -> ExitCode {
    let output = Output(isJSON: words.contains("--json"))
    do throws(Refusal) {
      let asksHelp = words.first == "help"
      if let guest = guests.first(where: { $0.word == words.dropFirst(asksHelp ? 1 : 0).first }) {
        try await guest.follow(asksHelp ? ["--help"] : Array(words.dropFirst()), output)
        return .done
      }
      let command = try Command(words)
      if command.wantsVersion {
        output.result("trueseal \(ClientReport.currentLibraryVersion)")
      } else if command.wantsHelp {
        output.result(HelpText.page(for: command.verb))
      } else if let verb = command.verb {
        let program = Program(command: command, output: output, home: try Home(command.home))
        try await program.follow(verb)
      }
      return .done
    } catch {
      let hint = error.code == .usage ? " (trueseal --help tells more)" : ""
      output.message("trueseal: \(Harmless.text(error.sentence))\(hint)")
      return error.code
    }
  }

  private func follow(_ verb: Verb) async throws(Refusal) {
    switch verb {
    case .initialize: try await initialize()
    case .status: try await status()
    case .pair: try await pair()
    case .join: try await join()
    case .members: try await members()
    case .remove: try await remove()
    case .leave: try await leave()
    case .destroy: try await destroy()
    case .send: try await send()
    case .listen: try await listen()
    case .chat: try await chat()
    case .session: try await session()
    case .outbox: try await outbox()
    case .manifest: try await manifestLog()
    case .doctor: try await examine()
    }
  }

  // MARK: What every verb needs

  /// What the home remembers, with what this command states; new things are written down.
  func learn(relay: String? = nil, mayReplaceRelay: Bool = false) throws(Refusal) -> Settings {
    var settings = try Settings(of: home)
    let isNew = try settings.learn(
      relay: command.relay ?? relay, name: command.name, mayReplaceRelay: mayReplaceRelay)
    if isNew { try settings.save(in: home) }
    return settings
  }

  /// What the command's store is sealed with.
  var storeKey: StoreKey { StoreKey(command.lock, of: home, namespace: command.namespace) }

  /// A reception for this command.
  func reception(_ settings: Settings, servesOthers: Bool = false) -> Reception {
    Reception(
      home: home, namespace: command.namespace, settings: settings,
      storeKey: storeKey, servesOthers: servesOthers,
      told: { [output] event in
        // An end nobody asked for is told once, so whichever command hears of it has to say so (S-14).
        if case .statusChanged(.notJoined, let reason?) = event, reason != .left {
          Self.tell(event, on: output)
        }
      })
  }

  /// Does work with a reception and closes it, however the work ends.
  func with<Result: Sendable>(
    _ reception: Reception, _ work: (Reception) async throws(Refusal) -> Result
  ) async throws(Refusal) -> Result {
    do throws(Refusal) {
      let result = try await work(reception)
      await reception.close()
      return result
    } catch {
      await reception.close()
      throw error
    }
  }
}
