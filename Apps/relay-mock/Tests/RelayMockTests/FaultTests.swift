import Testing
import TrueSealTransport

@testable import RelayMock

@Suite struct `The text of a fault` {
  static let valid: [(String, Fault.Point, Fault.Action, Int, Int?, [UInt8])] = [
    ("answer:withhold", .answer, .withhold, 1, 1, []),
    ("push:cut,nth=3", .push, .cut, 3, 1, []),
    ("delivery:withhold,times=all", .delivery, .withhold, 1, nil, []),
    ("acknowledgement:cut,nth=2,times=4", .acknowledgement, .cut, 2, 4, []),
    ("push:lose,nth=2", .push, .lose, 2, 1, []),
    ("delivery:double,times=all", .delivery, .double, 1, nil, []),
    ("delivery:delay=250,nth=7", .delivery, .delay(milliseconds: 250), 7, 1, []),
    (
      "push:refuse=12,times=all,for=a1b2", .push, .refuse(.unavailable), 1, nil, [0xa1, 0xb2]
    ),
  ]

  @Test(arguments: valid.indices) func `is read and written the same`(place: Int) throws {
    let (text, point, action, nth, times, prefix) = Self.valid[place]
    let fault = try Fault(parsing: text)
    #expect(fault == (try Fault(action, at: point, nth: nth, times: times, for: prefix)))
    #expect(fault.description == text)
  }

  @Test(arguments: [
    "", ":", "push", "push:", "push:refuse", "push:refuse=", "push:refuse=1", "push:refuse=123",
    "push:refuse=zz", "answer:refuse=12", "delivery:refuse=10", "nowhere:cut", "push:explode",
    "answer:lose", "push:double", "push:delay=5", "delivery:delay", "delivery:delay=",
    "delivery:delay=0", "delivery:delay=60001", "delivery:lose",
    "push:cut,", "push:cut,nth", "push:cut,nth=0", "push:cut,nth=-1", "push:cut,nth=+1",
    "push:cut,nth=99999999999999999999", "push:cut,nth=1,nth=2", "push:cut,times=0",
    "push:cut,times=ALL", "push:cut,for=", "push:cut,for=a", "push:cut,for=xy", "push:cut,why=1",
    "PUSH:cut", " push:cut", "push:cut ", "push:cut,for=" + String(repeating: "ab", count: 33),
  ])
  func `is refused when anything about it is wrong`(text: String) {
    #expect(throws: RelayError(.invalidFault)) { try Fault(parsing: text) }
  }

  /// Reads a text, which is right only when it is written and read back the same.
  private func judge(_ text: String) -> RelayError? {
    do throws(RelayError) {
      let fault = try Fault(parsing: text)
      #expect((try? Fault(parsing: fault.description)) == fault)
      return nil
    } catch {
      #expect(error.code == .invalidFault)
      return error
    }
  }

  @Test(arguments: valid.indices) func `is judged in every prefix and with every bit flipped`(
    place: Int
  ) {
    let bytes = Array(Self.valid[place].0.utf8)
    for count in bytes.indices { _ = judge(String(decoding: bytes.prefix(count), as: UTF8.self)) }
    #expect(judge(Self.valid[place].0 + "x") != nil)
    for bit in 0..<bytes.count * 8 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << (bit % 8)
      _ = judge(String(decoding: flipped, as: UTF8.self))
    }
  }

  @Test func `is refused or read, never trapped on, whatever it holds`() {
    var random = SeededGenerator(seed: 0x7001)
    var readCount = 0
    let starts =
      Self.valid.map(\.0) + [
        "answer:refuse=12", "answer:lose,nth=123456789", "push:double,nth=123456789",
        "delivery:delay=99999",
      ]
    var stages = [
      "a fault starts with", "is not refuse=CODE", "a refusal code has", "is not a count",
      "is not a key prefix", "is not nth=", "this can only happen at push",
      "this can only happen at delivery", "a delay has",
    ]
    for round in 0..<10_000 {
      var bytes: [UInt8]
      if round.isMultiple(of: 2) {
        bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
          UInt8.random(in: .min ... .max, using: &random)
        }
      } else {
        bytes = Array(starts[round / 2 % starts.count].utf8)
        for _ in 0..<Int.random(in: 1...8, using: &random) { random.edit(&bytes) }
      }
      if let error = judge(String(decoding: bytes, as: UTF8.self)) {
        stages.removeAll { error.detail.contains($0) }
      } else {
        readCount += 1
      }
    }
    #expect(readCount > 0 && stages.isEmpty, "seed \(random.seed), not reached: \(stages)")
  }
}

@Suite struct `A fault plan` {
  let key: [UInt8] = [0xa1, 0xb2]

  @Test func `strikes at the nth occasion, as often as asked`() throws {
    let plan = FaultPlan([try Fault(.cut, at: .push, nth: 2, times: 2)])
    #expect((0..<5).map { _ in plan.strike(at: .push, key: key) } == [nil, .cut, .cut, nil, nil])
    #expect(plan.counts.map(\.firedCount) == [2])
  }

  @Test func `counts only occasions at its point and for its recipient`() throws {
    let plan = FaultPlan([try Fault(.withhold, at: .answer, nth: 2, for: [0xa1])])
    #expect(plan.strike(at: .push, key: key) == nil)
    #expect(plan.strike(at: .answer, key: [0xa2]) == nil)
    #expect(plan.strike(at: .answer, key: key) == nil)
    #expect(plan.strike(at: .answer, key: key) == .withhold)
  }

  @Test func `lets the first armed of several strike, while all count`() throws {
    let first = try Fault(.cut, at: .push)
    let second = try Fault(.refuse(.inboxFull), at: .push, nth: 2)
    let plan = FaultPlan([first, second])
    #expect(plan.strike(at: .push, key: key) == .cut)
    #expect(plan.strike(at: .push, key: key) == .refuse(.inboxFull))
  }

  @Test func `RL-09 names the faults that never struck`() throws {
    let idle = try Fault(.cut, at: .delivery)
    let plan = FaultPlan([try Fault(.cut, at: .push), idle])
    _ = plan.strike(at: .push, key: key)
    #expect(plan.unfired == [idle])
    plan.disarmAll()
    #expect(plan.unfired.isEmpty)
  }
}
