import TrueSealCrypto

/// Keys and bytes that are the same at every run, and nobody's secret.
enum Made {
  /// Bytes that follow from a name.
  static func bytes(_ name: String, count: Int = 32) -> [UInt8] {
    var bytes: [UInt8] = []
    var round: UInt8 = 0
    while bytes.count < count {
      bytes += Digest.sha256(Array("trueseal vectors ".utf8) + [round] + Array(name.utf8))
      round += 1
    }
    return Array(bytes.prefix(count))
  }

  /// The device of a name: its seed and its secret follow from it.
  static func device(_ name: String) throws -> Device {
    try Device(seed: bytes("seed of " + name), secret: bytes("secret of " + name))
  }

  /// Two key pairs whose secret halves are written down.
  final class Device: Sendable {
    let seed: [UInt8]
    let secret: [UInt8]
    let signing: SigningKey
    let agreement: AgreementKey

    init(seed: [UInt8], secret: [UInt8]) throws {
      self.seed = seed
      self.secret = secret
      signing = try SigningKey(seed: SecretBytes(seed))
      agreement = try AgreementKey(secret: SecretBytes(secret))
    }

    var signingKey: [UInt8] { signing.publicKey }
    var agreementKey: [UInt8] { agreement.publicKey }
  }

  /// Big-endian bytes of a number.
  static func bytes(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: number >> $0)
    }
  }

  // MARK: Keys nobody may use

  /// X25519: a point of order eight, as RFC 7748's authors list it.
  static let smallOrderPoint: [UInt8] = [
    0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f, 0xc4, 0x6a,
    0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00,
  ]
  /// X25519: 2^255 - 10, another spelling of 9.
  static let otherSpelling: [UInt8] = [0xf6] + [UInt8](repeating: 0xff, count: 30) + [0x7f]
  /// Ed25519: the neutral element.
  static let neutralElement: [UInt8] = [1] + [UInt8](repeating: 0, count: 31)
  /// Ed25519: a number that is the y of no point.
  static let noPoint: [UInt8] = [2] + [UInt8](repeating: 0, count: 31)
}
