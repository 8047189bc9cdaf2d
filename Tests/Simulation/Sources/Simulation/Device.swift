internal import TrueSealManifest
internal import TrueSealOutbox

/// One simulated device: its disk, and what a crash takes from it.
struct Device: Sendable {
  enum Phase: Hashable, Sendable {
    /// Nobody has admitted it yet.
    case unborn
    /// It waits for the manifest that admits it.
    case joining
    /// It holds manifests of the group.
    case inside
    /// It was removed, and has wiped.
    case removed
    /// It has left, and has wiped.
    case left
  }

  let id: Int
  let signingKey: [UInt8]
  let agreementKey: [UInt8]
  var phase = Phase.unborn
  var disk = Disk()

  // What a crash takes.
  var wait: JoinWait?
  var membership: Membership?
  var room = MailRoom()
  /// Pushes the relay has not answered, oldest first.
  var inFlight: [Entry] = []
  /// When the machine wants to be woken, on the common clock.
  var nextWake: UInt64?
  var isDrained = false
  var bootedAt: UInt64

  // What the world knows about it.
  var isOnline = true
  var lastMailAt: UInt64
  var isRefusing: Set<[UInt8]> = []
  /// Whether the oldest mail in its inbox was taken once and not acknowledged.
  var isHeadSeen = false
  /// How much later than it asked for it wakes, in milliseconds.
  var lag: UInt64 = 0
  /// Stands for the device and its inbox, as long as nothing happens to them and no time passes.
  var print: Int?

  init(id: Int, dice: inout Dice, at now: UInt64) {
    self.id = id
    signingKey = dice.key()
    agreementKey = dice.key()
    bootedAt = now
    lastMailAt = now
    disk.connectedUntil = now
  }

  var isGone: Bool { phase == .removed || phase == .left }
  var isLive: Bool { phase == .joining || phase == .inside }
  var standing: Membership.Standing? { membership?.standing }

  func clock(at now: UInt64) -> ClockReading {
    ClockReading(uptime: .milliseconds(now - bootedAt), wallClock: now)
  }

  func moment(at now: UInt64) -> Moment {
    Moment(uptime: .milliseconds(now - bootedAt), wallClock: now)
  }

  /// Recomputes when the machine wants to be woken.
  mutating func noteNextWake() {
    nextWake = membership?.nextWake.map { bootedAt + $0.wholeMilliseconds + lag }
  }

  /// When the mail room wants to be woken, on the common clock.
  var roomWake: UInt64? { room.wakeAt.map { bootedAt + $0.wholeMilliseconds } }

  /// When silence will mean that the inbox is empty.
  var drainWake: UInt64? {
    isOnline && !isDrained && phase == .inside ? lastMailAt + World.drainMilliseconds + lag : nil
  }

  /// A name for stories.
  var name: String { Self.name(of: id) }

  static func name(of id: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return id < letters.count ? String(letters[id]) : "Z\(id)"
  }
}

extension Duration {
  /// Rounded up, so that what is due then is due.
  var wholeMilliseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(max(0, seconds)) * 1_000
      + UInt64(max(0, (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
  }
}
