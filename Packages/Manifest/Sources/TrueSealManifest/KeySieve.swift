/// Asks about each key once, however many lists name it.
///
/// A message may repeat one list 255 times, and judging a key costs as much as a signature.
struct KeySieve {
  private let checks: ManifestChecks
  private var signingKeys: Set<[UInt8]> = []
  private var agreementKeys: Set<[UInt8]> = []

  init(_ checks: ManifestChecks) {
    self.checks = checks
  }

  mutating func check(_ manifest: Manifest) throws(ManifestError) {
    for member in manifest.members {
      guard accepts(member) else {
        throw ManifestError(.malformed, "a listed key is not sound")
      }
    }
  }

  private mutating func accepts(_ member: Member) -> Bool {
    if !signingKeys.contains(member.signingKey) {
      guard checks.acceptsSigningKey(member.signingKey) else { return false }
      signingKeys.insert(member.signingKey)
    }
    if !agreementKeys.contains(member.agreementKey) {
      guard checks.acceptsAgreementKey(member.agreementKey) else { return false }
      agreementKeys.insert(member.agreementKey)
    }
    return true
  }
}
