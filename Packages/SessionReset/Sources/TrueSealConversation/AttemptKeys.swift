internal import TrueSealCrypto
internal import TrueSealRatchet
internal import TrueSealSessionReset

/// The secret keys made for one attempt: a signed prekey and one that serves a single opening.
final class AttemptKeys: Sendable {
  let signed: Prekey
  let oneTime: Prekey?

  init(signedID: UInt32, oneTimeID: UInt32, from entropy: Entropy) {
    signed = .generate(id: signedID, from: entropy)
    oneTime = .generate(id: oneTimeID, from: entropy)
  }

  /// Reads what `encoded` gave.
  init(decoding bytes: [UInt8]) throws(RatchetError) {
    let half = RatchetLimits.prekeyByteCount
    signed = try Prekey(decoding: Array(bytes.prefix(half)))
    oneTime = try Prekey(decoding: Array(bytes.dropFirst(half)))
  }

  /// The two stored forms, one after the other, for the row that keeps them.
  func encoded() -> [UInt8] {
    var bytes = signed.encoded().exposed()
    switch oneTime {
    case .some(let oneTime): bytes += oneTime.encoded().exposed()
    case .none: break
    }
    return bytes
  }
}

extension PrekeyID {
  /// The numbers of both keys in one.
  init(signed: UInt32, oneTime: UInt32) {
    self.init(number: UInt64(signed) << 32 | UInt64(oneTime))
  }

  var signed: UInt32 { UInt32(number >> 32) }
  var oneTime: UInt32 { UInt32(truncatingIfNeeded: number) }
}
