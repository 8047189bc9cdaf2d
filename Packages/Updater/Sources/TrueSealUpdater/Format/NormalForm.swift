/// Whether a text is in normal form C: composed, and its marks in order.
///
/// Source: Unicode Standard Annex 15, sections 1.2 and 9; the pairs that compose are those of the
/// Unicode Character Database 14.0.0 (UnicodeData.txt without CompositionExclusions.txt). Stability
/// policy keeps them from changing; pairs of characters added later are not known here.
enum NormalForm {
  static func isComposed(_ text: String) -> Bool {
    var starter: UInt32?
    var last: UInt8 = 0
    var isAdjacent = false
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      let order = properties.canonicalCombiningClass.rawValue
      if properties.isFullCompositionExclusion || (order != 0 && last > order) { return false }
      if let starter, isAdjacent || (order != 0 && last < order),
        composes(starter, scalar.value)
      {
        return false
      }
      if order == 0 { starter = scalar.value }
      isAdjacent = order == 0
      last = order
    }
    return true
  }

  private static func composes(_ first: UInt32, _ second: UInt32) -> Bool {
    if pairs[second]?.contains(first) == true { return true }
    // Hangul: a leading and a vowel jamo, or a syllable without a trailing one and such a jamo.
    let isOpenSyllable = (0xac00...0xd7a3).contains(first) && (first - 0xac00) % 28 == 0
    return (0x1100...0x1112).contains(first) && (0x1161...0x1175).contains(second)
      || isOpenSyllable && (0x11a8...0x11c2).contains(second)
  }

  /// First characters by the second one they compose with.
  private static let pairs: [UInt32: Set<UInt32>] = {
    var pairs: [UInt32: Set<UInt32>] = [:]
    for entry in table.split(separator: ";") {
      let numbers = entry.split { $0 == ":" || $0 == "," }.compactMap { UInt32($0, radix: 16) }
      guard let second = numbers.first else { continue }
      pairs[second] = Set(numbers.dropFirst())
    }
    return pairs
  }()

  private static let table = """
    300:41,45,49,4e,4f,55,57,59,61,65,69,6e,6f,75,77,79,a8,c2,ca,d4,dc,e2,ea,f4,fc,102,103,\
    112,113,14c,14d,1a0,1a1,1af,1b0,391,395,397,399,39f,3a5,3a9,3b1,3b5,3b7,3b9,3bf,3c5,3c9,\
    3ca,3cb,415,418,435,438,1f00,1f01,1f08,1f09,1f10,1f11,1f18,1f19,1f20,1f21,1f28,1f29,1f30,\
    1f31,1f38,1f39,1f40,1f41,1f48,1f49,1f50,1f51,1f59,1f60,1f61,1f68,1f69,1fbf,1ffe;301:41,43,\
    45,47,49,4b,4c,4d,4e,4f,50,52,53,55,57,59,5a,61,63,65,67,69,6b,6c,6d,6e,6f,70,72,73,75,77,\
    79,7a,a8,c2,c5,c6,c7,ca,cf,d4,d5,d8,dc,e2,e5,e6,e7,ea,ef,f4,f5,f8,fc,102,103,112,113,14c,\
    14d,168,169,1a0,1a1,1af,1b0,391,395,397,399,39f,3a5,3a9,3b1,3b5,3b7,3b9,3bf,3c5,3c9,3ca,\
    3cb,3d2,413,41a,433,43a,1f00,1f01,1f08,1f09,1f10,1f11,1f18,1f19,1f20,1f21,1f28,1f29,1f30,\
    1f31,1f38,1f39,1f40,1f41,1f48,1f49,1f50,1f51,1f59,1f60,1f61,1f68,1f69,1fbf,1ffe;302:41,43,\
    45,47,48,49,4a,4f,53,55,57,59,5a,61,63,65,67,68,69,6a,6f,73,75,77,79,7a,1ea0,1ea1,1eb8,\
    1eb9,1ecc,1ecd;303:41,45,49,4e,4f,55,56,59,61,65,69,6e,6f,75,76,79,c2,ca,d4,e2,ea,f4,102,\
    103,1a0,1a1,1af,1b0;304:41,45,47,49,4f,55,59,61,65,67,69,6f,75,79,c4,c6,d5,d6,dc,e4,e6,f5,\
    f6,fc,1ea,1eb,226,227,22e,22f,391,399,3a5,3b1,3b9,3c5,418,423,438,443,1e36,1e37,1e5a,1e5b;\
    306:41,45,47,49,4f,55,61,65,67,69,6f,75,228,229,391,399,3a5,3b1,3b9,3c5,410,415,416,418,\
    423,430,435,436,438,443,1ea0,1ea1;307:41,42,43,44,45,46,47,48,49,4d,4e,4f,50,52,53,54,57,\
    58,59,5a,61,62,63,64,65,66,67,68,6d,6e,6f,70,72,73,74,77,78,79,7a,15a,15b,160,161,17f,\
    1e62,1e63;308:41,45,48,49,4f,55,57,58,59,61,65,68,69,6f,74,75,77,78,79,d5,f5,16a,16b,399,\
    3a5,3b9,3c5,3d2,406,410,415,416,417,418,41e,423,427,42b,42d,430,435,436,437,438,43e,443,\
    447,44b,44d,456,4d8,4d9,4e8,4e9;309:41,45,49,4f,55,59,61,65,69,6f,75,79,c2,ca,d4,e2,ea,f4,\
    102,103,1a0,1a1,1af,1b0;30a:41,55,61,75,77,79;30b:4f,55,6f,75,423,443;30c:41,43,44,45,47,\
    48,49,4b,4c,4e,4f,52,53,54,55,5a,61,63,64,65,67,68,69,6a,6b,6c,6e,6f,72,73,74,75,7a,dc,fc,\
    1b7,292;30f:41,45,49,4f,52,55,61,65,69,6f,72,75,474,475;311:41,45,49,4f,52,55,61,65,69,6f,\
    72,75;313:391,395,397,399,39f,3a9,3b1,3b5,3b7,3b9,3bf,3c1,3c5,3c9;314:391,395,397,399,39f,\
    3a1,3a5,3a9,3b1,3b5,3b7,3b9,3bf,3c1,3c5,3c9;31b:4f,55,6f,75;323:41,42,44,45,48,49,4b,4c,\
    4d,4e,4f,52,53,54,55,56,57,59,5a,61,62,64,65,68,69,6b,6c,6d,6e,6f,72,73,74,75,76,77,79,7a,\
    1a0,1a1,1af,1b0;324:55,75;325:41,61;326:53,54,73,74;327:43,44,45,47,48,4b,4c,4e,52,53,54,\
    63,64,65,67,68,6b,6c,6e,72,73,74;328:41,45,49,4f,55,61,65,69,6f,75;32d:44,45,4c,4e,54,55,\
    64,65,6c,6e,74,75;32e:48,68;330:45,49,55,65,69,75;331:42,44,4b,4c,4e,52,54,5a,62,64,68,6b,\
    6c,6e,72,74,7a;338:3c,3d,3e,2190,2192,2194,21d0,21d2,21d4,2203,2208,220b,2223,2225,223c,\
    2243,2245,2248,224d,2261,2264,2265,2272,2273,2276,2277,227a,227b,227c,227d,2282,2283,2286,\
    2287,2291,2292,22a2,22a8,22a9,22ab,22b2,22b3,22b4,22b5;342:a8,3b1,3b7,3b9,3c5,3c9,3ca,3cb,\
    1f00,1f01,1f08,1f09,1f20,1f21,1f28,1f29,1f30,1f31,1f38,1f39,1f50,1f51,1f59,1f60,1f61,1f68,\
    1f69,1fbf,1ffe;345:391,397,3a9,3ac,3ae,3b1,3b7,3c9,3ce,1f00,1f01,1f02,1f03,1f04,1f05,1f06,\
    1f07,1f08,1f09,1f0a,1f0b,1f0c,1f0d,1f0e,1f0f,1f20,1f21,1f22,1f23,1f24,1f25,1f26,1f27,1f28,\
    1f29,1f2a,1f2b,1f2c,1f2d,1f2e,1f2f,1f60,1f61,1f62,1f63,1f64,1f65,1f66,1f67,1f68,1f69,1f6a,\
    1f6b,1f6c,1f6d,1f6e,1f6f,1f70,1f74,1f7c,1fb6,1fc6,1ff6;653:627;654:627,648,64a,6c1,6d2,\
    6d5;655:627;93c:928,930,933;9be:9c7;9d7:9c7;b3e:b47;b56:b47;b57:b47;bbe:bc6,bc7;bd7:b92,\
    bc6;c56:c46;cc2:cc6;cd5:cbf,cc6,cca;cd6:cc6;d3e:d46,d47;d57:d46;dca:dd9,ddc;dcf:dd9;\
    ddf:dd9;102e:1025;1b35:1b05,1b07,1b09,1b0b,1b0d,1b11,1b3a,1b3c,1b3e,1b3f,1b42;3099:3046,\
    304b,304d,304f,3051,3053,3055,3057,3059,305b,305d,305f,3061,3064,3066,3068,306f,3072,3075,\
    3078,307b,309d,30a6,30ab,30ad,30af,30b1,30b3,30b5,30b7,30b9,30bb,30bd,30bf,30c1,30c4,30c6,\
    30c8,30cf,30d2,30d5,30d8,30db,30ef,30f0,30f1,30f2,30fd;309a:306f,3072,3075,3078,307b,30cf,\
    30d2,30d5,30d8,30db;110ba:11099,1109b,110a5;11127:11131,11132;1133e:11347;11357:11347;\
    114b0:114b9;114ba:114b9;114bd:114b9;115af:115b8,115b9;11930:11935
    """
}
