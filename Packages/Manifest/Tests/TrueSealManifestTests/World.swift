import TrueSealManifest

/// Several devices' machines, the mail between them, and clocks that only a test moves.
///
/// Devices are numbers, in the order of their keys. Mail here is what the relay has accepted.
struct World {
  /// One message on its way.
  struct Letter {
    let author: Int
    let recipient: Int
    /// What its author said of what it believed when it was sealed.
    let view: [UInt8]
    let manifests: [VerifiedManifest]
  }

  /// Mail or wakes that do not come to an end.
  struct Unquiet: Error {}

  /// Devices by number, ascending by signing key.
  static let row = (100..<190).map(Device.init)
    .sorted { $0.signingKey.lexicographicallyPrecedes($1.signingKey) }
  static let numbers = Dictionary(
    uniqueKeysWithValues: row.enumerated().map { ($1.signingKey, $0) })

  /// The manifests everybody begins with: 0 admits all others, one after another.
  let line: [VerifiedManifest]
  private(set) var machines: [Int: Membership] = [:]
  private(set) var joiners: [Int: JoinWait] = [:]
  private(set) var mail: [Letter] = []
  /// Every letter so far, received or not.
  private(set) var sent: [Letter] = []
  /// What each device's machine led to, in order.
  private(set) var effects: [Int: [Membership.Effect]] = [:]
  /// Devices that receive nothing at present.
  private(set) var away: Set<Int> = []
  private(set) var now = ClockReading(uptime: .zero, wallClock: 1_800_000_000_000)
  /// Mixes the mail of different pairs when set; between two devices order is always kept.
  var dice: Dice?

  /// A group of devices 0 to `count` - 1 at rest.
  init(_ count: Int) throws {
    var line = [try Making.founding(Self.row[0], Self.row[1])]
    for number in 2..<max(2, count) {
      line.append(
        try Making.child(
          of: line[number - 2], by: Self.row[0], in: [Self.row[number]], checks: .hashing))
    }
    self.line = line
    let ledger = try Ledger(groupID: Making.group, restoring: line)
    for number in 0..<count {
      var memory = Membership.Memory()
      for other in 0..<count where other != number {
        memory.sent[Self.row[other].signingKey] = line[line.count - 1].rank
      }
      let own = Self.row[number].signingKey
      machines[number] = Membership(own: own, ledger: ledger, memory: memory)
      try act(number) { machine, now, sign in
        try machine.drained(absence: 0, at: now, sign: sign)
      }
    }
  }

  /// The last of the manifests everybody began with.
  var base: VerifiedManifest { line[line.count - 1] }

  subscript(_ number: Int) -> Membership? { machines[number] }

  /// Has a device's machine do something, and takes what comes of it.
  mutating func act(
    _ number: Int,
    _ call: (inout Membership, ClockReading, Membership.Signer) throws -> [Membership.Effect]
  ) throws {
    guard var machine = machines[number] else { return }
    let device = Self.row[number]
    let led = try call(&machine, now) { manifest throws(ManifestError) in
      try SignedManifest.signing(manifest, by: .hashing, with: device.sign).verified(by: .hashing)
    }
    machines[number] = machine
    take(led, of: number)
  }

  private mutating func take(_ led: [Membership.Effect], of number: Int) {
    effects[number, default: []] += led
    for case .send(let letter) in led {
      let view = machines[number]?.view(for: letter.recipient.agreementKey) ?? []
      guard let recipient = Self.numbers[letter.recipient.signingKey] else { continue }
      post(letter.manifests, by: number, to: [recipient], view: view)
    }
    if led.contains(.removed) { machines[number] = nil }
  }

  /// Puts a message on its way, whoever may have forged it.
  mutating func post(
    _ manifests: [VerifiedManifest], by author: Int, to recipients: [Int], view: [UInt8] = []
  ) {
    for recipient in recipients {
      let letter = Letter(author: author, recipient: recipient, view: view, manifests: manifests)
      mail.append(letter)
      sent.append(letter)
    }
  }

  /// Delivers until no mail is left but that of devices that are away.
  mutating func deliver() throws {
    var steps = 0
    while let place = nextPlace() {
      try deliver(at: place)
      steps += 1
      if steps > 100_000 { throw Unquiet() }
    }
  }

