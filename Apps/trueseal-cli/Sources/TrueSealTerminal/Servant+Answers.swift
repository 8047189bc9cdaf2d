internal import Foundation
internal import TrueSealSync

/// The answers to the requests.
extension Servant {
  func answer(_ request: Request) async throws -> Reply {
    switch request {
    case .status: .status(try await standing())
    case .members: .members(await everybody())
    case .outbox(let limit): .outbox(try await waiting(limit))
    case .send(let body, let mayCompress): try await send(Array(body), mayCompress)
    case .outcome(let id, let milliseconds): .outcome(try await outcome(of: id, milliseconds))
    case .drain(let milliseconds): .outcome(try await drain(milliseconds))
    case .startPairing: try await startPairing()
    case .nextJoinRequest(let number): .joinRequest(try await joinRequest(number))
    case .accept(let id): try await accept(id)
    case .cancelPairing: await cancelPairing()
    case .join(let token): try await join(token)
    case .waitUntilMember(let milliseconds): .outcome(try await waitUntilMember(milliseconds))
    case .remove(let id): .removed(try await remove(id))
    case .leave: try await leave()
    case .destroy: try await destroy()
    case .sessions: .sessions(try await sessions())
    case .session(let id): .session(try await session(id))
    case .resetSession(let id): .session(try await resetSession(id))
    case .waitForSession(let id, let milliseconds):
      .outcome(try await waitForSession(id, milliseconds))
    case .waitUntilGone(let milliseconds): .outcome(try await waitUntilGone(milliseconds))
    case .nextView(let mark): .view(try await view(after: mark))
    case .manifestLog(let place): .manifestLog(try await manifestLog(from: place))
    case .reach(let milliseconds): try await reach(milliseconds)
    case .verify: try await verify()
    }
  }

  // MARK: Looking

  private func standing() async throws -> Standing {
    let report = try await client.info()
    let (me, members, status) = await (client.me, client.members, client.status)
    return Standing(
      id: me.id, name: me.name, status: status.rawValue,
      memberCount: status == .member ? members.count + 1 : 0,
      connection: await client.connection.words, queuedEntryCount: report.queuedEntryCount,
      relay: relay, storeVersion: report.storeVersion, libraryVersion: report.libraryVersion)
  }

  func everybody() async -> [Person] {
    guard await client.status == .member else { return [] }
    let me = await client.me
    return ([me] + (await client.members)).sorted { $0.id < $1.id }
      .map { Person(id: $0.id, name: $0.name, isThisDevice: $0.id == me.id) }
  }

  private func reach(_ milliseconds: Int) async throws -> Reply {
    let isUp = try await within(milliseconds, otherwise: false) { [self] in
      while true {
        let moment = await moment
        switch await client.connection {
        case .connected: return true
        case .disconnected(.wrongRelayKey), .relayVersionUnsupported: return false
        case .connecting, .disconnected: try await change(since: moment)
        }
      }
    }
    return .reached(await client.connection.words, isUp: isUp)
  }

  private func verify() async throws -> Reply {
    try await client.verifyStore()
    return .done
  }

  // MARK: Sending

  private func send(_ body: [UInt8], _ mayCompress: Bool) async throws -> Reply {
    let id = try await client.send(body, compression: mayCompress)
    return .sent(id: id.description, recipientCount: await client.members.count)
  }

  private func outcome(of text: String, _ milliseconds: Int) async throws -> Outcome {
    guard let id = MessageID(text) else {
      throw Refusal(.usage, "“\(text)” is no message id")
    }
    let outcome = try await within(milliseconds, otherwise: SendOutcome.queued) { [client] in
      try await client.outcome(of: id)
    }
    // A queued outcome may also mean that nobody waits any more.
    if Task.isCancelled { throw Refusal.interrupted }
    return Outcome(outcome)
  }

  private func drain(_ milliseconds: Int) async throws -> Outcome {
    try await within(milliseconds, otherwise: .queued) { [client] in
      while !Task.isCancelled {
        let next = try await client.outbox(limit: TerminalLimits.outboxMessagesMax)
          .first { $0.purpose == .group }
        guard let next else { return .accepted }
        _ = try await client.outcome(of: next.id)
      }
      throw Refusal.interrupted
    }
  }

  /// Waits for work to end, for so long and no longer.
  func within<Result: Sendable>(
    _ milliseconds: Int, otherwise late: Result,
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let limit = min(max(milliseconds, 0), TerminalLimits.timeoutSecondsMax * 1_000)
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await Task.sleep(for: .milliseconds(limit))
        return nil
      }
      let first = try await group.next() ?? nil
      group.cancelAll()
      return first ?? late
    }
  }

  // MARK: Pairing

  private func startPairing() async throws -> Reply {
    window += 1
    joinRequests = []
    let number = window
    let token = try await client.startPairing()
    let link = try PairingLink(relayText: relay, token: token)
    return .pairing(link: link.text, window: number)
  }

  private func joinRequest(_ number: Int) async throws(Refusal) -> Person {
    let wanted = window
    while wanted == window {
      let moment = moment
      if let person = person(asking: number) { return person }
      try await change(since: moment)
    }
    throw Refusal(TrueSealError.pairingClosed)
  }

  private func person(asking number: Int) -> Person? {
    guard joinRequests.indices.contains(number) else { return nil }
    return Person(id: joinRequests[number].id, name: joinRequests[number].name)
  }

  private func accept(_ id: String) async throws -> Reply {
    guard let request = joinRequests.first(where: { $0.id == id }) else {
      throw TrueSealError.pairingClosed
    }
    try await client.accept(request)
    window += 1
    joinRequests = []
    return .done
  }

  private func cancelPairing() async -> Reply {
    await endWindow(window)
    return .done
  }

  private func join(_ token: String) async throws -> Reply {
    try await client.join(token)
    return .done
  }

  private func waitUntilMember(_ milliseconds: Int?) async throws -> Outcome {
    guard let milliseconds else { return try await becomeMember() }
    return try await within(milliseconds, otherwise: .queued) { [self] in
      try await becomeMember()
    }
  }

  private func becomeMember() async throws -> Outcome {
    while true {
      let moment = moment
      switch await client.status {
      case .member: return .accepted
      case .pendingJoin: try await change(since: moment)
      case .notJoined, .leaving, .destroying: throw TrueSealError.notMember(.notJoined)
      }
    }
  }
}

extension Outcome {
  init(_ outcome: SendOutcome) {
    switch outcome {
    case .accepted: self = .accepted
    case .failed: self = .failed
    case .queued: self = .queued
    }
  }
}

extension Connection {
  /// How the line is, in words.
  var words: String {
    switch self {
    case .connecting: "connecting"
    case .connected: "connected"
    case .relayVersionUnsupported(let min, let max):
      "the relay speaks Transport Versions \(min) to \(max) only; upgrade"
    case .disconnected(let reason):
      switch reason {
      case .idle: "not connected"
      case .unreachable: "the relay cannot be found or reached"
      case .wrongRelayKey: "the relay has another key than its address says"
      case .timedOut: "the relay does not answer"
      case .closedByRelay: "the relay ended the connection"
      case .protocolError: "what answers there is no relay"
      }
    }
  }
}
