import Dispatch
import Synchronization
import TrueSealTransport

/// The one writer of the store: takes everything that waits, commits once, then answers all.
///
/// While a commit syncs, the pushes of all sessions gather; the next commit takes them together,
/// so the disk is asked once for many. Reads run on the same queue, between two commits.
final class CommitQueue: Sendable {
  /// One push, with the place its verdict goes to.
  struct Push: Sendable {
    let recipient: [UInt8]
    let envelope: [UInt8]
    /// A refusal already decided; it still passes here so that W-20 sees pushes in order.
    let refusal: RefusalCode?
    let lane: PushLane
    let ticket: Int
  }

  private struct Waiting {
    var pushes: [Push] = []
    var deletions: [(blobID: UInt64, inbox: [UInt8], done: @Sendable () -> Void)] = []
    var isScheduled = false
  }

  private let queue = DispatchQueue(label: "relay-mock.store")
  private let waiting = Mutex(Waiting())
  private let room = Budget(limit: RelayLimits.Chosen.waitingByteCountMax)
  private let shelf: any InboxShelf
  private let doorbells: Doorbells
  private let wallClock: @Sendable () -> Int64
  private let note: @Sendable (RelayNote) -> Void
  private let isFailing = Atomic(false)

  init(
    shelf: any InboxShelf, doorbells: Doorbells, wallClock: @escaping @Sendable () -> Int64,
    note: @escaping @Sendable (RelayNote) -> Void
  ) {
    self.shelf = shelf
    self.doorbells = doorbells
    self.wallClock = wallClock
    self.note = note
  }

  /// How many pushes wait for the next commit.
  var waitingPushCount: Int { waiting.withLock(\.pushes.count) }

  /// Queues a push once there is room for it; its lane gets the verdict after the commit.
  func submit(_ push: Push) async {
    await room.take(push.envelope.count)
    add { $0.pushes.append(push) }
  }

  /// Queues the deletion of a blob from its owner's inbox; `done` is called after the commit.
  func acknowledge(_ blobID: UInt64, in inbox: [UInt8], done: @escaping @Sendable () -> Void) {
    add { $0.deletions.append((blobID, inbox, done)) }
  }

  /// Runs a read of the shelf between two commits.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (any InboxShelf) throws(RelayError) -> Result
  ) async throws(RelayError) -> Result {
    let result: Swift.Result<Result, RelayError> = await withCheckedContinuation { reader in
      queue.async { [shelf] in
        do throws(RelayError) {
          reader.resume(returning: .success(try body(shelf)))
        } catch {
          reader.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  /// Asks the shelf whether it can be read, from a thread that may block, for a bounded time.
  func isReadable(within patience: Duration) -> Bool {
    let probe = Probe()
    queue.async { [shelf] in
      if (try? shelf.probe()) != nil { probe.succeeded.store(true, ordering: .releasing) }
      probe.finished.signal()
    }
    let milliseconds = Int(patience / .milliseconds(1))
    return probe.finished.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
      && probe.succeeded.load(ordering: .acquiring)
  }

  /// Waits for everything queued so far and closes the shelf.
  func close() async {
    await withCheckedContinuation { closed in
      queue.async { [self] in
        commitWaiting()
        shelf.close()
        closed.resume()
      }
    }
  }

  private func add(_ change: (inout Waiting) -> Void) {
    let mustSchedule = waiting.withLock { waiting in
      change(&waiting)
      defer { waiting.isScheduled = true }
      return !waiting.isScheduled
    }
    if mustSchedule { queue.async { [self] in commitWaiting() } }
  }

  private func commitWaiting() {
    let batch = waiting.withLock { waiting in
      let batch = waiting
      waiting = Waiting()
      return batch
    }
    let deletions = batch.deletions.map {
      InboxChange.acknowledge(blobID: $0.blobID, inbox: $0.inbox)
    }
    commit(batch.pushes, after: deletions)
    for deletion in batch.deletions { deletion.done() }
    room.giveBack(batch.pushes.reduce(0) { $0 + $1.envelope.count })
  }

  private func commit(_ pushes: [Push], after deletions: [InboxChange]) {
    let hour = wallClock() / 3_600_000
    var verdicts = Admission.verdicts(for: pushes, storing: .held)
    let admitted = zip(pushes, verdicts).filter { $0.1 == .held }.map(\.0)
    let holds = admitted.map {
      InboxChange.hold(envelope: $0.envelope, recipient: $0.recipient, hour: hour)
    }
    var blobIDs: [UInt64] = []
    do throws(RelayError) {
      blobIDs = try shelf.commit(deletions + holds)
      isFailing.store(false, ordering: .relaxed)
    } catch {
      report(error)
      let code: RefusalCode = error.code == .storeFull ? .unavailable : .internalError
      verdicts = Admission.verdicts(for: pushes, storing: .refused(code))
      // Deletions make room, so a full disk must not keep them from happening.
      if !holds.isEmpty, !deletions.isEmpty { _ = try? shelf.commit(deletions) }
    }
    settle(pushes, as: verdicts, blobIDs: blobIDs)
  }

  private func settle(_ pushes: [Push], as verdicts: [Verdict], blobIDs: [UInt64]) {
    var blobIDs = blobIDs.makeIterator()
    var arrivedAt: Set<[UInt8]> = []
    for (push, verdict) in zip(pushes, verdicts) {
      let byteCount = push.envelope.count
      switch verdict {
      case .held:
        arrivedAt.insert(push.recipient)
        if let blobID = blobIDs.next() {
          note(.held(blobID: blobID, recipient: push.recipient, byteCount: byteCount))
        }
      case .refused(let code):
        note(.refused(code: code.rawValue, recipient: push.recipient, byteCount: byteCount))
      }
      push.lane.settle(push.ticket, as: verdict, recipient: push.recipient)
    }
    doorbells.ring(at: arrivedAt)
  }

  /// Says once that the store fails, and not again until it has worked in between.
  private func report(_ error: RelayError) {
    if !isFailing.exchange(true, ordering: .relaxed) { note(.storeFailed(error.description)) }
  }
}

/// What a health check and the store's queue share; the check may leave before the answer comes.
private final class Probe: Sendable {
  let succeeded = Atomic(false)
  let finished = DispatchSemaphore(value: 0)
}
