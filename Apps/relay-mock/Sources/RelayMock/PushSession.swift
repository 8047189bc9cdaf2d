import TrueSealRelayLink
import TrueSealTransport

/// One Push Session: reads pushes, hands them to the writer, and answers them in order.
///
/// Reading and answering are two tasks, so that pushes gather for a shared commit while earlier
/// ones are answered. The session ends when the device closes, breaks the protocol, stays silent
/// too long or the relay stops; the answers owed are given first in every case.
struct PushSession: Sendable {
  private let link: NoiseLink
  private let house: House
  private let lane = PushLane()
  private let room = Budget(limit: RelayLimits.Chosen.unansweredByteCountMax)

  init(_ link: NoiseLink, in house: House) {
    self.link = link
    self.house = house
  }

  /// Runs to the end of the session.
  func run() async {
    house.note(.pushOpened)
    await withDiscardingTaskGroup { group in
      group.addTask { await answer() }
      await read()
    }
    house.note(.pushClosed)
  }

  /// Takes no more pushes; the session ends once those that came are answered.
  func windDown() { lane.end() }

  private func read() async {
    while !lane.isOver {
      let message: [UInt8]?
      do throws(LinkError) {
        message = try await link.receiveMessage()
      } catch {
        break
      }
      guard let message, !lane.isOver else { break }
      do throws(TransportError) {
        let frame = try Frame(decoding: message, from: .device, on: .push)
        guard case .push(let recipient, let envelope) = frame else { break }
        await take(envelope, for: recipient)
      } catch {
        guard error.code == .shortPush else {
          lane.end(saying: .protocolError)
          return
        }
        // It costs room like any other: answers nobody reads must not pile up.
        let cost = Self.cost(0)
        await room.take(cost)
        lane.settle(lane.join(cost: cost), as: .refused(.malformed))
      }
    }
    lane.end()
  }

  private func take(_ envelope: [UInt8], for recipient: [UInt8]) async {
    var refusal: RefusalCode?
    var isLost = false
    switch house.strike(at: .push, key: recipient) {
    case .cut: return link.close()
    case .refuse(let code): refusal = code
    case .lose: isLost = true
    case .withhold, .double, .delay, nil: break
    }
    if envelope.count > house.settings.envelopeByteCountMax { refusal = .tooLarge }
    let cost = Self.cost(envelope.count)
    await room.take(cost)
    guard !isLost || refusal != nil else {
      return lane.settle(lane.join(cost: cost, recipient: recipient), as: .held)
    }
    await house.commits.submit(
      CommitQueue.Push(
        recipient: recipient, envelope: envelope, refusal: refusal, lane: lane,
        ticket: lane.join(cost: cost, recipient: recipient)))
    if lane.refusals.isFull { lane.end() }
  }

  private func answer() async {
    // Once silent, verdicts are still taken, so that nobody waits for room in a dead session.
    var isSilent = false
    while let answers = await lane.answers() {
      var frames: [Frame] = []
      var isCut = false
      for answer in answers where !isSilent {
        switch house.strike(at: .answer, key: answer.recipient) {
        case .withhold: isSilent = true
        case .cut:
          isSilent = true
          isCut = true
        case .refuse, .lose, .double, .delay, nil: frames.append(answer.verdict.frame)
        }
      }
      do throws(LinkError) {
        if !frames.isEmpty { try await link.send(frames) }
        if isCut { link.close() }
      } catch {
        link.close()
        isSilent = true
      }
      room.giveBack(answers.reduce(0) { $0 + $1.cost })
    }
    await link.finish(with: lane.lastWord.map(Frame.error))
  }

  /// What a push takes of the session's room: its bytes, and enough to bound the count as well.
  private static func cost(_ byteCount: Int) -> Int {
    let share =
      RelayLimits.Chosen.unansweredByteCountMax / RelayLimits.Chosen.unansweredPushCountMax
    return max(byteCount, share)
  }
}
