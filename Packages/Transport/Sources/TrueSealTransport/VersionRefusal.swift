/// A relay's answer to a version it does not speak, in place of the first Noise message (W-11).
///
///     "TSREFUSE" (8) ‖ lowest u16 ‖ highest u16
///
/// Nothing proves who sent it, so it is a reason to try again later and no more.
public struct VersionRefusal: Hashable, Sendable {
  /// Bytes of a refusal.
  public static let byteCount = 12

  /// The eight bytes every refusal begins with.
  public static let magic = Array("TSREFUSE".utf8)

  /// The Transport Versions the relay speaks.
  public let supported: ClosedRange<UInt16>

  /// The lowest version the relay speaks.
  public var lowest: UInt16 { supported.lowerBound }

  /// The highest version the relay speaks.
  public var highest: UInt16 { supported.upperBound }

  /// Announces what a relay speaks; version 0 is reserved and stops the program.
  public init(_ supported: ClosedRange<UInt16>) {
    precondition(supported.lowerBound >= 1, "Version 0 is reserved.")
    self.supported = supported
  }

  /// The twelve bytes.
  public func encoded() -> [UInt8] {
    var bytes = Self.magic
    BigEndian.append(lowest, to: &bytes)
    BigEndian.append(highest, to: &bytes)
    return bytes
  }

  /// Reads the twelve bytes as a device that speaks `version`.
  ///
  /// - Throws: `TransportError`, code `malformed`, also for a range that is empty, begins at 0 or
  ///   holds `version`.
  public init(
    decoding bytes: [UInt8], speaking version: UInt16 = TransportLimits.transportVersion
  ) throws(TransportError) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic) else {
      throw TransportError(.malformed, "This is not a refusal.")
    }
    let lowest: UInt16 = BigEndian.number(at: 8, in: bytes)
    let highest: UInt16 = BigEndian.number(at: 10, in: bytes)
    guard lowest >= 1, lowest <= highest, !(lowest...highest).contains(version) else {
      throw TransportError(.malformed, "The refusal names an impossible range of versions.")
    }
    supported = lowest...highest
  }
}
