import Foundation
import Synchronization

/// Holds threads back until it is opened.
final class Gate: Sendable {
  private let condition = NSCondition()
  private let isOpen = Mutex(false)

  func wait() {
    condition.lock()
    let deadline = Date(timeIntervalSinceNow: 60)
    while !isOpen.withLock({ $0 }), Date() < deadline {
      _ = condition.wait(until: deadline)
    }
    condition.unlock()
  }

  func open() {
    condition.lock()
    isOpen.withLock { $0 = true }
    condition.broadcast()
    condition.unlock()
  }
}

/// What a server saw, in order.
final class Written: Sendable {
  private let state = Mutex<[String]>([])

  var texts: [String] { state.withLock { $0 } }

  func note(_ text: String?) { state.withLock { $0.append(text ?? "nothing") } }
}
