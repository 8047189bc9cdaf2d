/// Where a channel points: `channels/<channel>.json`.
///
/// It is not signed. It can keep a phone from updating or cancel what waits, and can never make a
/// phone take a bundle that fails a check. Nothing of it is stored.
public struct Pointer: Hashable, Sendable {
  /// The release that phones of this channel shall have.
  public let seq: UInt64
  /// The share of phones that may download it, in percent (U-09).
  public let rollout: UInt64
  /// The second since 1970 after which a signed pointer counts no more; nil in an unsigned one (UX-04).
  public let notAfter: UInt64?

  /// - Throws: `UpdaterError`, code `outOfRange`.
  public init(
    seq: UInt64, rollout: UInt64 = 100, notAfter: UInt64? = nil
  ) throws(UpdaterError) {
    guard (1...UpdaterLimits.seqMax).contains(seq), rollout <= 100,
      notAfter ?? 0 <= UpdaterLimits.seqMax
    else { throw UpdaterError(.outOfRange, "a pointer's seq, rollout or date is out of bounds") }
    self.seq = seq
    self.rollout = rollout
    self.notAfter = notAfter
  }

  /// Reads a pointer strictly: exactly `format`, `seq` and `rollout`, and a date only if asked for.
  ///
  /// - Parameter isDated: Whether `notAfter` must be there; otherwise it must not (UX-04).
  /// - Throws: `UpdaterError`, by what is wrong with the bytes.
  public init(decoding bytes: [UInt8], isDated: Bool = false) throws(UpdaterError) {
    var reader = try JSONReader(bytes, byteCountMax: UpdaterLimits.pointerByteCountMax)
    try Encoding.check(bytes)
    var format: UInt64?
    var seq: UInt64?
    var rollout: UInt64?
    var notAfter: UInt64?
    try reader.object { (reader, key) throws(UpdaterError) in
      switch key {
      case "format": format = try reader.integer(in: 0...UInt64.max)
      case "seq": seq = try reader.integer(in: 1...UpdaterLimits.seqMax)
      case "rollout": rollout = try reader.integer(in: 0...100)
      case "notAfter" where isDated: notAfter = try reader.integer(in: 0...UpdaterLimits.seqMax)
      case _: throw UpdaterError(.unknownKey, "a pointer has no such key")
      }
    }
    try reader.end()
    guard let format, let seq, let rollout, !isDated || notAfter != nil else {
      throw UpdaterError(.missingKey, "a pointer lacks a key")
    }
    guard format == UpdaterLimits.format else {
      throw UpdaterError(.unknownFormat, "a pointer of format \(format)")
    }
    self.seq = seq
    self.rollout = rollout
    self.notAfter = notAfter
  }

  /// The bytes a publisher puts up.
  public var encoded: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("format")
      writer.integer(UpdaterLimits.format)
      writer.key("seq")
      writer.integer(seq)
      writer.key("rollout")
      writer.integer(rollout)
      if let notAfter {
        writer.key("notAfter")
        writer.integer(notAfter)
      }
    }
    return writer.bytes
  }
}
