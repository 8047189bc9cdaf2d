internal import TrueSealCrypto
internal import TrueSealManifest
internal import TrueSealManifestStore
internal import TrueSealOutboxStore
internal import TrueSealStore
internal import TrueSealTransport

/// One device's place in one group: takes bytes to send, hands out bytes received, keeps the rest to itself.
///
/// Open one object for each group a device is in. Every call may be made from anywhere, handlers included; none of
/// them waits for the network. Source: rules.
public actor TrueSeal {
  let executor: QueueExecutor
  let parts: Parts
  let settings: Settings
  let database: Database
  let events: EventChannel<Event>
  let issues: EventChannel<DeliveryIssue>

  var keys: DeviceKeys
  var joinState: JoinState
  var membership: Membership?
  var joinWait: JoinWait?
  /// The list the app was told of last.
  var shownMembers: [GroupMember] = []
  var window: PairingWindow?
  var handler: SetHandler?
  var unrecorded: UnrecordedMessage?
  let inflater = Inflater()
  var connectionState = Connection.disconnected(.idle)
  var receiving = ReceivingState()
  var pushing = PushingState()
  var upkeep = UpkeepState()
  var conversing = ConversingState()
  /// Why the membership is over, from when that is known until the wipe is done.
  var ending: StatusReason?
  var waiters: [UInt64: [OutcomeWaiter]] = [:]
  /// The last messages that were refused, for those who ask afterwards.
  var failedMessages: [MessageID] = []
  var nextWaiter = 0
  var isClosed = false
  var tasks: [Task<Void, Never>] = []

  /// The queue the client runs on, since the disk makes it wait.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Calls the app with one message; a throw is tried again (D-12).
  public typealias MessageHandler = @concurrent @Sendable (Message) async throws -> Void

  init(
    executor: QueueExecutor, parts: Parts, settings: Settings, database: Database,
    stored: StoredState
  ) {
    self.executor = executor
    self.parts = parts
    self.settings = settings
    self.database = database
    keys = stored.keys
    joinState = stored.joinState
    membership = stored.membership
    events = EventChannel { newer, older in
      if case (.membersChanged, .membersChanged) = (newer, older) { true } else { false }
    }
    issues = EventChannel()
    if stored.joinState == .member, stored.membership?.standing == .overtaken {
      joinState = .overtaken
    }
    if case .pendingJoin(let token) = stored.joinState {
      joinWait = Self.joinWait(for: token, keys: stored.keys)
    }
  }

  // MARK: What an app can see

  /// Where this device stands.
  public var status: Status { ending == .removed ? .notJoined : joinState.status }

  /// This device, with the label it is listed under, or will ask to be listed under.
  public var me: GroupMember {
    let key = keys.publicKeys.signingKey
    let listed = ledger?.current?.manifest.member(key)?.label
    return GroupMember(id: keys.publicKeys.memberID, name: (listed ?? label).text)
  }

  /// Every other member, sorted by id; derived from the current list at each call (M-05).
  public var members: [GroupMember] { others(in: ledger?.current) }

  /// The state of the line on which this device receives.
  public var connection: Connection { connectionState }

  /// The longest body `send` takes, in bytes.
  public nonisolated var maxPayloadBytes: Int { settings.maxPayloadBytes }

  /// The most members a group has, this device included (M-03).
  public static var maxGroupSize: Int { SyncLimits.groupMembersMax }

  /// What there is to know about this client for a report on it.
  public func info() throws(TrueSealError) -> ClientReport {
    try checkOpen()
    let queued = try stored { database throws(StoreError) in
      try database.read { transaction throws(StoreError) in
        try EntryRecords().count(in: transaction)
      }
    }
    return ClientReport(
      libraryVersion: ClientReport.currentLibraryVersion, storeVersion: Schema.client.newest,
      queuedEntryCount: queued, heldManifestCount: ledger?.heldCount ?? 0)
  }

  /// Reads the whole store for damage, which takes as long as reading it does; for a doctor, not for use.
  ///
  /// - Throws: `storage`, with `damaged` where pages, indexes or keys do not fit together; `closed`.
  public func verifyStore() throws(TrueSealError) {
    try checkOpen()
    try stored { database throws(StoreError) in try database.verify() }
  }

  /// Everything held of the group; nil without one.
  var ledger: Ledger? { membership?.ledger }

  /// The list of a manifest without this device, sorted by id.
  func others(in manifest: VerifiedManifest?) -> [GroupMember] {
    (manifest?.manifest.members ?? [])
      .filter { $0.signingKey != keys.publicKeys.signingKey }
      .map { GroupMember($0) }
      .sorted { $0.id < $1.id }
  }

  /// The label this device asks to be listed under.
  var label: Label {
    settings.label ?? Label.suggested(for: keys.publicKeys.signingKey)
  }

  static func joinWait(for token: PairingToken, keys: DeviceKeys) -> JoinWait {
    JoinWait(
      signingKey: keys.publicKeys.signingKey, agreementKey: keys.publicKeys.agreementKey,
      trustedKey: token.signingKey)
  }

  // MARK: What every call needs

  func checkOpen() throws(TrueSealError) {
    guard !isClosed else { throw .closed }
  }

  /// Runs store work and turns its errors into the ones an app sees.
  func stored<Result: Sendable>(
    _ work: (Database) throws(StoreError) -> Result
  ) throws(TrueSealError) -> Result {
    do {
      return try work(database)
    } catch {
      throw TrueSealError(error)
    }
  }

  func log(_ level: LogEntry.Level, _ text: String) { parts.log(LogEntry(level, text)) }
}

extension GroupMember {
  init(_ member: Member) {
    self.init(id: Base64URL.encode(member.signingKey), name: member.label.text)
  }
}
