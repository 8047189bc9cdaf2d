import Testing
import TrueSealTransport

/// What strangers may send in place of frames, prefixes and refusals.
@Suite struct `Foreign bytes` {
  static let frames: [Frame] = [
    .push(recipient: [UInt8](1...32), envelope: [UInt8](repeating: 5, count: 40)),
    .deliver(blobID: 77, envelope: [UInt8](repeating: 6, count: 30)), .heartbeat, .ack,
    .error(.unavailable), .deliverAck(blobID: .max),
  ]

  @Test(arguments: frames.indices)
  func `W-22 with one bit of a frame wrong are refused or kept as they are`(index: Int) {
    let valid = Self.frames[index].encoded()
    for bit in 0..<valid.count * 8 {
      var flipped = valid
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      guard let read = try? Frame(decoding: flipped) else { continue }
      #expect(read.encoded() == flipped)
      #expect(!(1..<5).contains(bit / 8), "a length was not looked at")
    }
  }

  @Test(arguments: [0x5EED_0022] as [UInt64])
  func `W-22 of 10,000 kinds are refused or are frames`(seed: UInt64) {
    var random = Seeded(seed)
    var stages = Stages()
    var longest = LongestCall()
    for round in 0..<10_000 {
      let valid = Self.frames[random.below(Self.frames.count)].encoded()
      var input = random.edited(valid, fields: [0..<1, 1..<5, 5..<13])
      if round.isMultiple(of: 2) {
        input = random.bytes(random.below(60))
        // Random lengths never match, so half of these get one that does.
        if random.below(2) == 0, input.count >= 5 {
          input.replaceSubrange(
            0..<5, with: [UInt8(random.below(8)), 0, 0, 0, UInt8(input.count - 5)])
        }
      }
      let sender: Frame.Sender = random.below(2) == 0 ? .device : .relay
      let session: Frame.Session = random.below(2) == 0 ? .push : .receive
      do throws(TransportError) {
        let frame = try longest.measure { () throws(TransportError) in
          try Frame(decoding: input)
        }
        #expect(frame.encoded() == input)
        stages.reached("\(frame.encoded()[0])")
        let isHere = (try? Frame(decoding: input, from: sender, on: session)) == frame
        #expect(isHere == frame.isAllowed(from: sender, on: session))
        stages.reached(isHere ? "belongs here" : "belongs elsewhere")
      } catch {
        #expect(error == TransportError(error.code == .shortPush ? .shortPush : .malformed))
        stages.reached(error.code == .shortPush ? "short Push" : "refused")
      }
    }
    let expected =
      (1...6).map { "\($0)" } + ["belongs here", "belongs elsewhere", "short Push", "refused"]
    for stage in expected { #expect(stages.count(stage) > 20, "\(stage)") }
    #expect(longest.milliseconds < 10)
  }

  @Test(arguments: [0x5EED_0011] as [UInt64])
  func `W-11 of 10,000 kinds are no prefix and no refusal, or are kept as they are`(seed: UInt64) {
    var random = Seeded(seed)
    var stages = Stages()
    var longest = LongestCall()
    for round in 0..<10_000 {
      var prefixInput = random.bytes(random.below(14))
      var refusalInput = random.bytes(random.below(16))
      if !round.isMultiple(of: 2) {
        let prefix = VersionPrefix(version: UInt16(random.below(4))).encoded()
        prefixInput = random.edited(prefix, fields: [0..<8, 8..<10])
        let lowest = UInt16(1 + random.below(3))
        let refusal = VersionRefusal(lowest...lowest + UInt16(random.below(300))).encoded()
        refusalInput =
          random.below(2) == 0 ? refusal : random.edited(refusal, fields: [0..<8, 8..<10, 10..<12])
      }
      if let prefix = longest.measure({ try? VersionPrefix(decoding: prefixInput) }) {
        #expect(prefix.encoded() == prefixInput)
        stages.reached("prefix")
      } else {
        stages.reached("no prefix")
      }
      if let refusal = longest.measure({ try? VersionRefusal(decoding: refusalInput, speaking: 2) })
      {
        #expect(refusal.encoded() == refusalInput)
        #expect(refusal.lowest >= 1 && !refusal.supported.contains(2))
        stages.reached("refusal")
      } else {
        stages.reached("no refusal")
      }
    }
    for stage in ["prefix", "no prefix", "refusal", "no refusal"] {
      #expect(stages.count(stage) > 100, "\(stage)")
    }
    #expect(longest.milliseconds < 10)
  }
}
