internal import TrueSealCrypto
internal import TrueSealSessionReset

/// What two owners compare to know that their devices share one session (SK-42).
public struct Verification: Hashable, Sendable, CustomStringConvertible {
  /// SHA-256 over a label, the session's tag, the epoch, and the lower and the higher identity key.
  public let digest: [UInt8]

  init(_ input: VerificationInput) {
    digest = Digest.sha256([ConversationLabels.verification, input.bytes])
  }

  /// Six groups of five digits, each of five bytes of the digest taken modulo 100,000.
  public var groups: [String] {
    (0..<ConversationLimits.verificationGroupCount).map { group in
      let bytes = digest[(5 * group)..<(5 * group + 5)]
      let digits = String(bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 100_000)
      return String(repeating: "0", count: 5 - digits.count) + digits
    }
  }

  /// The groups, with a space between.
  public var description: String { groups.joined(separator: " ") }
}
