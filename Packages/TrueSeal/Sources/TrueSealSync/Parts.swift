public import TrueSealCrypto
public import TrueSealRelayLink
public import TrueSealSessionReset
public import TrueSealStore
public import TrueSealTransport

/// Everything a client is built from; replace any part, the client never looks elsewhere.
public struct Parts: Sendable {
  /// Opens the store; called once, on the client's own queue, and may block.
  public var openDatabase: @Sendable (Schema) throws(StoreError) -> Database
  /// Opens a Receive Session, on which the relay knows this device by its key.
  public var connectReceive: @Sendable (DeviceKeys) async throws(LinkError) -> any Link
  /// Opens a Push Session, on which the relay does not know who sends.
  public var connectPush: @Sendable () async throws(LinkError) -> any Link
  /// Reads the time and waits.
  public var clock: Clock
  /// Draws keys, secrets and the jitter of pauses.
  public var entropy: Entropy
  /// When conversations replace their sessions by themselves, and whom they ask first.
  public var resetPolicy: ResetPolicy
  /// The End-to-End Versions it speaks; others than the released ones are for tests of an upgrade.
  public var endToEnd: EndToEndVersions
  /// Takes what the client would say about itself; it says nothing anywhere else.
  public var log: @Sendable (LogEntry) -> Void

  /// Puts parts together.
  public init(
    openDatabase: @escaping @Sendable (Schema) throws(StoreError) -> Database,
    connectReceive: @escaping @Sendable (DeviceKeys) async throws(LinkError) -> any Link,
    connectPush: @escaping @Sendable () async throws(LinkError) -> any Link,
    clock: Clock = .system, entropy: Entropy = .system, resetPolicy: ResetPolicy = ResetPolicy(),
    endToEnd: EndToEndVersions = .released,
    log: @escaping @Sendable (LogEntry) -> Void = { _ in }
  ) {
    self.resetPolicy = resetPolicy
    self.endToEnd = endToEnd
    self.openDatabase = openDatabase
    self.connectReceive = connectReceive
    self.connectPush = connectPush
    self.clock = clock
    self.entropy = entropy
    self.log = log
  }

  /// The real parts: one SQLite file and Noise sessions with one relay.
  ///
  /// - Parameters:
  ///   - relay: where the relay is and which key it proves.
  ///   - directory: the folder of the store; made with mode 0700 when absent.
  ///   - namespace: names the store's file; checked by the caller.
  ///   - storeKey: 32 bytes that keys and bodies are sealed with in the file; nil to seal nothing (S-13).
  public static func live(
    relay: RelayAddress, directory: String, namespace: String, storeKey: [UInt8]? = nil,
    log: @escaping @Sendable (LogEntry) -> Void = { _ in }
  ) -> Parts {
    let connector = RelayConnector(address: relay)
    let cipher = storeKey.map { CellCipher(storeKey: $0) }
    return Parts(
      openDatabase: { schema throws(StoreError) in
        try Database.open(directory: directory, name: namespace, schema: schema, cipher: cipher)
      },
      connectReceive: { keys async throws(LinkError) -> any Link in
        try await connector.openReceive(as: keys.agreement)
      },
      connectPush: { () async throws(LinkError) -> any Link in try await connector.openPush() },
      log: log)
  }
}
