internal import TrueSealSync

/// The command that receives.
extension Program {
  func listen() async throws(Refusal) {
    let settings = try learn()
    let reception = Reception(
      home: home, namespace: command.namespace, settings: settings, storeKey: storeKey,
      servesOthers: true,
      told: { [output] event in Self.tell(event, on: output) },
      log: { [output] entry in
        if entry.level == .warning { output.message("trueseal: \(Harmless.text(entry.text))") }
      })
    do throws(Refusal) {
      let servant = try await reception.openStore()
      let listener = Listener(command, output)
      try await servant.listen(with: listener) { [output] issue in
        output.message("trueseal: \(issue.sentence)")
      }
      if let doubt = await servant.doubt { output.message("trueseal: \(doubt)") }
      output.progress("Listening; Ctrl-C ends.")
      // Ends with the listener, or when this task is cancelled.
      for await _ in listener.end {}
    } catch {
      await reception.close()
      throw error
    }
    // What is being handled is finished even though the user wants to leave.
    await Task { await reception.finish() }.value
  }

  /// Says on standard error what an event means.
  static func tell(_ event: Event, on output: Output) {
    switch event {
    case .statusChanged(let status, let reason):
      let why = reason.map { " (\($0.rawValue))" } ?? ""
      output.message("trueseal: the status of this device is now \(status.rawValue)\(why)")
    case .membersChanged(let members):
      output.progress("The group has \(members.count + 1) members now.")
    case .connectionChanged(let connection): output.progress("Relay: \(connection.words).")
    case .admissionDropped(let name, _):
      output.message(
        "trueseal: “\(Harmless.text(name))” could not be admitted: others filled the group")
    case .conversation(let notice): output.message("trueseal: \(notice.sentence)")
    case .joinRequest: break
    }
  }
}

extension Servant {
  /// Why nothing may come, where this device is no member.
  var doubt: String? {
    get async {
      switch await client.status {
      case .member: nil
      case .notJoined:
        "this device is in no group, so nothing will come; run trueseal pair or trueseal join"
      case .pendingJoin: "this device is no member yet; messages come once it is listed"
      case .leaving, .destroying: "this device is on its way out of its group; no message comes"
      }
    }
  }

  /// Has a listener handle each message from now on, and hears what goes wrong.
  func listen(
    with listener: Listener, issues: @escaping @Sendable (DeliveryIssue) -> Void
  ) async throws(Refusal) {
    let client = client
    do throws(TrueSealError) {
      _ = try await client.onMessage { message in
        guard try await listener.handle(message) else { return }
        // Before this one is recorded, so that the next one is never begun.
        await client.takeNoFurtherMessage()
        listener.finish()
      }
    } catch {
      throw Refusal(error)
    }
    _ = client.onDeliveryIssue { issues($0) }
  }
}

extension DeliveryIssue {
  /// The issue in a sentence.
  var sentence: String {
    switch self {
    case .unreadable(.malformed): "something came that is no message for this device; dropped"
    case .unreadable(.senderOutdated): "a message of a device with too old a release was dropped"
    case .unreadable(.expired): "a message older than 60 days was dropped"
    case .unreadable(.droppedWhileHeld): "a message was dropped: too many wait for an upgrade"
    case .unreadable(.sessionGone):
      "a text of a conversation cannot be read: its session is gone; session reset helps"
    case .unauthorized: "a message of a device that may not send it was dropped"
    case .heldForUpgrade: "a message waits at the relay until this program is upgraded"
    case .handlerGaveUp(let id, let reason):
      "message \(id) was dropped after five tries: \(Harmless.text(reason))"
    case .sendFailed(let id, let recipient, let reason):
      "message \(id) will not reach \(recipient ?? "a device"): \(reason.words)"
    }
  }
}

extension SendFailure {
  fileprivate var words: String {
    switch self {
    case .tooLarge: "the relay takes no message of this size"
    case .malformed: "the relay calls it malformed"
    case .expired: "the relay has not taken it for 30 days"
    }
  }
}
