import Testing
import TrueSealTransport

@testable import RelayMock

@Suite struct `An answer line` {
  @Test func `hands out nothing until the first push is settled`() {
    var line = AnswerLine()
    _ = line.join(cost: 1, recipient: [1])
    let second = line.join(cost: 2, recipient: [2])
    line.settle(second, as: .held)
    #expect(line.takeReady().isEmpty)
    #expect(!line.isEmpty)
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `W-20 gives the answers in the order of the pushes, however they are settled`(
    order: [Int]
  ) {
    let verdicts: [Verdict] = [.held, .refused(.tooLarge), .refused(.unavailable)]
    var line = AnswerLine()
    let tickets = (0..<3).map { line.join(cost: $0, recipient: []) }
    var given: [Verdict] = []
    for place in order {
      line.settle(tickets[place], as: verdicts[place])
      given += line.takeReady().map(\.verdict)
    }
    #expect(given == verdicts)
    #expect(line.isEmpty)
  }

  @Test func `keeps tickets apart after answers were taken`() {
    var line = AnswerLine()
    let first = line.join(cost: 5, recipient: [1])
    line.settle(first, as: .held)
    #expect(line.takeReady() == [.init(verdict: .held, recipient: [1], cost: 5)])
    let second = line.join(cost: 6, recipient: [2])
    #expect(second != first)
    line.settle(second, as: .refused(.malformed))
    #expect(
      line.takeReady() == [.init(verdict: .refused(.malformed), recipient: [2], cost: 6)])
  }

  @Test func `stops the program when a push is settled twice`() async {
    await #expect(processExitsWith: .failure) {
      var line = AnswerLine()
      let ticket = line.join(cost: 0, recipient: [])
      line.settle(ticket, as: .held)
      line.settle(ticket, as: .held)
    }
  }
}

@Suite struct `The refusals of a push session` {
  let alice: [UInt8] = [1]
  let bob: [UInt8] = [2]

  @Test func `keep the first temporary code for a recipient`() {
    var refusals = Refusals()
    refusals.note(.inboxFull, for: alice)
    refusals.note(.unavailable, for: alice)
    #expect(refusals.code(for: alice) == .inboxFull)
    #expect(refusals.code(for: bob) == nil)
  }

  @Test func `forget permanent codes, which concern one push alone`() {
    var refusals = Refusals()
    refusals.note(.tooLarge, for: alice)
    refusals.note(.malformed, for: alice)
    #expect(refusals.code(for: alice) == nil)
  }

  @Test func `keep a code that nobody knows`() {
    var refusals = Refusals()
    refusals.note(RefusalCode(rawValue: 0x77), for: alice)
    #expect(refusals.code(for: alice)?.rawValue == 0x77)
  }

  @Test func `are full at their bound`() {
    var refusals = Refusals(recipientCountMax: 2)
    refusals.note(.unavailable, for: alice)
    #expect(!refusals.isFull)
    refusals.note(.unavailable, for: bob)
    #expect(refusals.isFull)
  }
}

@Suite struct `The admission of pushes` {
  private func push(
    _ recipient: UInt8, on lane: PushLane, refusal: RefusalCode? = nil
  ) -> CommitQueue.Push {
    CommitQueue.Push(
      recipient: [recipient], envelope: [0], refusal: refusal, lane: lane, ticket: 0)
  }

  @Test func `W-20 refuses what follows a temporary refusal for that recipient and session only`() {
    let lane = PushLane()
    let other = PushLane()
    let pushes = [
      push(1, on: lane),
      push(1, on: lane, refusal: .unavailable),
      push(1, on: lane),
      push(2, on: lane),
      push(1, on: other),
      push(1, on: lane, refusal: .tooLarge),
    ]
    #expect(
      Admission.verdicts(for: pushes, storing: .held) == [
        .held, .refused(.unavailable), .refused(.unavailable), .held, .held,
        .refused(.unavailable),
      ])
  }

  @Test func `W-20 lets later pushes pass after a permanent refusal`() {
    let lane = PushLane()
    let pushes = [push(1, on: lane, refusal: .tooLarge), push(1, on: lane)]
    #expect(
      Admission.verdicts(for: pushes, storing: .held) == [.refused(.tooLarge), .held])
  }

  @Test func `W-20 spreads the store's refusal when a commit fails`() {
    let lane = PushLane()
    let pushes = [push(1, on: lane), push(1, on: lane, refusal: .inboxFull), push(2, on: lane)]
    #expect(
      Admission.verdicts(for: pushes, storing: .refused(.internalError)) == [
        .refused(.internalError), .refused(.internalError), .refused(.internalError),
      ])
  }

  @Test func `W-20 remembers what an earlier batch refused`() {
    let lane = PushLane()
    lane.settle(lane.join(), as: .refused(.rateLimited), recipient: [1])
    #expect(
      Admission.verdicts(for: [push(1, on: lane), push(2, on: lane)], storing: .held) == [
        .refused(.rateLimited), .held,
      ])
  }
}
