/// The bounds this program keeps; each with its unit in its name.
enum TerminalLimits {
  /// How long `send` waits for the relay unless told otherwise, in milliseconds.
  static let sendTimeoutMilliseconds = 30_000
  /// The longest `--timeout`, in seconds: a day.
  static let timeoutSecondsMax = 86_400
  /// How long `pair` and `join` wait for the relay to take what they have to tell, in milliseconds.
  static let drainMilliseconds = 30_000
  /// How long `join --no-wait` waits for the relay to take the request, in milliseconds.
  static let requestMilliseconds = 5_000
  /// How long another process may keep the store before it is named as the reason, in milliseconds.
  static let storeWaitMilliseconds = 5_000
  /// The pause between two tries for the store, in milliseconds.
  static let storePauseMilliseconds = 50
  /// How long a running handler may take once the program was told to leave, in milliseconds.
  static let finishMilliseconds = 10_000
  /// How long `doctor` waits for the relay, in milliseconds.
  static let reachMilliseconds = 10_000
  /// The longest letter between two of these programs, in bytes: a full outbox page with room to spare.
  static let letterByteCountMax = 1 << 20
  /// How many programs one serves at a time.
  static let callersMax = 16
  /// How many views of the group are kept for those who watch it.
  static let viewsMax = 256
  /// How much of the manifests goes into one letter; `LogPage` says what counts.
  static let logPageWeightMax = 3_000
  /// How often the manifests are read anew because they changed meanwhile.
  static let logTriesMax = 5
  /// How many messages `outbox` lists.
  static let outboxMessagesMax = 200
  /// The longest settings file, in bytes.
  static let settingsByteCountMax = 65_536
  /// How long a question for a passphrase goes without looking whether it was told to leave, in milliseconds.
  static let promptPauseMilliseconds: Int32 = 100
  /// The longest line typed or piped in, in bytes.
  static let inputLineByteCountMax = 4_096
}
