import Synchronization

/// The bells of all open Receive Sessions, by inbox, so that an arrival wakes its owner.
final class Doorbells: Sendable {
  private let bells = Mutex<[[UInt8]: [Bell]]>([:])

  func hang(_ bell: Bell, at inbox: [UInt8]) {
    bells.withLock { $0[inbox, default: []].append(bell) }
  }

  func remove(_ bell: Bell, from inbox: [UInt8]) {
    bells.withLock { bells in
      bells[inbox]?.removeAll { $0 === bell }
      if bells[inbox]?.isEmpty == true { bells[inbox] = nil }
    }
  }

  func ring(at inboxes: Set<[UInt8]>) {
    let woken = bells.withLock { bells in inboxes.flatMap { bells[$0] ?? [] } }
    for bell in woken { bell.ring() }
  }
}
