import TrueSealUpdater

/// Installations by number, spread over all shares.
enum Installations {
  static func id(_ number: Int) -> InstallID? {
    var state = UInt64(number) &* 0x9e37_79b9_7f4a_7c15
    var bytes: [UInt8] = []
    while bytes.count < 16 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      bytes.append(UInt8(truncatingIfNeeded: mixed >> 56))
    }
    return InstallID(randomBytes: bytes)
  }
}
