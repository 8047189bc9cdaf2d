/// What is to be done at which time, soonest first.
///
/// Entries are never taken back: whoever is called late looks whether it still matters.
struct TimerHeap {
  typealias Action = @Sendable (_ now: Duration) -> Void

  private struct Entry {
    let time: Duration
    let action: Action
  }

  private var entries: [Entry] = []

  /// When the next action is due.
  var next: Duration? { entries.first?.time }

  /// Adds an action; those of one time run in no particular order.
  mutating func insert(at time: Duration, _ action: @escaping Action) {
    entries.append(Entry(time: time, action: action))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].time < entries[parent].time else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes out every action that is due.
  mutating func removeDue(at now: Duration) -> [Action] {
    var due: [Action] = []
    while let first = entries.first, first.time <= now {
      due.append(first.action)
      removeFirst()
    }
    return due
  }

  private mutating func removeFirst() {
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < entries.count else { return }
      let right = left + 1
      let isRightSooner = right < entries.count && entries[right].time < entries[left].time
      let child = isRightSooner ? right : left
      guard entries[child].time < entries[parent].time else { return }
      entries.swapAt(child, parent)
      parent = child
    }
  }
}
