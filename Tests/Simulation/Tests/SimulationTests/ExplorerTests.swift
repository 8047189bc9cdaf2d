import Simulation
import Testing

@Suite("A walk through all orders")
struct ExplorerTests {
  /// Two changes, and what goes wrong meanwhile.
  struct Course: Sendable {
    let pair: [Step.Kind]
    let trouble: Explorer.Trouble
  }

  static let courses: [Course] = [
    Course(pair: [.remove(by: 0, target: 1), .remove(by: 1, target: 0)], trouble: .none),
    Course(pair: [.remove(by: 0, target: 1), .remove(by: 1, target: 0)], trouble: .crash),
    Course(pair: [.leave(0), .remove(by: 1, target: 2)], trouble: .none),
    Course(pair: [.leave(0), .remove(by: 1, target: 2)], trouble: .crash),
    Course(pair: [.leave(0), .remove(by: 1, target: 2)], trouble: .offline),
  ]

  @Test("Orders that are left out lead to no other end", arguments: courses)
  func meetsEveryEnd(course: Course) {
    func walk(isReducing: Bool) -> Explorer.Outcome {
      Explorer(deviceCount: 3, salt: 1, isReducing: isReducing)
        .walk(course.pair, with: course.trouble, stateMax: 100_000)
    }
    let (reduced, whole) = (walk(isReducing: true), walk(isReducing: false))
    #expect(reduced.ends == whole.ends)
    #expect(!whole.ends.isEmpty)
    #expect(reduced.states < whole.states)
    #expect(whole.cutCount == 0)
    #expect((whole.troubles > 0) == (course.trouble != .none))
  }

  @Test("A walk that is stopped says so")
  func saysWhenCut() {
    let outcome = Explorer(deviceCount: 3, salt: 1)
      .walk([.leave(0), .leave(1)], with: .none, stateMax: 20)
    #expect(outcome.cutCount == 1)
  }
}
