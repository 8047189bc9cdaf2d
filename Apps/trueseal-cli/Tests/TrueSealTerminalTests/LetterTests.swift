import Foundation
import Testing

@testable import TrueSealTerminal

@Suite struct `A letter between two programs` {
  static let requests: [Request] = [
    .status, .members, .outbox(limit: 5), .send(body: Data([0, 255]), mayCompress: false),
    .outcome(id: "tsm1_x", milliseconds: 7), .drain(milliseconds: 1), .startPairing,
    .nextJoinRequest(number: 0), .accept(id: "é"), .cancelPairing, .join(token: "t"),
    .waitUntilMember(milliseconds: nil), .waitUntilMember(milliseconds: 9),
    .reach(milliseconds: 2), .remove(id: "é"), .leave, .destroy, .sessions, .session(id: "é"),
    .resetSession(id: "x"),
    .waitForSession(id: "y", milliseconds: 4), .waitUntilGone(milliseconds: 3),
    .nextView(after: nil), .nextView(after: GroupView.Mark(epoch: 1 << 52, number: 4)),
    .manifestLog(from: 8), .verify,
  ]

  @Test(arguments: requests) func `arrives as it was sent`(request: Request) throws {
    let bytes = try #require(Letter<Request>.bytes(request))
    #expect(try Letter<Request>.content(of: bytes) == request)
  }

  @Test func `of another release is refused with advice`() {
    let other = Array(#"{"version":4,"content":{"unheardOf":{}}}"#.utf8)
    let refusal = #expect(throws: Refusal.self) { try Letter<Request>.content(of: other) }
    #expect(refusal?.sentence.contains("another release") == true)
  }

  @Test func `is not written when it is too long`() {
    let body = Data(count: TerminalLimits.letterByteCountMax)
    #expect(Letter<Request>.bytes(.send(body: body, mayCompress: true)) == nil)
  }

  @Test(arguments: requests) func `cut short or too long is refused`(request: Request) throws {
    let bytes = try #require(Letter<Request>.bytes(request))
    for count in 0..<bytes.count {
      #expect(throws: Refusal.self) { try Letter<Request>.content(of: Array(bytes[..<count])) }
    }
    #expect(throws: Refusal.self) { try Letter<Request>.content(of: bytes + [0x7D]) }
  }

  @Test func `is read or refused, whatever it holds`() throws {
    let valid = try Self.requests.map { try #require(Letter<Request>.bytes($0)) }
    var (unreadable, foreign, malformed, read) = (0, 0, 0, 0)
    func judge(_ bytes: [UInt8]) {
      do throws(Refusal) {
        _ = try Letter<Request>.content(of: bytes)
        read += 1
      } catch {
        let form = try? JSONDecoder().decode(LetterForm.self, from: Data(bytes))
        if form == nil {
          unreadable += 1
        } else if form?.version == 3 {
          malformed += 1
        } else {
          foreign += 1
        }
      }
    }
    for bytes in valid {
      for bit in 0..<(8 * bytes.count) {
        var flipped = bytes
        flipped[bit / 8] ^= 1 << (bit % 8)
        judge(flipped)
      }
    }
    var random = SplitMix(seed: 4)
    for round in 0..<10_000 {
      judge(round.isMultiple(of: 2) ? Self.noise(&random) : Self.edited(valid, &random))
    }
    #expect(unreadable > 0 && foreign > 0 && malformed > 0 && read > 0)
  }

  private static func noise(_ random: inout SplitMix) -> [UInt8] {
    (0..<Int.random(in: 0...80, using: &random)).map { _ in .random(in: 0...255, using: &random) }
  }

  private static func edited(_ valid: [[UInt8]], _ random: inout SplitMix) -> [UInt8] {
    var bytes = valid.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0 where place < bytes.count: bytes[place] = .random(in: 0...255, using: &random)
      case 1: bytes.insert(.random(in: 0...255, using: &random), at: place)
      case 2 where place < bytes.count: bytes.remove(at: place)
      default: bytes = bytes[..<place] + (valid.randomElement(using: &random) ?? []).suffix(20)
      }
    }
    return bytes
  }
}
