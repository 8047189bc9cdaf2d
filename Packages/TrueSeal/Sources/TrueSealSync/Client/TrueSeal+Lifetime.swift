internal import TrueSealCrypto
internal import TrueSealManifest
internal import TrueSealManifestStore
internal import TrueSealOutboxStore
internal import TrueSealRelayLink
internal import TrueSealStore
internal import TrueSealTransport

extension TrueSeal {
  /// What the app chose when it opened the client.
  struct Settings: Sendable {
    let label: Label?
    let maxPayloadBytes: Int
  }

  /// What the store holds of a client that is not running.
  struct StoredState: Sendable {
    let keys: DeviceKeys
    let joinState: JoinState
    let membership: Membership?
    let endings: [EndingRecords.Ending]
  }

  /// Opens the state of one namespace, making it on first use, and begins to connect.
  ///
  /// Returns before there is a connection. Blocks no shared thread.
  /// - Parameters:
  ///   - relay: the Relay Address, `trueseal://<64 hex digits>@host[:port][?push=port]`.
  ///   - storage: the folder for the library's own files; made with mode 0700 when absent.
  ///   - namespace: 1 to 64 of `A-Z a-z 0-9 _ -`; each has an identity, a group and a file of its own.
  ///   - deviceName: the label to be listed under, see `isValidDeviceName`; two words from the key when nil.
  ///   - maxPayloadBytes: the longest body `send` takes; at most 61,440, and larger values mean that.
  ///   - storeKey: 32 bytes of the app's, as from a keychain, that private keys and bodies are sealed with in the
  ///     file; nil to seal nothing. A namespace keeps to what it was made with (S-13). Another length is a
  ///     programming error.
  ///   - log: takes what the client would say about itself.
  /// - Throws: `invalidRelayAddress`, `invalidNamespace`, `storage`, `storeTooNew`.
  public static func open(
    relay: String, storage: String, namespace: String = "default", deviceName: String? = nil,
    maxPayloadBytes: Int = SyncLimits.bodyByteCountMax, storeKey: [UInt8]? = nil,
    log: @escaping @Sendable (LogEntry) -> Void = { _ in }
  ) async throws(TrueSealError) -> TrueSeal {
    guard let address = try? RelayAddress(parsing: relay) else { throw .invalidRelayAddress }
    guard isValidNamespace(namespace) else { throw .invalidNamespace }
    let parts = Parts.live(
      relay: address, directory: storage, namespace: namespace, storeKey: storeKey, log: log)
    return try await open(parts: parts, deviceName: deviceName, maxPayloadBytes: maxPayloadBytes)
  }

  /// Opens a client made of the caller's own parts.
  ///
  /// - Throws: `storage`, `storeTooNew`.
  public static func open(
    parts: Parts, deviceName: String? = nil, maxPayloadBytes: Int = SyncLimits.bodyByteCountMax
  ) async throws(TrueSealError) -> TrueSeal {
    precondition(
      deviceName.map(isValidDeviceName) ?? true, "ask isValidDeviceName before opening")
    let settings = Settings(
      label: deviceName.flatMap { try? Label($0) },
      maxPayloadBytes: min(max(maxPayloadBytes, 0), SyncLimits.bodyByteCountMax))
    let executor = QueueExecutor(label: "trueseal")
    do {
      let (database, stored) = try await executor.run { () throws(StoreError) in
        try load(from: parts)
      }
      let client = TrueSeal(
        executor: executor, parts: parts, settings: settings, database: database, stored: stored)
      try await client.start(hearing: stored.endings)
      return client
    } catch let error as StoreError {
      throw TrueSealError(error)
    } catch let error as TrueSealError {
      throw error
    } catch {
      throw .storage(.io)
    }
  }

  /// Says whether a text can be a device's label: 1 to 64 bytes without control characters or outer spaces (W-03).
  public static func isValidDeviceName(_ name: String) -> Bool { (try? Label(name)) != nil }

  /// Says whether a text can name a namespace (S-01).
  public static func isValidNamespace(_ namespace: String) -> Bool {
    (1...64).contains(namespace.utf8.count)
      && namespace.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// Closes the client; its state stays, and later calls fail with `closed`.
  ///
  /// Does not wait for a handler that runs. May be called twice.
  public func close() {
    guard !isClosed else { return }
    notePresence()
    for id in receiving.handled { takeBackAttempt(at: id) }
    isClosed = true
    window = nil
    for task in tasks { task.cancel() }
    tasks = []
    stopReceiving()
    stopPushing()
    stopUpkeep()
    stopConversing()
    stopEveryWaiter()
    events.finish()
    issues.finish()
    database.close()
  }

  /// Deletes the files of a namespace that no object has open, keys and messages included.
  ///
  /// Nothing happens when there are none. - Throws: `invalidNamespace`, `storage`.
  public static func erase(storage: String, namespace: String = "default") throws(TrueSealError) {
    guard isValidNamespace(namespace) else { throw .invalidNamespace }
    do {
      try Database.erase(directory: storage, name: namespace)
    } catch {
      throw TrueSealError(error)
    }
  }

  private static func load(
    from parts: Parts
  ) throws(StoreError) -> (Database, StoredState) {
    let database = try parts.openDatabase(.client)
    do throws(StoreError) {
      let stored = try database.write { transaction throws(StoreError) in
        try restore(parts: parts, in: transaction)
      }
      return (database, stored)
    } catch {
      database.close()
      throw error
    }
  }

  private static func restore(
    parts: Parts, in transaction: borrowing Transaction
  ) throws(StoreError) -> StoredState {
    let identity = IdentityRecord()
    let keys: DeviceKeys
    if let known = try identity.load(in: transaction) {
      keys = known
    } else {
      keys = DeviceKeys(from: parts.entropy)
      try identity.save(keys, in: transaction)
    }
    // A restored copy must not use numbers again that its original has used since (S-12).
    let now = UInt64(max(0, parts.clock.unixMilliseconds()))
    try SequenceRecord().raise(to: now, in: transaction)
    try NewerRecords().removeReadable(upTo: parts.endToEnd.newest, in: transaction)
    let joinState = try JoinRecord().load(in: transaction)
    let membership = try MembershipRecords().membership(
      of: keys.publicKeys.signingKey, isLeaving: joinState == .leaving, in: transaction)
    return StoredState(
      keys: keys, joinState: joinState, membership: membership,
      endings: try EndingRecords().all(in: transaction))
  }
}
