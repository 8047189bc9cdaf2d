import Synchronization

/// The connections one listener has open, counted against its limit.
final class Guests: Sendable {
  /// How to end a connection, gently or at once.
  struct Guest: Sendable {
    let windDown: @Sendable () -> Void
    let cut: @Sendable () -> Void
  }

  private struct State {
    var guests: [Int: Guest] = [:]
    var nextPlace = 0
    var isClosing = false
  }

  private let countMax: Int
  private let state = Mutex(State())

  init(countMax: Int) {
    self.countMax = countMax
  }

  /// Lets a connection in, unless the house is full or closing.
  func enter(_ guest: Guest) -> Int? {
    state.withLock { state in
      guard !state.isClosing, state.guests.count < countMax else { return nil }
      state.nextPlace += 1
      state.guests[state.nextPlace] = guest
      return state.nextPlace
    }
  }

  /// Replaces how the connection in `place` is ended; ends it now when all were asked to.
  func change(_ place: Int, to guest: Guest) {
    let isClosing = state.withLock { state in
      state.guests[place] = guest
      return state.isClosing
    }
    if isClosing { guest.windDown() }
  }

  func leave(_ place: Int) {
    state.withLock { $0.guests[place] = nil }
  }

  /// Lets nobody in any more and asks everyone to finish.
  func windDown() {
    let guests = state.withLock { state in
      state.isClosing = true
      return Array(state.guests.values)
    }
    for guest in guests { guest.windDown() }
  }

  /// Breaks every connection off.
  func cutAll() {
    for guest in state.withLock({ Array($0.guests.values) }) { guest.cut() }
  }
}
