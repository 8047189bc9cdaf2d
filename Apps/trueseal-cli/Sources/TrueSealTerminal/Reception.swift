internal import Foundation
internal import TrueSealSync

/// Finds somebody to carry out a command's requests, and opens the store where nobody else has.
actor Reception {
  private let home: Home
  private let namespace: String
  private let settings: Settings
  private let storeKey: StoreKey
  /// Whether others may come while this process has the store open.
  private let servesOthers: Bool
  private let told: @Sendable (Event) -> Void
  private let log: @Sendable (LogEntry) -> Void
  private var desk: (any Desk)?
  private var line: Line?
  private var servant: Servant?
  private var counter: Counter?
  /// The store key once it was found, so that nobody is asked twice.
  private var found: (key: [UInt8]?, isFound: Bool) = (nil, false)

  init(
    home: Home, namespace: String, settings: Settings, storeKey: StoreKey, servesOthers: Bool,
    told: @escaping @Sendable (Event) -> Void = { _ in },
    log: @escaping @Sendable (LogEntry) -> Void = { _ in }
  ) {
    self.home = home
    self.namespace = namespace
    self.settings = settings
    self.storeKey = storeKey
    self.servesOthers = servesOthers
    self.told = told
    self.log = log
  }

  /// Carries out a request, here or in the process that has the store open.
  func ask(_ request: Request) async throws(Refusal) -> Reply {
    var triesLeft = 3
    while true {
      let desk = try await openDesk()
      do throws(Refusal) {
        return try await desk.ask(request)
      } catch {
        // Whoever had the store open has left; what can be asked twice is asked again.
        triesLeft -= 1
        guard error == .gone, servant == nil else { throw error }
        leaveDesk()
        guard request.isRepeatable, triesLeft > 0 else { throw error }
      }
    }
  }

  /// Carries out a request while another one of this command waits for its answer.
  func askAside(_ request: Request) async throws(Refusal) -> Reply {
    if let servant { return try await servant.ask(request) }
    guard let socket = System.call(try home.socketPath(for: namespace)), System.isOurs(socket)
    else { throw .gone }
    let line = Line(socket)
    defer { line.close() }
    return try await DistantDesk(line: line).ask(request)
  }

  /// The store, opened by this process and no other.
  func openStore() async throws(Refusal) -> Servant {
    if let servant { return servant }
    try await find(mayCall: false)
    guard let servant else { throw .gone }
    return servant
  }

  /// Lets everybody go and closes the store.
  func close() async {
    leaveDesk()
    await counter?.close()
    await servant?.close()
    (counter, servant, desk) = (nil, nil, nil)
  }

  /// The same, but the message being handled is finished first, as long as that does not take too long.
  func finish() async {
    leaveDesk()
    await counter?.close()
    if let servant {
      await withTaskGroup { group in
        group.addTask { await servant.finish() }
        group.addTask {
          try? await Task.sleep(for: .milliseconds(TerminalLimits.finishMilliseconds))
          if !Task.isCancelled { await servant.close() }
        }
        await group.next()
        group.cancelAll()
      }
    }
    (counter, servant, desk) = (nil, nil, nil)
  }

  private func leaveDesk() {
    line?.close()
    line = nil
    if servant == nil { desk = nil }
  }

  private func openDesk() async throws(Refusal) -> any Desk {
    if let desk { return desk }
    try await find(mayCall: true)
    guard let desk else { throw .gone }
    return desk
  }

  private func find(mayCall: Bool) async throws(Refusal) {
    guard TrueSeal.isValidNamespace(namespace) else {
      throw Refusal(TrueSealError.invalidNamespace)
    }
    let path = try home.socketPath(for: namespace)
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(TerminalLimits.storeWaitMilliseconds)
    while true {
      if mayCall, let socket = System.call(path), System.isOurs(socket) {
        let line = Line(socket)
        self.line = line
        desk = DistantDesk(line: line)
        return
      }
      if try await open(servingAt: path, isLastTry: clock.now >= end) { return }
      do {
        try await clock.sleep(for: .milliseconds(TerminalLimits.storePauseMilliseconds))
      } catch {
        throw .interrupted
      }
    }
  }

  /// Opens the store; false while another process has it.
  private func open(servingAt path: String, isLastTry: Bool) async throws(Refusal) -> Bool {
    guard let relay = settings.relay else {
      throw .usage(
        "no relay is known for \(home.directory); run trueseal init --relay ADDRESS, "
          + "or trueseal join with a pairing link")
    }
    try home.make()
    if !found.isFound { found = (try storeKey.find(), true) }
    do throws(TrueSealError) {
      let client = try await TrueSeal.open(
        relay: relay, storage: home.state, namespace: namespace, deviceName: settings.name,
        storeKey: found.key, log: log)
      let servant = Servant(client: client, relay: relay, trouble: trouble())
      await servant.begin(telling: told)
      self.servant = servant
      desk = servant
    } catch {
      if error == .storage(.inUse), !isLastTry { return false }
      throw trouble(
        holder: TrueSeal.holder(storage: home.state, namespace: namespace)
      ).refusal(for: error)
    }
    if servesOthers, let servant { counter = try Counter(at: path, for: servant) }
    return true
  }

  private func trouble(holder: Int? = nil) -> StoreTrouble {
    StoreTrouble(
      path: "\(home.state)/\(namespace).trueseal", isKeyGiven: found.key != nil, holder: holder)
  }
}
