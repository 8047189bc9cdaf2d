internal import Foundation
internal import TrueSealSync

/// Carries out requests on the store this process has open.
actor Servant: Desk {
  let client: TrueSeal
  let relay: String
  private let trouble: StoreTrouble
  /// What has asked to join through the open window, in order.
  var joinRequests: [JoinRequest] = []
  /// Counts the windows; an older number's window is closed.
  var window = 0
  private var eventCount = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var nextWaiter = 0
  private var isEnding = false
  private var subscription: Subscription?
  /// Tells the views of this process from those of another one.
  let epoch = UInt64.random(in: 0..<(1 << 53))
  /// What the group looked like of late, oldest first.
  var views: [GroupView] = []

  init(client: TrueSeal, relay: String, trouble: StoreTrouble) {
    self.client = client
    self.relay = relay
    self.trouble = trouble
  }

  /// Begins to hear the client's events; `told` hears them too.
  func begin(telling told: @escaping @Sendable (Event) -> Void) {
    subscription = client.onEvent { [weak self] event in
      told(event)
      await self?.hear(event)
    }
  }

  func ask(_ request: Request) async throws(Refusal) -> Reply {
    do {
      return try await answer(request)
    } catch let error as TrueSealError where !Task.isCancelled {
      throw trouble.refusal(for: error)
    } catch {
      throw Task.isCancelled ? .interrupted : Refusal(unexpected: error)
    }
  }

  /// Closes the store, once the handler that runs is done with its message.
  func finish() async {
    wakeAll()
    await client.finish()
    subscription?.cancel()
  }

  /// Closes the store at once.
  func close() async {
    wakeAll()
    await client.close()
    subscription?.cancel()
  }

  /// Closes a window, unless another one is open already.
  func endWindow(_ number: Int) async {
    guard number == window else { return }
    window += 1
    joinRequests = []
    try? await client.cancelPairing()
  }

  // MARK: Waiting for events

  /// How many events there were; ask before looking at what they may change.
  var moment: Int { eventCount }

  /// Waits for the next event after a moment.
  func change(since moment: Int) async throws(Refusal) {
    if eventCount == moment, !Task.isCancelled, !isEnding {
      nextWaiter += 1
      let number = nextWaiter
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          guard !Task.isCancelled else { return continuation.resume() }
          waiters[number] = continuation
        }
      } onCancel: {
        Task { await self.wake(number) }
      }
    }
    if Task.isCancelled { throw .interrupted }
    if isEnding { throw .gone }
  }

  private func hear(_ event: Event) async {
    await note(event)
    if case .joinRequest(let request) = event { joinRequests.append(request) }
    eventCount += 1
    for number in waiters.keys { wake(number) }
  }

  private func wake(_ number: Int) { waiters.removeValue(forKey: number)?.resume() }

  private func wakeAll() {
    isEnding = true
    for number in waiters.keys { wake(number) }
  }
}
