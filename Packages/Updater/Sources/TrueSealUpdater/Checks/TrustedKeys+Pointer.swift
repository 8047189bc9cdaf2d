extension TrustedKeys {
  /// Reads a pointer that must be signed and dated, as a host may demand (UX-04).
  ///
  /// - Parameters:
  ///   - bytes: The pointer as received.
  ///   - signature: The file beside it, `channels/<channel>.json.sig`; nil if there was none.
  ///   - channel: The channel that was asked for; another channel's pointer does not pass.
  ///   - now: The second since 1970.
  /// - Throws: `UpdaterError`; codes `badSignature` and `outdated` among them.
  public func pointer(
    decoding bytes: [UInt8], signature: [UInt8]?, channel: Channel, now: UInt64
  ) throws(UpdaterError) -> Pointer {
    guard (1...UpdaterLimits.pointerByteCountMax).contains(bytes.count) else {
      throw UpdaterError(.wrongLength, "a pointer of \(bytes.count) bytes")
    }
    guard let signature else { throw UpdaterError(.badSignature, "the pointer is not signed") }
    try check(signature, over: SignedMessage.pointer(bytes, channel: channel))
    let pointer = try Pointer(decoding: bytes, isDated: true)
    guard now <= pointer.notAfter ?? 0 else {
      throw UpdaterError(.outdated, "the pointer's date has passed")
    }
    return pointer
  }
}
