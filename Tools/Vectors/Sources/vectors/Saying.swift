import TrueSealCrypto

/// A plaintext laid out by hand (W-31 to W-34), so that every part of it can be wrong.
struct Saying {
  var author: [UInt8]
  var sequence: UInt64 = 1
  var timestamp: UInt64 = 1_700_000_000_000
  var view = Made.bytes("a view")
  var tag: UInt8 = 2
  var codec: UInt8 = 0
  var bodyByteCount: UInt32
  var payload: [UInt8]
  /// What the payload's length is said to be; its own unless given.
  var statedByteCount: UInt32?
  /// What stands behind the signature; the right padding unless given.
  var padding: [UInt8]?

  init(by author: Made.Device, _ body: [UInt8]) {
    self.author = author.signingKey
    bodyByteCount = UInt32(body.count)
    payload = body
  }

  private var spoken: [UInt8] {
    author + Made.bytes(sequence) + Made.bytes(timestamp) + view + [tag, codec]
      + Made.bytes(bodyByteCount) + Made.bytes(statedByteCount ?? UInt32(payload.count)) + payload
  }

  func signedBytes(_ header: [UInt8]) -> [UInt8] {
    Array("trueseal envelope signature v1".utf8) + [0] + header + spoken
  }

  func plaintext(_ signature: [UInt8]) -> [UInt8] {
    let said = spoken + signature
    let count = Self.paddedByteCount(said.count)
    return said + (padding ?? [UInt8](repeating: 0, count: count - said.count))
  }

  /// Padme, in whole numbers, and at least 256.
  static func paddedByteCount(_ count: Int) -> Int {
    let exponent = Int.bitWidth - 1 - count.leadingZeroBitCount
    let size = Int.bitWidth - exponent.leadingZeroBitCount
    let step = 1 << max(0, exponent - size)
    return max(256, (count + step - 1) / step * step)
  }
}

/// The way of one envelope: who seals it, for whom, and under which key of its own.
struct Road {
  let author: Made.Device
  let recipient: Made.Device
  let ephemeral: Made.Device

  var header: [UInt8] { header(version: 1) }

  func header(version: UInt16) -> [UInt8] {
    Made.bytes(version) + recipient.agreementKey + ephemeral.agreementKey
  }

  func signature(_ saying: Saying) -> [UInt8] { author.signing.sign(saying.signedBytes(header)) }

  /// Seals what was said, with its author's signature unless another is given.
  func envelope(_ saying: Saying, signature: [UInt8]? = nil) throws -> [UInt8] {
    try sealed(saying.plaintext(signature ?? self.signature(saying)))
  }

  func sealed(_ plaintext: [UInt8]) throws -> [UInt8] {
    header
      + (try SealedBox.seal(
        plaintext, to: recipient.agreementKey, from: ephemeral.agreement,
        label: "trueseal envelope v1", header: header))
  }
}
