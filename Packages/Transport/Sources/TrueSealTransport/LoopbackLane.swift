import Synchronization

/// One direction of a loopback: a short queue, and those who wait at either side of it.
final class LoopbackLane: Sendable {
  private struct WaitingSender {
    let ticket: UInt64
    let frame: Frame
    let resume: CheckedContinuation<Result<Void, LinkError>, Never>
  }

  private struct WaitingReceiver {
    let ticket: UInt64
    let resume: CheckedContinuation<Result<Frame?, LinkError>, Never>
  }

  private struct State {
    var frames: [Frame] = []
    var senders: [WaitingSender] = []
    var receivers: [WaitingReceiver] = []
    var sendingIsClosed = false
    var receivingIsClosed = false
    var lastTicket: UInt64 = 0
  }

  private let state = Mutex(State())

  func send(_ frame: Frame) async throws(LinkError) {
    let ticket = nextTicket()
    let result: Result<Void, LinkError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enter(WaitingSender(ticket: ticket, frame: frame, resume: continuation))
      }
    } onCancel: {
      cancel(ticket)
    }
    try result.get()
  }

  func receive() async throws(LinkError) -> Frame? {
    let ticket = nextTicket()
    let result: Result<Frame?, LinkError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enter(WaitingReceiver(ticket: ticket, resume: continuation))
      }
    } onCancel: {
      cancel(ticket)
    }
    return try result.get()
  }

  func closeSending() {
    let (senders, receivers) = state.withLock { state in
      state.sendingIsClosed = true
      defer { (state.senders, state.receivers) = ([], []) }
      return (state.senders, state.receivers)
    }
    for sender in senders { sender.resume.resume(returning: .failure(LinkError(.closed))) }
    for receiver in receivers { receiver.resume.resume(returning: .success(nil)) }
  }

  func closeReceiving() {
    let (senders, receivers) = state.withLock { state in
      state.receivingIsClosed = true
      state.frames = []
      defer { (state.senders, state.receivers) = ([], []) }
      return (state.senders, state.receivers)
    }
    for sender in senders { sender.resume.resume(returning: .failure(LinkError(.closed))) }
    for receiver in receivers { receiver.resume.resume(returning: .failure(LinkError(.closed))) }
  }

  private func nextTicket() -> UInt64 {
    state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
  }

  private func enter(_ sender: WaitingSender) {
    let receiver: WaitingReceiver?
    let answer: Result<Void, LinkError>?
    (receiver, answer) = state.withLock { state in
      if state.sendingIsClosed || state.receivingIsClosed {
        return (nil, .failure(LinkError(.closed)))
      }
      if Task.isCancelled { return (nil, .failure(LinkError(.cancelled))) }
      if !state.receivers.isEmpty { return (state.receivers.removeFirst(), .success(())) }
      if state.frames.count < TransportLimits.Chosen.loopbackFrameCountMax {
        state.frames.append(sender.frame)
        return (nil, .success(()))
      }
      state.senders.append(sender)
      return (nil, nil)
    }
    receiver?.resume.resume(returning: .success(sender.frame))
    if let answer { sender.resume.resume(returning: answer) }
  }

  private func enter(_ receiver: WaitingReceiver) {
    let sender: WaitingSender?
    let answer: Result<Frame?, LinkError>?
    (sender, answer) = state.withLock { state in
      if state.receivingIsClosed { return (nil, .failure(LinkError(.closed))) }
      if Task.isCancelled { return (nil, .failure(LinkError(.cancelled))) }
      if !state.frames.isEmpty {
        let frame = state.frames.removeFirst()
        guard !state.senders.isEmpty else { return (nil, .success(frame)) }
        let sender = state.senders.removeFirst()
        state.frames.append(sender.frame)
        return (sender, .success(frame))
      }
      if state.sendingIsClosed { return (nil, .success(nil)) }
      state.receivers.append(receiver)
      return (nil, nil)
    }
    sender?.resume.resume(returning: .success(()))
    if let answer { receiver.resume.resume(returning: answer) }
  }

  /// Takes one caller out of the queue it waits in, if it is there yet.
  private func cancel(_ ticket: UInt64) {
    let (sender, receiver): (WaitingSender?, WaitingReceiver?) = state.withLock { state in
      let sender = state.senders.firstIndex { $0.ticket == ticket }
      let receiver = state.receivers.firstIndex { $0.ticket == ticket }
      return (
        sender.map { state.senders.remove(at: $0) }, receiver.map { state.receivers.remove(at: $0) }
      )
    }
    sender?.resume.resume(returning: .failure(LinkError(.cancelled)))
    receiver?.resume.resume(returning: .failure(LinkError(.cancelled)))
  }
}
