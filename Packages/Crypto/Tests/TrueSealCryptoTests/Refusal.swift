import TrueSealCrypto

/// The code `body` was refused with, or nil when it returned.
func refusal<Result: ~Copyable>(
  _ body: () throws(CryptoError) -> Result
) -> CryptoError.Code? {
  do throws(CryptoError) {
    _ = try body()
    return nil
  } catch { return error.code }
}

func flipped(_ bytes: [UInt8], _ bit: Int) -> [UInt8] {
  var bytes = bytes
  bytes[bit / 8] ^= 1 << UInt8(bit % 8)
  return bytes
}
