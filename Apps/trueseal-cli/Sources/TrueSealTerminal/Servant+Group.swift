internal import TrueSealSync

/// The answers about the group.
extension Servant {
  // MARK: Changing it

  func remove(_ beginning: String) async throws -> Person {
    let person = try Self.find(beginning, among: await everybody(), for: .remove)
    try await client.remove(person.id)
    return person
  }

  func leave() async throws -> Reply {
    try await client.leave()
    return .done
  }

  func destroy() async throws -> Reply {
    try await client.destroyGroup()
    return .done
  }

  func waitUntilGone(_ milliseconds: Int) async throws -> Outcome {
    try await within(milliseconds, otherwise: .queued) { [self] in
      while true {
        let moment = await moment
        if await client.status == .notJoined { return .accepted }
        try await change(since: moment)
      }
    }
  }

  /// The other member whose id begins so.
  ///
  /// - Throws: `Refusal`, member not found, in a sentence that says what to do.
  static func find(
    _ beginning: String, among people: [Person], for verb: Verb
  ) throws(Refusal) -> Person {
    guard !beginning.isEmpty else {
      throw .usage("\(verb.rawValue) takes an id of trueseal members")
    }
    // Outside a group the library says so better.
    guard !people.isEmpty else { return Person(id: beginning, name: "") }
    let exact = people.filter { $0.id == beginning }
    let found = exact.isEmpty ? people.filter { $0.id.hasPrefix(beginning) } : exact
    guard let person = found.first else { throw Refusal(TrueSealError.memberNotFound) }
    guard found.count == 1 else {
      let ids = found.map { "\($0.id) (\(Harmless.text($0.name)))" }.joined(separator: ", ")
      throw Refusal(
        .memberNotFound, "\(found.count) ids begin with “\(beginning)”, say more of it: \(ids)")
    }
    guard person.isThisDevice != true else {
      let hint = verb == .remove ? "; trueseal leave takes it out" : ""
      throw Refusal(.memberNotFound, "this is the device itself\(hint)")
    }
    return person
  }

  // MARK: Watching it

  /// Notes what an event made of the group.
  func note(_ event: Event) async {
    switch event {
    case .membersChanged(let members):
      guard await client.status == .member else { return }
      let me = await client.me
      note(.member, nil, Self.sorted(members, and: me))
    case .statusChanged(let status, let reason):
      note(status, reason, status == .member ? await everybody() : [])
    case .joinRequest, .connectionChanged, .admissionDropped, .conversation: return
    }
  }

  private func note(_ status: Status, _ reason: StatusReason?, _ members: [Person]) {
    let number = (views.last?.mark.number ?? 0) + 1
    views.append(
      GroupView(
        mark: GroupView.Mark(epoch: epoch, number: number), status: status.rawValue,
        reason: reason?.rawValue, members: members))
    views.removeFirst(max(0, views.count - TerminalLimits.viewsMax))
  }

  func view(after known: GroupView.Mark?) async throws(Refusal) -> GroupView {
    guard let known, known.epoch == epoch else {
      // Numbered before it is looked at, so that no later change is missed.
      let mark = GroupView.Mark(epoch: epoch, number: views.last?.mark.number ?? 0)
      let members = await everybody()
      return GroupView(mark: mark, status: await client.status.rawValue, members: members)
    }
    while true {
      let moment = moment
      if let next = views.first(where: { $0.mark.number > known.number }) { return next }
      try await change(since: moment)
    }
  }

  static func sorted(_ members: [GroupMember], and me: GroupMember) -> [Person] {
    ([me] + members).sorted { $0.id < $1.id }
      .map { Person(id: $0.id, name: $0.name, isThisDevice: $0.id == me.id) }
  }

  // MARK: Its manifests

  func manifestLog(from place: Int) async throws -> LogPage {
    let log = try await client.manifestLog()
    return LogPage(of: log.map(LoggedManifest.init), from: place, stamp: log.hashValue)
  }
}

extension LoggedManifest {
  init(_ entry: ManifestLogEntry) {
    id = entry.id
    version = entry.version
    parent = entry.parent
    issuer = Person(entry.issuer)
    admitted = entry.admitted.map(Person.init)
    removed = entry.removed.map(Person.init)
    memberCount = entry.memberCount
    onBehalf = entry.onBehalf
    switch entry.fate {
    case .current: fate = .current
    case .ancestor: fate = .ancestor
    case .lost: fate = .lost
    case .waiting: fate = .waiting
    case .void(let why):
      fate = .void
      switch why {
      case .issuerRemoved(let by): (reason, because) = (.issuerRemoved, by)
      case .issuerLeft(let by): (reason, because) = (.issuerLeft, by)
      case .builtOn(let void): (reason, because) = (.builtOnVoid, void)
      }
    }
  }
}

extension Person {
  init(_ member: GroupMember) { self.init(id: member.id, name: member.name) }
}
