internal import TrueSealBundles
internal import TrueSealCrypto
package import TrueSealTerminal
internal import TrueSealUpdater
internal import TrueSealUpdaterCrypto
internal import TrueSealUpdaterFiles

/// `trueseal host`, from its words to its end.
package struct HostProgram: Sendable {
  private let command: HostCommand
  private let output: Output

  /// The command, for the program that has it.
  package static let guest = Program.Guest("host") { words, output throws(Refusal) in
    let command = try HostCommand(words)
    if command.wantsHelp { return _ = output.result(HostCommand.help) }
    try await HostProgram(command: command, output: output).follow()
  }

  /// A line of what happens.
  private struct Line: Encodable, Sendable {
    let line: String
  }

  /// Where the pages are.
  private struct Address: Encodable, Sendable {
    let address: String
  }

  private func follow() async throws(Refusal) {
    let output = output
    let board = Board(makeToken: { Self.random(16) }) { line in
      if output.isJSON { output.object(Line(line: line)) } else { output.result(line) }
    }
    let updater = Updater.open(try settings(board))
    do {
      let page = try await updater.uiStart()
      board.show(page, load: page.token)
    } catch {
      await updater.close()
      throw Refusal(.storage, "no bundle may be shown: \(error.detail)")
    }
    do throws(Refusal) {
      try await serve(updater, board)
    } catch {
      await updater.close()
      throw error
    }
    await updater.close()
  }

  private func serve(_ updater: Updater, _ board: Board) async throws(Refusal) {
    let nonce = Self.random(32)
    let server = try await listen(updater) { port in
      HostSession(updater: updater, board: board, nonce: nonce, port: port)
    }
    let address = "http://127.0.0.1:\(server.port)/\(nonce)/"
    if output.isJSON {
      output.object(Address(address: address))
    } else {
      output.result(address)
    }
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
    withExtendedLifetime(server) {}
  }

  /// Takes the port of before; after a few tries another one is drawn and kept (UR-55).
  private func listen(
    _ updater: Updater, _ session: @escaping @Sendable (UInt16) -> HostSession
  ) async throws(Refusal) -> HostServer {
    for attempt in 0..<2 * HostLimits.portTryCountMax {
      var wanted = await updater.port
      if wanted != nil, attempt >= HostLimits.portTryCountMax {
        wanted = try? await updater.drawPort()
      }
      // Without the lock any port will do, as long as it is known before the first request.
      let port = UInt16(clamping: wanted ?? UInt64.random(in: UpdaterLimits.ports))
      let server = HostServer(port: port) { await session(port).reply(to: $0) }
      if let server { return server }
    }
    throw Refusal(.storage, "no port on loopback can be had")
  }

  private func settings(_ board: Board) throws(Refusal) -> UpdaterSettings {
    let disk = Disk()
    let appPath = command.app ?? "\(command.builtIn ?? ".")/app.json"
    let facts = try AppFacts(at: appPath, on: disk)
    let verifier = try facts.verifier()
    guard let channel = Channel(command.channel) else {
      throw .usage("--name is 1 to 32 of a-z, 0-9 and -, and begins with no -")
    }
    let url: ChannelURL
    do {
      url = try ChannelURL(command.url)
    } catch {
      throw .usage("--channel: \(error.detail); http is for loopback only")
    }
    var builtIn: BuiltInBundle?
    if let folder = command.builtIn {
      let manifest = try ReleaseFolder(disk: disk, root: folder).only().manifest
      builtIn = BuiltInBundle(folder: folder, seq: manifest.seq, floor: manifest.floor)
    }
    var settings = UpdaterSettings(
      appSupport: command.dir, url: url, channel: channel, host: verifier.host,
      keys: verifier.keys, beginDigest: { TrueSealDigest() }, builtIn: builtIn)
    settings.demandsSignedPointer = facts.signedPointers
    settings.readyTime = .seconds(command.readySeconds)
    settings.report = { board.take($0) }
    return settings
  }

  /// Random bytes that nobody can foretell, in hexadecimal digits.
  private static func random(_ byteCount: Int) -> String {
    Hex.text(Entropy.system.bytes(count: byteCount))
  }
}
