import Synchronization
import TrueSealCrypto
public import TrueSealRelayLink
import TrueSealTransport

/// A running relay: takes pushes, keeps them in inboxes, hands them to their owners.
///
///     let relay = try await RelayMock.start(.forTests(directory: directory))
///     // … devices use relay.address …
///     await relay.stop()
///
/// Several relays may run in one process, each on a directory of its own.
public final class RelayMock: Sendable {
  /// What devices are given to find and recognise the relay.
  public let address: RelayAddress
  /// Where Receive Sessions are taken.
  public let receivePort: UInt16
  /// Where Push Sessions are taken.
  public let pushPort: UInt16
  /// Where the health page is, on loopback; nil when there is none.
  public let healthPort: UInt16?
  /// What goes wrong on request; may be changed while the relay runs.
  public let faults: FaultPlan

  let house: House
  private let receiveGate: Gate
  private let pushGate: Gate
  private let page: Mutex<Microhttpd?>
  private let stopping = Mutex<Task<Void, Never>?>(nil)

  /// Opens the store and the listeners and starts to serve.
  ///
  /// Blocks for as long as the store needs to open. The key is made at the first start.
  /// - Parameter log: told what the relay says about itself, from any thread; must not block.
  /// - Throws: `RelayError`: `invalidSetting`, `portUnavailable`, `keyUnusable` and the store's.
  public static func start(
    _ settings: RelaySettings, faults: FaultPlan = FaultPlan(), parts: RelayParts = .live,
    log: @escaping @Sendable (RelayNote) -> Void = { _ in }
  ) async throws(RelayError) -> RelayMock {
    try settings.check()
    let isDevelopment = settings.isDevelopment
    let note: @Sendable (RelayNote) -> Void = { note in
      if isDevelopment || note.isForEveryone { log(note) }
    }
    // The store comes first: its lock keeps a second relay from touching the key.
    let shelf = try parts.openShelf(settings.directory)
    let doorbells = Doorbells()
    let commits = CommitQueue(
      shelf: shelf, doorbells: doorbells, wallClock: parts.wallClock, note: note)
    let house = House(
      settings: settings, commits: commits, doorbells: doorbells, faults: faults, log: note)
    do throws(RelayError) {
      let relay = try await RelayMock(house, eventLoop: parts.eventLoop, entropy: parts.entropy)
      note(.started)
      note(.developmentMode)
      return relay
    } catch {
      await commits.close()
      throw error
    }
  }

  private init(
    _ house: House, eventLoop: EventLoop, entropy: Entropy
  ) async throws(RelayError) {
    let settings = house.settings
    let key = RelayKey(try KeyFile.keyMadeIfMissing(in: settings.directory, entropy: entropy))
    let receiveGate = try await Gate(
      .receive, port: settings.receivePort, key: key, house: house, eventLoop: eventLoop,
      entropy: entropy)
    let pushGate = try await Gate(
      .push, port: settings.pushPort, key: key, house: house, eventLoop: eventLoop,
      entropy: entropy)
    self.house = house
    self.receiveGate = receiveGate
    self.pushGate = pushGate
    faults = house.faults
    receivePort = receiveGate.port
    pushPort = pushGate.port
    address = try Self.address(
      key, settings, receivePort: receiveGate.port, pushPort: pushGate.port)
    let page = try settings.healthPort.map { port throws(RelayError) in
      try Self.openPage(port: port, house: house)
    }
    healthPort = page?.port
    self.page = Mutex(page)
    receiveGate.open()
    pushGate.open()
  }

  // A relay that is dropped without being stopped must not go on taking what nobody fetches.
  deinit {
    receiveGate.windDown()
    pushGate.windDown()
  }

  /// The relay's public key, as 64 hexadecimal digits.
  public var publicKey: String { Hexadecimal.encode(address.relayKey) }

  /// How many blobs rest in an inbox.
  ///
  /// - Throws: `RelayError`, the store's codes.
  public func blobCount(in inbox: [UInt8]) async throws(RelayError) -> Int {
    try await house.commits.read { shelf throws(RelayError) in
      try shelf.blobCount(in: inbox)
    }
  }

  /// Breaks off every connection at once; new ones are taken as before.
  public func cutConnections() {
    receiveGate.cutConnections()
    pushGate.cutConnections()
  }

  /// Stops: no new connections, pushes being written are answered, sessions end, the store closes.
  ///
  /// Sessions that are not done after `grace` are broken off. May be called again; every call
  /// returns when the relay has stopped.
  public func stop(within grace: Duration = RelayLimits.stopGrace) async {
    let task = stopping.withLock { stopping in
      let task = stopping ?? Task { await self.windDown(within: grace) }
      stopping = task
      return task
    }
    await task.value
  }

  private func windDown(within grace: Duration) async {
    receiveGate.windDown()
    pushGate.windDown()
    let alarm = Task {
      do {
        try await Task.sleep(for: grace)
        cutConnections()
      } catch {
        // Everything was done in time, which is what the alarm is cancelled for.
      }
    }
    await receiveGate.wait()
    await pushGate.wait()
    alarm.cancel()
    page.withLock { $0 = nil }
    await house.commits.close()
    house.note(.stopped)
  }

  private static func openPage(port: UInt16, house: House) throws(RelayError) -> Microhttpd {
    let commits = house.commits
    let isDevelopment = house.settings.isDevelopment
    return try Microhttpd(port: port) { method, path in
      HealthPage(method: method, path: path, isDevelopment: isDevelopment) {
        commits.isReadable(within: RelayLimits.Chosen.healthPatience)
      }
    }
  }
}
