import Testing
import TrueSealOutbox

@Suite struct `A refusal` {
  /// The rule's own list of permanent codes.
  static let permanent: Set<UInt8> = [0x01, 0x02]

  @Test(arguments: UInt8.min...UInt8.max)
  func `W-21 is for good with two codes, and may pass with any other, known or not`(code: UInt8) {
    #expect(Refusal(rawValue: code).isPermanent == Self.permanent.contains(code))
  }

  @Test func `W-21 has the codes of its table`() {
    #expect(Refusal.tooLarge.rawValue == 0x01)
    #expect(Refusal.malformed.rawValue == 0x02)
  }
}
