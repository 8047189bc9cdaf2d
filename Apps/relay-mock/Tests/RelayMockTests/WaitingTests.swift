import Synchronization
import Testing

@testable import RelayMock

@Suite struct `A bell` {
  @Test func `keeps a ring until it is waited for`() async {
    let bell = Bell()
    bell.ring()
    bell.ring()
    await bell.wait()
  }

  @Test func `wakes who waits`() async {
    let bell = Bell()
    async let woken: Void = bell.wait()
    bell.ring()
    await woken
  }
}

@Suite struct `A budget` {
  @Test func `serves one request above its limit when nothing else is out`() async {
    let budget = Budget(limit: 10)
    await budget.take(100)
    budget.giveBack(100)
    await budget.take(10)
  }

  @Test func `serves those who wait in the order they came, a small one not before a large one`()
    async
  {
    let budget = Budget(limit: 10)
    let served = Served()
    await budget.take(5)
    await withDiscardingTaskGroup { group in
      for (place, amount) in [10, 1, 10].enumerated() {
        group.addTask {
          await budget.take(amount)
          served.amounts.withLock { $0.append(amount) }
          budget.giveBack(amount)
        }
        while budget.waitingCount <= place { await Task.yield() }
      }
      #expect(served.amounts.withLock(\.self).isEmpty)
      budget.giveBack(5)
    }
    #expect(served.amounts.withLock(\.self) == [10, 1, 10])
  }
}

private final class Served: Sendable {
  let amounts = Mutex<[Int]>([])
}
