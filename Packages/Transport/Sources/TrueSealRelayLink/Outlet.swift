import Synchronization
import TrueSealTransport

/// The one writer of a session: frames in from any task, encrypted bytes out in one order (W-14).
///
/// Whoever brings a frame while nobody writes becomes the writer until the queue is empty or the
/// socket is full; then the event thread goes on. Frames that queue up meanwhile leave together.
final class Outlet: Sendable {
  /// Frames a task waits for together, told apart by the signal it waits on.
  private struct Ticket {
    /// Nil where somebody only waits for what was queued before.
    let frame: [UInt8]?
    let sent: Signal
    let isLast: Bool

    var byteCount: Int { frame.map { $0.count + Outlet.overheadByteCount } ?? 0 }
  }

  private struct Queue {
    var tickets: [Ticket] = []
    var isWriting = false
    var isFinishing = false
    var failure: LinkError?
    var unwrittenByteCount = 0
  }

  /// Bytes on their way to the socket, and whose they are.
  private struct Batch {
    var bytes: [UInt8] = []
    var written = 0
    var ends: ArraySlice<(end: Int, ticket: Ticket)> = []
    /// When the frame that is being written must have left; nil while it has not been held up.
    var deadline: Duration?
  }

  private struct Work: ~Copyable {
    var cipher: NoiseCipher
    var batch = Batch()
  }

  private enum Step {
    case wrote([Signal])
    case idle
    case failed(LinkError)
  }

  private static let overheadByteCount =
    TransportLimits.messageLengthByteCount + NoiseCipher.tagByteCount

  private let channel: Channel
  private let writeTime: Duration
  private let queue = Mutex(Queue())
  private let work: Mutex<Work>

  init(_ channel: Channel, _ cipher: consuming NoiseCipher, writeTime: Duration) {
    self.channel = channel
    self.writeTime = writeTime
    work = Mutex(Work(cipher: cipher))
  }

  /// Bytes accepted from tasks that the socket has not taken yet.
  var unwrittenByteCount: Int { queue.withLock { $0.unwrittenByteCount } }

  /// Writes frames one after the other, nothing between them; returns when the socket has them and
  /// all that was queued before.
  ///
  /// When the task is cancelled, frames whose encryption has not begun are not sent.
  func send(_ frames: [[UInt8]], asLast isFinishing: Bool = false) async throws(LinkError) {
    let sent = Signal(on: channel.loop)
    if try enqueue(frames.isEmpty ? [nil] : frames, sent, isFinishing) { write() }
    do throws(LinkError) {
      try await sent.wait()
    } catch {
      withdraw(sent)
      throw error
    }
  }

  /// Takes no more frames but those sent as last; false when that was so already.
  func beginFinishing() -> Bool {
    queue.withLock { queue in
      defer { queue.isFinishing = true }
      return !queue.isFinishing && queue.failure == nil
    }
  }

  /// Ends every send, present and future, with `error`.
  func fail(_ error: LinkError) {
    let tickets = queue.withLock { queue -> [Ticket] in
      guard queue.failure == nil else { return [] }
      queue.failure = error
      queue.unwrittenByteCount = 0
      defer { queue.tickets = [] }
      return queue.tickets
    }
    for ticket in tickets { ticket.sent.fail(error) }
  }

  private func enqueue(
    _ frames: [[UInt8]?], _ sent: Signal, _ isFinishing: Bool
  ) throws(LinkError) -> Bool {
    try queue.withLock { queue throws(LinkError) in
      if let failure = queue.failure { throw failure }
      guard queue.isFinishing == isFinishing else {
        throw LinkError(.closed, "The session is ending.")
      }
      for (index, frame) in frames.enumerated() {
        let ticket = Ticket(frame: frame, sent: sent, isLast: index == frames.count - 1)
        queue.unwrittenByteCount += ticket.byteCount
        queue.tickets.append(ticket)
      }
      defer { queue.isWriting = true }
      return !queue.isWriting
    }
  }

  private func withdraw(_ sent: Signal) {
    queue.withLock { queue in
      guard queue.failure == nil else { return }
      for ticket in queue.tickets where ticket.sent === sent {
        queue.unwrittenByteCount -= ticket.byteCount
      }
      queue.tickets.removeAll { $0.sent === sent }
    }
  }