  /// Delivers what one device has sent another, and nothing else.
  mutating func deliver(from author: Int, to recipient: Int) throws {
    while let place = mail.firstIndex(where: { $0.author == author && $0.recipient == recipient }) {
      try deliver(at: place)
    }
  }

  /// Loses mail that matches: the relay never had it, or kept it for too long.
  mutating func lose(_ isLost: (Letter) -> Bool) {
    mail.removeAll(where: isLost)
  }

  private mutating func nextPlace() -> Int? {
    guard dice != nil else { return mail.firstIndex { !away.contains($0.recipient) } }
    var lanes: [[Int]: Int] = [:]
    for (place, letter) in mail.enumerated() where !away.contains(letter.recipient) {
      let lane = [letter.author, letter.recipient]
      lanes[lane] = min(lanes[lane] ?? place, place)
    }
    return lanes.isEmpty ? nil : lanes.values.sorted()[dice?.below(lanes.count) ?? 0]
  }

  private mutating func deliver(at place: Int) throws {
    let letter = mail.remove(at: place)
    let author = Self.row[letter.author].signingKey
    if var wait = joiners[letter.recipient] {
      let outcome = wait.receive(letter.manifests, from: author)
      joiners[letter.recipient] = wait
      guard case .admitted(let ledger) = outcome else { return }
      joiners[letter.recipient] = nil
      machines[letter.recipient] = Membership(
        own: Self.row[letter.recipient].signingKey, ledger: ledger)
      try act(letter.recipient) { machine, now, sign in
        try machine.introduce() + machine.drained(absence: 0, at: now, sign: sign)
      }
      return
    }
    try act(letter.recipient) { machine, now, sign in
      let led = try machine.receive(letter.manifests, from: author, at: now, sign: sign)
      if !letter.view.isEmpty { machine.viewHeard(letter.view, from: author, at: now) }
      return led
    }
  }

  /// Lets time go by; every device wakes when it asked to.
  mutating func pass(_ duration: Duration) throws {
    let end = now.uptime + duration
    var steps = 0
    try deliver()
    while let wake = nextWake, wake <= end {
      setClock(max(wake, now.uptime))
      for number in machines.keys.sorted() where !away.contains(number) {
        guard let due = machines[number]?.nextWake, due <= now.uptime else { continue }
        try act(number) { machine, now, sign in
          try machine.clockAdvanced(to: now, sign: sign)
        }
      }
      try deliver()
      steps += 1
      if steps > 10_000 { throw Unquiet() }
    }
    setClock(end)
  }

  private var nextWake: Duration? {
    machines.filter { !away.contains($0.key) }.values.compactMap(\.nextWake).min()
  }

  private mutating func setClock(_ uptime: Duration) {
    let step = (uptime - now.uptime).components
    let milliseconds = step.seconds * 1_000 + step.attoseconds / 1_000_000_000_000_000
    now = ClockReading(uptime: uptime, wallClock: now.wallClock + UInt64(milliseconds))
  }

  /// Cuts devices off; what is sent to them waits on the relay.
  mutating func leaveOffline(_ numbers: Int...) { away.formUnion(numbers) }

  /// Connects a device again, which takes its mail before it finds the inbox drained.
  mutating func reconnect(_ number: Int, absence: UInt64 = 0) throws {
    away.remove(number)
    try act(number) { machine, _, _ in
      machine.sessionOpened()
      return []
    }
    try deliver()
    try act(number) { machine, now, sign in
      try machine.drained(absence: absence, at: now, sign: sign)
    }
  }

  /// Ends a device that has left and whose pushes are done, or that is lost for good.
  mutating func wipe(_ number: Int) { machines[number] = nil }

  /// Ends a device and begins it again from what is stored.
  mutating func restart(_ number: Int) throws {
    guard let machine = machines[number] else { return }
    let ledger = try Ledger(
      groupID: machine.ledger.groupID, restoring: machine.ledger.held,
      waiting: machine.ledger.waiting)
    machines[number] = Membership(
      own: machine.own, ledger: ledger, pending: machine.pending, memory: machine.memory,
      isLeaving: machine.isLeaving)
  }

  /// Has a device wait for its admission by another.
  mutating func expect(_ joiner: Int, by admitter: Int) {
    joiners[joiner] = JoinWait(
      signingKey: Self.row[joiner].signingKey, agreementKey: Self.row[joiner].agreementKey,
      trustedKey: Self.row[admitter].signingKey)
  }
}
