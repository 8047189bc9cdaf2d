import Testing
import TrueSealTransport

@Suite struct `A padded length` {
  @Test func `W-34 pads to the Padme size`() {
    // By hand: 1,000 has E = 9, S = 4, so steps of 32; 61,594 has E = 15, S = 4, steps of 2,048.
    let byHand = [
      (0, 256), (1, 256), (154, 256), (256, 256), (257, 272), (512, 512), (513, 544),
      (1_000, 1_024), (1_024, 1_024), (1_025, 1_088), (61_594, 63_488), (65_535, 65_536),
      (65_536, 65_536), (65_537, 67_584),
    ]
    for (byteCount, padded) in byHand { #expect(Padding.paddedByteCount(byteCount) == padded) }
  }

  @Test func `W-34 is reached once, never shrinks, and costs less than a sixteenth`() {
    var previous = 0
    for byteCount in 257...63_488 {
      let padded = Padding.paddedByteCount(byteCount)
      let isSound =
        padded >= byteCount && padded >= previous && (padded - byteCount) * 16 < byteCount
        && Padding.paddedByteCount(padded) == padded
      #expect(isSound, "\(byteCount) gives \(padded)")
      previous = padded
    }
  }

  @Test func `takes any length that fits in memory and no negative one`() async {
    #expect(Padding.paddedByteCount(.max / 2) == 1 << 62)
    await #expect(processExitsWith: .failure) { _ = Padding.paddedByteCount(-1) }
  }
}