  private func giveUp(_ error: LinkError) {
    channel.close(error)
    fail(error)
    let waiting = work.withLock { work in
      defer { work.batch = Batch() }
      return work.batch.ends.map(\.ticket.sent)
    }
    for sent in waiting { sent.fail(error) }
  }
}

// MARK: Writing

extension Outlet {
  /// Writes until nothing is left or the socket is full; only for whoever set `isWriting`.
  private func write() {
    for _ in 0..<RelayLinkLimits.Chosen.writesInRowMax {
      switch work.withLock({ step(&$0) }) {
      case .wrote(let signals): for signal in signals { signal.raise() }
      case .idle: return
      case .failed(let error): return giveUp(error)
      }
    }
    // A task that came to send one frame must not end up sending everybody's.
    channel.loop.run { self.write() }
  }

  private func step(_ work: inout Work) -> Step {
    do throws(LinkError) {
      if work.batch.written == work.batch.bytes.count, try !loadBatch(&work) { return .idle }
    } catch {
      return .failed(error)
    }
    switch channel.write(work.batch.bytes, from: work.batch.written) {
    case .moved(let count): return .wrote(advance(&work.batch, by: count))
    case .blocked: return waitForRoom(&work.batch)
    case .ended, .failed: return .failed(channel.writable.failure ?? Self.broken)
    }
  }

  /// Encrypts what is queued, up to a batch; false when nothing is, and then nobody writes.
  private func loadBatch(_ work: inout Work) throws(LinkError) -> Bool {
    work.batch = Batch()
    let tickets = takeTickets()
    guard !tickets.isEmpty else { return false }
    var ends: [(end: Int, ticket: Ticket)] = []
    var bytes: [UInt8] = []
    bytes.reserveCapacity(tickets.reduce(0) { $0 + $1.byteCount })
    for ticket in tickets {
      if let frame = ticket.frame { try Self.append(frame, to: &bytes, with: &work.cipher) }
      ends.append((bytes.count, ticket))
    }
    work.batch = Batch(bytes: bytes, ends: ends[...])
    return true
  }

  private func takeTickets() -> [Ticket] {
    queue.withLock { queue in
      var byteCount = 0
      let end = queue.tickets.firstIndex { ticket in
        byteCount += ticket.byteCount
        return byteCount > RelayLinkLimits.Chosen.batchByteCount
      }
      let count = max(end ?? queue.tickets.count, min(1, queue.tickets.count))
      queue.isWriting = count > 0
      defer { queue.tickets.removeFirst(count) }
      return Array(queue.tickets.prefix(count))
    }
  }

  private static func append(
    _ frame: [UInt8], to bytes: inout [UInt8], with cipher: inout NoiseCipher
  ) throws(LinkError) {
    var message = [UInt8](repeating: 0, count: frame.count + NoiseCipher.tagByteCount)
    var target = message.mutableSpan
    try cipher.seal(frame.span, into: &target)
    bytes.append(UInt8(truncatingIfNeeded: message.count >> 8))
    bytes.append(UInt8(truncatingIfNeeded: message.count))
    bytes.append(contentsOf: message)
  }

  /// Notes that the socket took `count` bytes, and returns who need not wait any longer.
  private func advance(_ batch: inout Batch, by count: Int) -> [Signal] {
    batch.written += count
    queue.withLock { $0.unwrittenByteCount -= $0.failure == nil ? count : 0 }
    var done: [Signal] = []
    while let first = batch.ends.first, first.end <= batch.written {
      batch.deadline = nil
      batch.ends.removeFirst()
      if first.ticket.isLast { done.append(first.ticket.sent) }
    }
    return done
  }

  private func waitForRoom(_ batch: inout Batch) -> Step {
    let deadline = batch.deadline ?? channel.loop.now + writeTime
    batch.deadline = deadline
    let readiness = channel.writable.whenRaised(until: deadline) { error in
      if let error { self.giveUp(error) } else { self.write() }
    }
    switch readiness {
    case .raised: return .wrote([])
    case .awaited: return .idle
    case .failed(let error): return .failed(error)
    }
  }

  private static var broken: LinkError { LinkError(.closed, "The connection broke.") }
}
